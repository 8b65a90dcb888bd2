import type { WidgetBoot } from '../../common/widget-wire.ts'
import type { PageForm } from '../forms/create-form.ts'
import { isMeant } from '../options/flag.ts'
import type { PageOptions } from '../options/page-options.ts'
import { longTexts } from './long-texts.ts'
import { memberNames } from './member-names.ts'
import { type OptionRules, unreadableOptions } from './unreadable-options.ts'

/** The page as it is when the advice is made, all at one moment. */
export interface AdvisedPage {
  /** What each of its placeholders names. */
  readonly brands: ReadonlySet<string>
  readonly options: () => PageOptions
  /** Of the run of the script that asks. */
  readonly forms: () => readonly PageForm[]
  /** Of that run and of those before it. */
  readonly formsOfAllRuns: () => readonly PageForm[]
}

export type Advise = (boot: WidgetBoot, page: AdvisedPage, rules: OptionRules) => Promise<void>

/** Servers refuse longer addresses. */
const MAX_CHARACTERS = 2000

/** Whether the page has a card form that does not follow its option of secured fields. */
function isPlain({ enableSAQACompliance }: PageOptions): boolean {
  const isAsked = isMeant(enableSAQACompliance)
  return isAsked && document.querySelector('input.wpwl-control-expiry') !== null
}

/** Whether the page has a form, or may still add one. */
function isFormExpected({ brands, formsOfAllRuns }: AdvisedPage): boolean {
  return document.readyState === 'loading' || brands.size > 0 || formsOfAllRuns().length > 0
}

/** Whether a form has no other page to return to than its own. */
function returnsHere({ forms }: AdvisedPage): boolean {
  return forms().some(({ shell }) => shell.resultUrl() === location.href)
}

/**
 * Writes to the console what the gateway of the test environment says of names on the page that it
 * does not know. Without an answer nothing is written.
 */
export const advise: Advise = async (boot, page, rules) => {
  const options = page.options()
  const { base, checkoutId, entityId } = boot
  const names = {
    ...(entityId && { entityId }),
    checkoutId: checkoutId ?? '',
    brands: [...page.brands].join(' '),
    options: Object.keys(options).join(' '),
    members: memberNames(options).join(' '),
    locale: typeof options.locale === 'string' ? options.locale : '',
    ...(returnsHere(page) && { returns: 'here' }),
    unreadable: unreadableOptions(options, rules).join(' '),
    long: longTexts(options).join(' '),
    late: isPlain(options) ? 'enableSAQACompliance' : '',
    forms: isFormExpected(page) ? '1' : '0',
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
