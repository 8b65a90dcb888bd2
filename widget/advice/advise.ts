import type { WidgetBoot } from '../../common/widget-wire.ts'
import { isMeant } from '../options/flag.ts'
import type { PageOptions } from '../options/page-options.ts'
import { longTexts } from './long-texts.ts'
import { memberNames } from './member-names.ts'
import { type OptionRules, unreadableOptions } from './unreadable-options.ts'

/** What a page has. */
export interface FoundOnPage {
  /** What its placeholders name. */
  readonly brands: string
  readonly options: PageOptions
  /** Whether it has a form, or may still add one. */
  readonly hasForm: boolean
  /** Whether a form has no other page to return to than its own. */
  readonly returnsHere: boolean
}

export type Advise = (boot: WidgetBoot, found: FoundOnPage, rules: OptionRules) => Promise<void>

/** Servers refuse longer addresses. */
const MAX_CHARACTERS = 2000

/** Whether the page has a card form that does not follow its option of secured fields. */
function isPlain({ enableSAQACompliance }: PageOptions): boolean {
  const isAsked = isMeant(enableSAQACompliance)
  return isAsked && document.querySelector('input.wpwl-control-expiry') !== null
}

/**
 * Writes to the console what the gateway of the test environment says of names on the page that it
 * does not know. Without an answer nothing is written.
 */
export const advise: Advise = async (boot, found, rules) => {
  const { brands, options, hasForm, returnsHere } = found
  const { base, checkoutId, entityId } = boot
  const names = {
    ...(entityId && { entityId }),
    checkoutId: checkoutId ?? '',
    brands,
    options: Object.keys(options).join(' '),
    members: memberNames(options).join(' '),
    locale: typeof options.locale === 'string' ? options.locale : '',
    ...(returnsHere && { returns: 'here' }),
    unreadable: unreadableOptions(options, rules).join(' '),
    long: longTexts(options).join(' '),
    late: isPlain(options) ? 'enableSAQACompliance' : '',
    forms: hasForm ? '1' : '0',
  }
  const short = Object.entries(names).map(([name, text]) => [name, text.slice(0, MAX_CHARACTERS)])
  try {
    const query = new URLSearchParams(short)
    const answer = await fetch(`${base}/test/widget-advice?${query}`, { credentials: 'omit' })
    const { lines } = (await answer.json()) as { readonly lines: readonly string[] }
    for (const line of lines) console.warn(line)
  } catch {
    // The network failed, or the gateway does not have the route.
  }
}
