import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { brandCatalogue } from '../../common/brand-catalogue.ts'
import { cardNumberFault, detectBrands, passesLuhn } from '../../common/brands.ts'
import { simulatedBehaviour } from '../../sandbox/simulator/outcomes.ts'
import { html, plainText, prose } from '../../server/http/pages/markup.ts'
import { allResultCodes } from '../../server/results/catalogue.ts'
import { documentParts } from '../../server/testing/all-features.fixture.ts'
import { callbackDescriptions, optionDescriptions } from '../../widget/options/descriptions.ts'
import { structures } from '../openapi/structures.ts'
import { takenParameters } from '../openapi/taken-parameters.ts'
import { codeGroups } from './codes-page.ts'
import { markdown } from './markdown.ts'
import { referenceDocuments } from './pages.ts'
import type { SearchIndex } from './search-index.ts'
import { authenticatedCards, simulatedOutcomes, testCards, testNumberOf } from './test-data.ts'

const parts = documentParts('https://pay.example.com', 'test')
const pages = pagesOf('test')
const allHtml = [...pages.values()].map(({ text }) => text).join('')

/** The pages of an environment, by path. */
function pagesOf(environment: 'test' | 'live') {
  const made = [...referenceDocuments(documentParts('https://pay.example.com', environment))]
  const documents = made.map(([path, make]) => [path, make()] as const)
  return new Map(documents.filter(([, { contentType }]) => contentType.startsWith('text/html')))
}

function indexOf(environment: 'test' | 'live'): SearchIndex {
  const documents = referenceDocuments(documentParts('https://pay.example.com', environment))
  return JSON.parse(documents.get('/docs/search.json')?.().text ?? '')
}

/** What is between the tags of one name. */
function inline(text: string, tag: string): readonly string[] {
  const found = text.matchAll(new RegExp(`<${tag}[^>]*>([^]*?)</${tag}>`, 'g'))
  return [...found].map(([, content = '']) => content)
}

function idsIn(text: string): readonly string[] {
  return [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id ?? '')
}

/** Links to a page or an anchor that is not there; to files only as a whole. */
function deadLinks(documents: ReturnType<typeof pagesOf>): readonly string[] {
  const files = referenceDocuments(parts)
  return [...documents].flatMap(([from, { text }]) => {
    const targets = [...text.matchAll(/href="((?:\/docs|#)[^"]*)"/g)].map(([, href]) => href ?? '')
    return targets.filter((href) => {
      const [path, id] = href.split('#')
      const page = documents.get(path || from)?.text
      if (page === undefined) return id !== undefined || !files.has(href)
      return id !== undefined && !page.includes(` id="${id}"`)
    })
  })
}

test('has a page for every tag, and for every structure', () => {
  const tags = ['payments', 'checkouts', '3-d-secure', 'webhooks']
  expect([...pages.keys()]).toEqual(
    expect.arrayContaining([
      '/docs',
      '/docs/reference',
      '/docs/testing',
      '/docs/brands',
      '/docs/styling',
      '/docs/gallery',
      '/docs/widget',
      '/docs/result-codes',
      '/docs/parameters',
      ...tags.map((tag) => `/docs/operations/${tag}`),
      ...structures(parts.routes).map(({ id }) => `/docs/parameters/${id}`),
    ]),
  )
})

test('allows its own scripts and styles by hash, and to fetch from its own origin', () => {
  const { text, headers } = pages.get('/docs') ?? { text: '' }
  const policy = headers?.['content-security-policy'] ?? ''
  for (const content of [...inline(text, 'script'), ...inline(text, 'style')]) {
    const hash = createHash('sha256').update(content).digest('base64')
    expect(policy).toContain(`'sha256-${hash}'`)
  }
  expect(inline(text, 'script')).toHaveLength(3)
  expect(policy).toContain("default-src 'none'")
  expect(policy.match(/[a-z]+-src 'self'/g)).toEqual(["connect-src 'self'"])
  expect(policy).not.toContain('unsafe')
  expect(allHtml).not.toMatch(/ style="| on[a-z]+="/)
})

test('loads nothing from another address, but for the widget where it is shown', () => {
  const embedding = [...pages].filter(([, { text }]) => /<script[^>]*\ssrc=/.test(text))
  expect(embedding.map(([path]) => path)).toEqual(['/docs/styling'])
  const [, { text = '', headers } = {}] = embedding[0] ?? []
  expect([...text.matchAll(/\ssrc="([^"]*)/g)].map(([, src]) => src)).toEqual([
    'https://pay.example.com/v1/paymentWidgets.js',
  ])
  for (const content of inline(text, 'script').filter(Boolean)) {
    const hash = createHash('sha256').update(content).digest('base64')
    expect(headers?.['content-security-policy']).toContain(`'sha256-${hash}'`)
  }
  expect(pagesOf('live').get('/docs/styling')?.text).not.toContain('paymentWidgets')
  expect(pagesOf('live').has('/docs/gallery')).toBe(false)
  // Samples show what a shop's own page loads.
  const others = allHtml.replace(text, '').replaceAll(/<code>[\s\S]*?<\/code>/g, '')
  expect(others).not.toMatch(/<(?:script|img|iframe)[^>]*\ssrc=|@import|url\(/)
  const linked = [...allHtml.matchAll(/<link[^>]*href="([^"]*)/g)].map(([, href]) => href)
  expect(linked.filter((href) => !href?.startsWith('data:'))).toEqual([])
})

test('shows every parameter that an operation takes, and every result code, once', () => {
  for (const [path, { text }] of pages) {
    const ids = idsIn(text)
    expect([path, ids.filter((id, at) => ids.indexOf(id) !== at)]).toEqual([path, []])
  }
  const ids = [...pages.values()].flatMap(({ text }) => idsIn(text.slice(text.indexOf('<main'))))
  expect(ids.filter((id, at) => id !== 'main' && ids.indexOf(id) !== at)).toEqual([])
  const names = (['payments.create', 'checkouts.create', 'checkouts.submit', 'status'] as const)
    .flatMap(takenParameters)
    .map(({ name }) => name)
  expect(ids).toEqual(expect.arrayContaining(names))
  expect(ids).toEqual(expect.arrayContaining(allResultCodes().map(({ code }) => `code-${code}`)))
})

test('has no dead link', () => {
  expect(deadLinks(pages)).toEqual([])
  expect(deadLinks(pagesOf('live'))).toEqual([])
})

test('finds the page of every entry, and of every other anchor', () => {
  const { pages: paths, entries, others } = indexOf('test')
  const places = [...entries.map(([at, id]) => [at, id] as const)]
  for (const [id, at] of Object.entries(others)) places.push([at, id])
  const missing = places.filter(
    ([at, id]) => !pages.get(paths[at]?.[0] ?? '')?.text.includes(` id="${id}"`),
  )
  expect(missing).toEqual([])
  const anchors = new Set(places.map(([, id]) => id))
  for (const id of [
    'card.number',
    'code-800.100.159',
    'createPayment',
    'card',
    'basics',
    'codes',
  ]) {
    expect(anchors).toContain(id)
  }
  const [, , title, note, words] = entries.find(([, id]) => id === 'merchant.billing.street2') ?? []
  expect(`${title} ${note} ${words}`).toMatch(/merchant\.billing\.street2 .*merchant:/)
})

test('shows every option and callback of the widget, without links that only the repository has', () => {
  const { text } = pages.get('/docs/widget') ?? { text: '' }
  for (const name of optionDescriptions.keys()) expect(text).toContain(` id="option-${name}"`)
  for (const name of callbackDescriptions.keys()) expect(text).toContain(` id="callback-${name}"`)
  expect(inline(text, 'main').join()).not.toMatch(/\]\(|\.md\b/)
})

test('shows which operation requires which parameter', () => {
  const parameters = structures(parts.routes).flatMap((structure) => structure.parameters)
  const of = (name: string) => parameters.find((parameter) => parameter.name === name)
  expect(of('card.number')).toMatchObject({
    takenBy: [
      'Payment',
      'Submit',
      'Submit, storing',
      'Registration',
      'Authentication',
      'Risk check',
      'Wallet token',
    ],
    requiredBy: ['Authentication', 'Wallet token'],
  })
  expect(of('entityId')?.requiredBy).toContain('Payment')
  expect(of('paymentType')?.formats).toEqual([
    {
      words: 'one of PA, DB, CD',
      labels: ['Payment', 'Checkout', 'Checkout update', 'Stored payment'],
    },
    { words: 'one of CP, RV, RF, RB', labels: ['Reference'] },
    { words: 'only PA', labels: ['Hold change'] },
    { words: 'only TE', labels: ['Extension'] },
    { words: 'one of 3D, PA, DB, CD', labels: ['Authentication'] },
    { words: 'one of SD, DB, PA, CD', labels: ['Schedule'] },
    { words: 'only RS', labels: ['Reschedule'] },
    { words: 'only DS', labels: ['Deschedule'] },
    { words: 'one of RI, PA, DB, CD', labels: ['Risk check'] },
  ])
  // Of a route that describes what it takes, in its own structure.
  const described = parameters.filter(({ name }) => name === 'paymentType').slice(1)
  expect(described.flatMap(({ formats }) => formats)).toEqual([
    { words: 'one of PA, DB, CD, CP, RV, RF, RB, CB, CR', labels: ['Payment search'] },
    { words: 'one of PA, DB, CD, CP, RV, RF, RB, CB, CR', labels: ['Payment export'] },
    { words: 'one of CP, RV, RF, RB', labels: ['Operation by hand'] },
  ])
})

test('has a title for every group of the catalogue', () => {
  const groups = codeGroups()
  expect(groups.flatMap(({ codes }) => codes)).toHaveLength(allResultCodes().length)
  expect(groups.filter(({ name, title }) => name === title)).toEqual([])
})

test('shows test cards of the right brand, and outcomes that the simulator knows', () => {
  for (const { brand, number, code } of testCards) {
    const digits = number.replaceAll(' ', '')
    expect(passesLuhn(digits)).toBe(true)
    expect(detectBrands(digits)).toContain(brand)
    expect(code).toBe(brand === 'AMEX' ? '4 digits' : '3 digits')
  }
  const refused = { kind: 'atOnce', outcome: { kind: 'declined', code: '600.200.810' } }
  for (const { send } of simulatedOutcomes) {
    expect(simulatedBehaviour({ SIMULATOR_outcome: send }, undefined)).not.toEqual(refused)
  }
})

test('shows every card of the simulated issuer, and no plain test card among them', () => {
  const numbers = authenticatedCards.flatMap((cards) => cards.numbers)
  for (const number of numbers) expect(allHtml).toContain(`<code>${number}</code>`)
  const plain = testCards.map(({ number }) => number.replaceAll(' ', ''))
  expect(plain.filter((number) => numbers.includes(number))).toEqual([])
})

test('shows every brand with its mark, its operations and a trial, and finds it', () => {
  const text = pages.get('/docs/brands')?.text ?? ''
  const live = pagesOf('live').get('/docs/brands')?.text ?? ''
  const { pages: paths, entries } = indexOf('test')
  for (const { name, label, first } of brandCatalogue()) {
    const row = text.split(` id="brand-${name}"`)[1]?.split('</tr>')[0] ?? ''
    expect(row, name).toContain('<svg class="plate"')
    expect(row, name).toContain(`<code>${name}</code>`)
    expect(row, name).toContain(first.join(', '))
    expect(row.match(/<td>/g), name).toHaveLength(5)
    const found = entries.find(([, id]) => id === `brand-${name}`)
    expect([paths[found?.[0] ?? -1]?.[0], found?.[2]]).toEqual(['/docs/brands', label])
  }
  expect(live).toContain('id="brand-PAYPAL"')
  expect(live).not.toMatch(/guides\/simulator|4200 0000/)
})

test('tries cards with numbers of their brand', () => {
  for (const { name, kind } of brandCatalogue()) {
    if (kind !== 'card') continue
    const number = testNumberOf(name).replaceAll(' ', '')
    expect([name, number, cardNumberFault(number, name)]).toEqual([name, number, null])
  }
})

test('says of a method that is asked for and not taken that it is not', () => {
  const found = indexOf('test').entries.find(([, , title]) => title === 'TWINT')
  expect(found?.[3]).toMatch(/^TWINT is not taken/)
})

test('shows no test data in live, but for the guides, which are about both', () => {
  const isGuide = ([path]: readonly [string, ...unknown[]]) => path.startsWith('/docs/guides/')
  const live = new Map([...pagesOf('live')].filter((page) => !isGuide(page)))
  expect([...live.keys()].filter((path) => /test/i.test(path))).toEqual([])
  const ofTests = /\/test\/|SIMULATOR_|id="testClock"|id="walletToken"|\/docs\/testing/
  const liveHtml = [...live.values()].map(({ text }) => text).join('')
  expect(ofTests.test(liveHtml.replaceAll('<wbr>', ''))).toBe(false)
  expect(ofTests.test(allHtml.replaceAll('<wbr>', ''))).toBe(true)
  const { pages: paths, entries } = indexOf('live')
  const found = entries.filter(([page]) => !isGuide(paths[page] ?? ['']))
  expect(ofTests.test(JSON.stringify(found))).toBe(false)
  expect(ofTests.test(JSON.stringify(indexOf('test')))).toBe(true)
})

test('escapes the texts that it shows', () => {
  expect(html`<p title="${'"'}">${'<b>'}${[1, html`<i></i>`]}${undefined}</p>`.text).toBe(
    '<p title="&quot;">&lt;b&gt;1<i></i></p>',
  )
  expect(prose('see `a<b` there').text).toBe('see <code>a&lt;b</code> there')
})

test('reads a piece of HTML as text', () => {
  const name = html`<p><code>card<wbr>.number</code> of ${'<b>'}</p><ul><li>one</li><li>two</li></ul>`
  expect(plainText(name)).toBe('card.number of <b> one two')
})

describe('the guides', () => {
  const guides = [...pages].filter(([path]) => path.startsWith('/docs/guides/'))
  const bodyOf = (text: string) => text.slice(text.indexOf('<main'), text.indexOf('</main>'))

  test('are all in the repository, and in the groups of the first page', () => {
    const start = bodyOf(pages.get('/docs')?.text ?? '')
    const groups = [...start.matchAll(/<h2 id="guides-for-\w+-title">([^<]+)<\/h2>/g)]
    expect(groups.map(([, title]) => title)).toEqual([
      'Guides for merchants',
      'Guides for operators',
      'Guides for contributors',
    ])
    for (const [path] of guides) expect(start).toContain(`<a href="${path}">`)
  })

  test('have the address of their gateway in their commands', () => {
    const { text } = pages.get('/docs/guides/getting-started') ?? { text: '' }
    expect(text).toContain('export GATEWAY=https://pay.example.com')
    expect(text).not.toContain('http://localhost:8080')
  })

  test.each([
    ['partial refund', '/docs/guides/refunds'],
    ['monitoring', '/docs/guides/monitoring'],
    ['metrics prometheus', '/docs/guides/monitoring'],
    ['going live', '/docs/guides/going-live'],
    ['php', '/docs/guides/php'],
    ['getting started', '/docs/guides/getting-started'],
    ['five minutes', '/docs/guides/getting-started'],
    ['time zone utc query', '/docs/guides/queries'],
  ])('are found by the words "%s"', (words, path) => {
    const { pages: paths, entries } = indexOf('test')
    const found = entries.filter(([, , title, note, further]) => {
      const text = `${title} ${note} ${further}`.toLowerCase()
      return words.split(' ').every((word) => text.includes(word))
    })
    expect(found.map(([at]) => paths[at]?.[0])).toContain(path)
  })

  test('serve the files that they tell to copy', () => {
    const documents = referenceDocuments(parts)
    const file = documents.get('/docs/clients/tillgate.php')?.()
    expect(file?.contentType).toBe('text/plain; charset=utf-8')
    expect(file?.text).toContain('function verifyWebhook(')
    expect(documents.get('/docs/clients/tillgate.mjs')?.().text).toContain('export class Tillgate ')
    expect(documents.get('/docs/webhooks/verify.rb')?.().text).toContain('def ')
  })

  test('are the documents for merchants, for operators and for contributors', () => {
    const names = guides.map(([path]) => path.replace('/docs/guides/', ''))
    expect(names).toEqual(expect.arrayContaining(['widget-forms', 'webhooks', 'schedules']))
    expect(names.length).toBeGreaterThan(25)
    const inLive = [...pagesOf('live').keys()].filter((path) => path.startsWith('/docs/guides/'))
    expect(inLive).toEqual(
      guides.map(([path]) => path).filter((path) => !/simulator|test-clock/.test(path)),
    )
  })

  test.each(guides)('%s leaves no mark of Markdown behind', (_path, { text }) => {
    const withoutCode = bodyOf(text).replaceAll(/<code>[\s\S]*?<\/code>/g, '')
    expect(withoutCode).not.toMatch(/\]\(|\*\*|```|^#+ |^\s*[-*] |^\||&lt;!--|`/m)
  })

  test('have every file that the documents of the widget link to', () => {
    const widget = pages.get('/docs/widget')?.text ?? ''
    expect(widget).toContain('href="/docs/guides/widget-forms#guide-widget-forms.wallets"')
    expect(pages.get('/docs/guides/widget')?.text).toContain('href="/docs/guides/widget-csp#')
  })
})

test('reads the part of Markdown that the documents use', () => {
  const resolve = (target: string) => (target.startsWith('no') ? undefined : `/to/${target}`)
  // A browser shows a line break in a text as a space, and none between items.
  const shown = (text: string) =>
    markdown(text.split('\n'), { resolve, title: 'Part' })
      .text.replaceAll(/\s+/g, ' ')
      .replaceAll(/(<[ou]l>) (?=<li>)/g, '$1')
      .trim()
  expect(shown('one `a|b` **two**\n[three `x`](there) [four](nowhere)')).toBe(
    '<p>one <code>a|b</code> <strong>two</strong> <a href="/to/there">three <code>x</code></a> four</p>',
  )
  expect(shown('- one\n  more\n- two\n\n  ```\n  <b>\n  ```')).toMatch(
    /^<ul><li>one more<\/li><li><p>two<\/p>[\s\S]*<code>&lt;b&gt;<\/code>[\s\S]*<\/ul>$/,
  )
  expect(shown('1. one\n2. two')).toBe('<ol><li>one</li><li>two</li></ol>')
  expect(shown('| a | b |\n|---|---|\n| `x \\| y` | <i> |')).toContain(
    '<td><code>x | y</code></td><td>&lt;i&gt;</td>',
  )
})
