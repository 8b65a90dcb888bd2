import { amountFormat, hasCents } from '../../common/amount-text.ts'
import { bcp47Of, isRightToLeft, type LocaleCode, resolveLocale } from '../../common/locale-tags.ts'
import { formatAmount, type Money } from '../../common/money.ts'
import type { Fact, Facts } from './mail-kind.ts'

type Texts = Readonly<Record<string, string>>

function byCode(files: Readonly<Record<string, Texts>>): ReadonlyMap<string, Texts> {
  return new Map(
    Object.entries(files).map(([file, texts]) => [file.replace(/^.*\/|\.json$/g, ''), texts]),
  )
}

const staffTexts = byCode(
  import.meta.glob<Texts>('../../locales/mail/staff/*.json', { eager: true, import: 'default' }),
)

/** The languages in which people of the back office get their mails. */
export const STAFF_LANGUAGES: readonly string[] = [...staffTexts.keys()].sort()

const shopperTexts = byCode(
  import.meta.glob<Texts>('../../locales/mail/*.json', { eager: true, import: 'default' }),
)

/** The texts of one language with what they name. */
export interface Words {
  readonly code: LocaleCode
  /** BCP 47 */
  readonly tag: string
  readonly direction: 'ltr' | 'rtl'
  /** A text with the facts in it. Throws for one that is not there. */
  say(key: string, facts?: Facts): string
  has(key: string): boolean
  shown(fact: Fact): string
  /** The day of a time. */
  day(atMs: number, timeZone: string): string
}

/** The texts for people of the back office, in one of their languages. */
export function staffWords(language: string): Words {
  return wordsOf(staffTexts, language)
}

/** The texts for shoppers, in one of the widget's languages. */
export function shopperWords(language: string): Words {
  return wordsOf(shopperTexts, language)
}

function wordsOf(all: ReadonlyMap<string, Texts>, language: string): Words {
  const wanted = resolveLocale(language) ?? 'en'
  const code = all.has(wanted) ? wanted : 'en'
  const texts = all.get(code) ?? {}
  const tag = bcp47Of(code)
  const shown = (fact: Fact): string =>
    typeof fact === 'object' && 'key' in fact ? say(fact.key) : shownFact(fact, tag)
  function say(key: string, facts: Facts = {}): string {
    const text = texts[key]
    if (text === undefined) throw new Error(`There is no text ${key} in ${code}`)
    return text.replace(/\{\{(\w+)\}\}/g, (_whole, name: string) => shown(facts[name] ?? ''))
  }
  return {
    code,
    tag,
    direction: isRightToLeft(code) ? 'rtl' : 'ltr',
    shown,
    day: (atMs, timeZone) =>
      new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone }).format(atMs),
    has: (key) => texts[key] !== undefined,
    say,
  }
}

function shownFact(fact: Exclude<Fact, { readonly key: string }>, tag: string): string {
  if (typeof fact === 'string') return fact
  return 'minor' in fact ? shownMoney(fact, tag) : shownTime(fact, tag)
}

function shownMoney(money: Money, tag: string): string {
  const sign = money.minor < 0 ? -1 : 1
  const amount = formatAmount({ ...money, minor: sign * money.minor })
  return amountFormat(tag, money.currency, hasCents(amount)).format(sign * Number(amount))
}

/** With the zone, because people elsewhere read it, too. */
function shownTime(
  { atMs, timeZone = 'UTC' }: { readonly atMs: number; readonly timeZone?: string },
  tag: string,
): string {
  const format = { dateStyle: 'medium', timeStyle: 'short', timeZone } as const
  return `${new Intl.DateTimeFormat(tag, format).format(atMs)} (${timeZone})`
}
