import { offeredBrand } from '../../../common/form-kinds.ts'
import { MAX_FRAME_STYLE, MAX_FRAME_TEXT } from '../../../common/frame-limits.ts'
import { resolveLocale } from '../../../common/locale-tags.ts'
import { nearBrands, paymentBrand } from '../../../common/payment-brands.ts'
import english from '../../../locales/en.json'
import fetched from '../../../locales/fetched/en.json'
import { requestedForms } from '../../../widget/forms/registry.ts'
import { callbackDescriptions, optionDescriptions } from '../../../widget/options/descriptions.ts'
import { foreignOptions, merchantKeys, optionMembers } from '../../../widget/options/members.ts'
import { closestName } from '../../parameters/similar-names.ts'

/** The words and names that the widget has found on a page. */
export interface PageFindings {
  /** The words of all `data-brands`. */
  readonly brands: readonly string[]
  /** The names of all members of `wpwlOptions`. */
  readonly options: readonly string[]
  /** Those of them whose value the widget cannot read. */
  readonly unreadable: readonly string[]
  readonly hasForm: boolean
  /** Those of them that were set after a form was built that could not follow them. */
  readonly late: readonly string[]
  /** Those of them with a text that is too long for a secured field. */
  readonly long: readonly string[]
  /** The names inside of options that are objects, as `labels.cvv`. */
  readonly members: readonly string[]
  /** The value of option `locale`; empty: none. */
  readonly locale: string
  /** Whether a form has no other page to return to than its own. */
  readonly returnsHere: boolean
  /** Card brands that the channel takes; absent: neither checkout nor script names one. */
  readonly channelBrands?: readonly string[] | undefined
  /** Whether the script's address names a checkout or a channel. */
  readonly namesChannel: boolean
}

const knownNames = [...optionDescriptions.keys(), ...callbackDescriptions.keys()]

/** The advice for a page's developer, one line for each mistake. */
export function adviceFor(found: PageFindings): string[] {
  const lines = [...new Set(found.brands)].flatMap((word) => brandAdvice(word, found.channelBrands))
  lines.push(...[...new Set(found.options)].flatMap(optionAdvice))
  lines.push(...[...new Set(found.members)].flatMap(memberAdvice))
  lines.push(...localeAdvice(found.locale))
  lines.push(...[...new Set(found.unreadable)].flatMap(valueAdvice))
  lines.push(...[...new Set(found.late)].flatMap(lateAdvice))
  lines.push(...[...new Set(found.long)].flatMap(lengthAdvice))
  if (found.returnsHere) lines.push(RETURN_MISSING)
  if (!found.namesChannel) lines.unshift(...channelMissing(found.brands))
  if (!found.hasForm) {
    lines.unshift(
      'There is no <form class="paymentWidgets"> on this page: no card form is shown. Browsers drop a form that is written inside another one.',
    )
  }
  return lines
}

function brandAdvice(word: string, channelBrands: readonly string[] | undefined): string[] {
  const [form] = requestedForms(word)
  const name = form?.brands[0] ?? ''
  if (form?.kind === 'card') return channelAdvice(name, channelBrands)
  if (offeredBrand(name) !== undefined) return []
  if (paymentBrand(word) !== undefined) {
    return [`data-brands: ${word} is not offered in the widget yet.`]
  }
  return [`data-brands: ${word} is not a brand.${suggestion(nearBrands(word))}`]
}

function channelAdvice(name: string, channelBrands: readonly string[] = [name]): string[] {
  if (channelBrands.includes(name)) return []
  const taken = channelBrands.length === 0 ? 'no cards' : channelBrands.join(', ')
  return [`data-brands: the channel does not take ${name}. It takes ${taken}.`]
}

/** Only card forms have fields that must be tied to a channel. */
function channelMissing(brands: readonly string[]): string[] {
  if (!requestedForms(brands.join(' ')).some(({ kind }) => kind === 'card')) return []
  return [
    'The script names neither a checkout nor its channel: in live its card form pays nothing. Load paymentWidgets.js?entityId=… with the id of the channel.',
  ]
}

function optionAdvice(name: string): string[] {
  if (knownNames.includes(name)) return []
  const near = foreignName(name) ?? closestName(name, knownNames)
  return [`wpwlOptions.${name} is not an option.${suggestion(near === undefined ? [] : [near])}`]
}

function foreignName(name: string): string | undefined {
  return Object.hasOwn(foreignOptions, name) ? foreignOptions[name] : undefined
}

const texts = [...new Set([...Object.keys(english), ...Object.keys(fetched), ...merchantKeys])]
const members: ReadonlyMap<string, readonly string[]> = new Map([
  ...Object.entries(optionMembers),
  ['labels', texts],
  ['errorMessages', texts],
])

function memberAdvice(word: string): string[] {
  const [option = '', ...rest] = word.split('.')
  const member = rest.join('.')
  const known = members.get(option)
  if (known === undefined || known.includes(member)) return []
  const near = closestName(member, known)
  const meant = suggestion(near === undefined ? [] : [near])
  return [`wpwlOptions.${option} has no ${member}: it has no effect.${meant}`]
}

function localeAdvice(locale: string): string[] {
  if (locale === '' || resolveLocale(locale) !== undefined) return []
  return [`wpwlOptions.locale: ${locale} is none of the languages, the form is English.`]
}

const RETURN_MISSING =
  'No return address: after the payment this page is loaded again. Name one by the action of the form, wpwlOptions.shopperResultUrl, or shopperResultUrl of the checkout.'

function valueAdvice(name: string): string[] {
  const option = optionDescriptions.get(name)
  const type = option?.type ?? (callbackDescriptions.has(name) ? 'function' : undefined)
  return type === undefined
    ? []
    : [`wpwlOptions.${name} has a value that cannot be read and counts as not given: ${type}.`]
}

function lateAdvice(name: string): string[] {
  if (!optionDescriptions.has(name)) return []
  return [
    `wpwlOptions.${name} was set too late: a form that was there already has not followed it. Set it before the page has loaded.`,
  ]
}

function lengthAdvice(name: string): string[] {
  if (!optionDescriptions.has(name)) return []
  return [
    `wpwlOptions.${name} has texts that are too long for a secured field: it shows the first ${MAX_FRAME_TEXT} characters, and takes no style of more than ${MAX_FRAME_STYLE}.`,
  ]
}

function suggestion(near: readonly string[]): string {
  return near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`
}
