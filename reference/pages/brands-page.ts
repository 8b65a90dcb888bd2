import { brandCatalogue, type CatalogueBrand, notTaken } from '../../common/brand-catalogue.ts'
import { simulatedWalletCards } from '../../common/simulated-wallet-cards.ts'
import { shopperAccounts } from '../../sandbox/simulator/shopper-account.ts'
import { slipAccountOf } from '../../sandbox/simulator/slips.ts'
import { type Content, html, Markup, plainText } from '../../server/http/pages/markup.ts'
import { drawingCode, logoOf } from '../../widget/logos/logos.ts'
import { rareLogos } from '../../widget/logos/rare-logos.ts'
import { markOf } from '../../widget/marks/marks.ts'
import type { DocumentedEnvironment } from '../openapi/documented-routes.ts'
import type { Entry, ReferencePage, Section } from './entries.ts'
import { testGiftCard, testNumberOf } from './test-data.ts'

/** The groups of the page, and what a brand of each is in a sentence. */
const GROUPS: readonly {
  readonly id: string
  readonly title: string
  readonly noun: string
  readonly has: (brand: CatalogueBrand) => boolean
}[] = [
  { id: 'brands-cards', title: 'Cards', noun: 'card', has: ({ kind }) => kind === 'card' },
  {
    id: 'brands-wallets',
    title: 'Wallets',
    noun: 'wallet',
    has: ({ kind }) => kind === 'wallet',
  },
  {
    id: 'brands-banks',
    title: 'Direct debits and bank transfers',
    noun: 'bank account',
    has: ({ kind }) => kind === 'bankAccount',
  },
  {
    id: 'brands-invoice',
    title: 'Pay later: invoices and instalments',
    noun: 'purchase on account',
    has: ({ kind, method }) => kind === 'virtualAccount' && method === 'IV',
  },
  {
    id: 'brands-accounts',
    title: 'Accounts at a provider',
    noun: 'account at a provider',
    has: ({ kind, method }) => kind === 'virtualAccount' && method !== 'IV',
  },
  {
    id: 'brands-slips',
    title: 'Payment slips',
    noun: 'payment slip',
    has: ({ kind }) => kind === 'prepayment',
  },
  {
    id: 'brands-gift-cards',
    title: 'Gift cards',
    noun: 'gift card',
    has: ({ kind }) => kind === 'giftCard',
  },
]

const FLOWS: Readonly<Record<CatalogueBrand['flow'], string>> = {
  synchronous: 'at once',
  redirect: 'on another page',
  slip: 'later, by a slip',
}

/** Names of more countries would fill the cell. */
const MAX_NAMED = 3

/** Every brand of the catalogue: its mark, its kind, where it is, what can be done with it, how it is tried. */
export function brandsPage(environment: DocumentedEnvironment): ReferencePage {
  const isTest = environment === 'test'
  const catalogue = brandCatalogue()
  const groups = GROUPS.map(({ id, title, noun, has }) => {
    const brands = catalogue.filter(has)
    return brandSection({ id, title, noun, brands, isTest })
  })
  return {
    path: '/docs/brands',
    id: 'brands',
    title: 'Brands',
    lead: html`The ${catalogue.length} values of <code>paymentBrand</code>, and those of <code>data-brands</code> on your page. Gift cards and cards of single merchants (<code>…_GIFT_CARD</code>, <code>…_PLCC</code>) come on top. ${isTest ? 'The simulator does what is listed.' : 'Which of them you can take, and what your acquirer does with them, is in your contract.'} Marks are those of their owners.`,
    sections: [...groups, notTakenSection()],
  }
}

interface BrandGroup {
  readonly id: string
  readonly title: string
  readonly noun: string
  readonly brands: readonly CatalogueBrand[]
  readonly isTest: boolean
}

function brandSection({ id, title, noun, brands, isTest }: BrandGroup): Section {
  const entries = brands.map((brand) => brandRow(brand, noun, isTest))
  const columns = ['Brand', 'paymentBrand', 'Decided', 'Countries', 'Operations']
  const markup = html`<section class="card" id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
<div class="wide"><table><thead><tr>${[...columns, ...(isTest ? ['To try it'] : [])].map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${entries.map((entry) => entry.markup)}</tbody></table></div>
</section>`
  return { id, title, markup, entries }
}

function brandRow(brand: CatalogueBrand, noun: string, isTest: boolean): Entry {
  const { name, label, flow, countries, first, references } = brand
  const id = `brand-${name}`
  const operations = [...new Set([...first, ...references])].join(', ')
  const where = countries.length === 0 ? 'many' : countriesText(countries)
  const note = `${name}: ${noun}, decided ${FLOWS[flow]}; ${operations}${countries.length === 0 ? '' : `; ${where}`}`
  const markup = html`<tr id="${id}"><th scope="row">${brandMark(brand)} ${label}</th><td><code>${name}</code></td><td>${FLOWS[flow]}</td><td>${where}</td><td>${operations}</td>${isTest ? html`<td>${trialOf(brand)}</td>` : ''}</tr>`
  return { id, title: label, note, markup }
}

const regions = new Intl.DisplayNames('en', { type: 'region' })

function countriesText(countries: readonly string[]): string {
  const isNamed = countries.length <= MAX_NAMED
  return countries.map((code) => (isNamed ? (regions.of(code) ?? code) : code)).join(', ')
}

/** The plate that the widget draws. */
function brandMark({ name, label }: CatalogueBrand): Markup {
  const code = drawingCode(name)
  const fetched = code === 'logos' ? rareLogos[name] : code && markOf(name, label)
  const plate = logoOf(name, fetched) ?? ''
  return new Markup(plate.replace('<svg', '<svg class="plate" aria-hidden="true"'))
}

/** What makes a payment of the brand succeed in the test environment. */
function trialOf({ name, kind, flow }: CatalogueBrand): Content {
  switch (kind) {
    case 'card':
      return html`<code>${testNumberOf(name)}</code>`
    case 'wallet':
      return html`the <a href="/docs/guides/simulator-sheet">simulated sheet</a> with ${simulatedWalletCards.visa}`
    case 'giftCard':
      return html`<code>${testGiftCard.number}</code>, PIN <code>${testGiftCard.pin}</code>`
    case 'prepayment':
      return html`a slip to <code>${slipAccountOf(name).number}</code>, which <a href="/docs/guides/simulator">the simulator</a> books`
    case 'bankAccount':
      return flow === 'redirect'
        ? providerPage()
        : html`IBAN <code>${shopperAccounts.bankAccount['bankAccount.iban']}</code>`
    case 'virtualAccount':
      return flow === 'redirect' ? providerPage() : 'approved at once'
  }
}

function providerPage(): Markup {
  return html`<a href="/docs/guides/simulator">the simulator’s page</a> of the provider asks you`
}

/** "Does it take TWINT?" has an answer where that is no, too. */
function notTakenSection(): Section {
  const id = 'brands-not-taken'
  const title = 'Not taken'
  const entries = notTaken.map((name): Entry => {
    const entryId = `not-taken-${name.toLowerCase().replaceAll(' ', '-')}`
    const note = `${name} is not taken: no paymentBrand is called so, and the widget has no form for it.`
    return { id: entryId, title: name, note, markup: html`<li id="${entryId}">${name}</li>` }
  })
  const markup = html`<section class="card" id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
<p>Methods that are asked for, and for which there is no value of <code>paymentBrand</code>. A request that names one is refused as one with an unknown brand.</p>
<ul>${entries.map((entry) => entry.markup)}</ul>
</section>`
  const lead = plainText(html`No paymentBrand of this gateway: ${notTaken.join(', ')}`)
  return { id, title, markup, entries: [{ id, title, note: lead, markup: html`` }, ...entries] }
}
