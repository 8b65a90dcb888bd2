/** A field of a cron expression. */
type CronFieldName = 'second' | 'minute' | 'hour' | 'dayOfMonth' | 'month' | 'dayOfWeek' | 'year'

/** The values that a field may have. */
interface CronFieldKind {
  readonly name: CronFieldName
  readonly min: number
  readonly max: number
  /** Names of the numbers from `min` on. */
  readonly names: readonly string[]
  /** What an element may be, in words. */
  readonly allowed: string
}

const COMMON = '*, numbers, ranges with -, steps with /'

const MONTHS = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ')
const DAYS = 'SUN MON TUE WED THU FRI SAT'.split(' ')

/** In the order of an expression. The year may be left out. */
const CRON_FIELDS: readonly CronFieldKind[] = [
  { name: 'second', min: 0, max: 59, names: [], allowed: `0-59: ${COMMON}` },
  { name: 'minute', min: 0, max: 59, names: [], allowed: `0-59: ${COMMON}` },
  { name: 'hour', min: 0, max: 23, names: [], allowed: `0-23: ${COMMON}` },
  {
    name: 'dayOfMonth',
    min: 1,
    max: 31,
    names: [],
    allowed: `1-31: ?, ${COMMON}; L, L-3, LW, L-3W, 15W, 30L`,
  },
  { name: 'month', min: 1, max: 12, names: MONTHS, allowed: `1-12 or JAN-DEC: ${COMMON}` },
  {
    name: 'dayOfWeek',
    min: 1,
    max: 7,
    names: DAYS,
    allowed: `1-7 (1 is SUN) or SUN-SAT: ?, ${COMMON}; L, 6L, 2#1`,
  },
  { name: 'year', min: 1970, max: 2099, names: [], allowed: `1970-2099: ${COMMON}` },
]

/** Why an expression is refused. */
interface CronFault {
  /** Absent where the number of fields is wrong. */
  readonly field?: CronFieldName
  readonly value: string
  /** What is wrong and what is allowed, as the end of a sentence. */
  readonly message: string
}

export function isCronFault(value: object): value is CronFault {
  return 'message' in value
}

/** A cron expression in the meaning of Quartz. */
export type CronExpression = Readonly<Record<CronFieldName, CronValues>>

/** Reads `second minute hour dayOfMonth month dayOfWeek [year]`. */
export function parseCron(text: string): CronExpression | CronFault {
  const texts = text.trim().split(/\s+/)
  if (texts.length < CRON_FIELDS.length - 1 || texts.length > CRON_FIELDS.length) {
    return {
      value: text,
      message:
        'must have six or seven fields: second minute hour dayOfMonth month dayOfWeek and, if wanted, year',
    }
  }
  const fields = new Map<CronFieldName, CronValues>()
  for (const [index, kind] of CRON_FIELDS.entries()) {
    const values = parseField(kind, texts[index] ?? '*')
    if (isCronFault(values)) return values
    fields.set(kind.name, values)
  }
  const expression = Object.fromEntries(fields) as CronExpression
  return daysFault(expression, texts) ?? expression
}

function daysFault(
  { dayOfMonth, dayOfWeek }: CronExpression,
  texts: readonly string[],
): CronFault | undefined {
  if (dayOfMonth.unset !== dayOfWeek.unset) return undefined
  const message = dayOfMonth.unset
    ? 'must not be ? when dayOfMonth is ? as well: one of them says on which days'
    : 'must be ? when dayOfMonth is set, or dayOfMonth must be ?: one of them says on which days'
  return { field: 'dayOfWeek', value: texts[5] ?? '', message }
}

/** A day that depends on the month. */
export type SpecialDay =
  /** `15W`: the weekday nearest to a day of the month. */
  | { readonly kind: 'nearestWeekday'; readonly day: number }
  /** `L`, `L-3`, `LW`, `L-3W`: counted from the last day of the month. */
  | { readonly kind: 'last'; readonly before: number; readonly nearestWeekday: boolean }
  /** `30L`: a day of the month, or the last day of a month that is shorter. */
  | { readonly kind: 'dayOrLast'; readonly day: number }
  /** `6L`: the last one of a day of the week. */
  | { readonly kind: 'lastOfWeekday'; readonly weekday: number }
  /** `2#1`: the nth one of a day of the week. */
  | { readonly kind: 'nthOfWeekday'; readonly weekday: number; readonly nth: number }

/** The values of a field: a moment matches if one of them does. */
interface CronValues {
  /** `?`: the other field of days decides. */
  readonly unset: boolean
  readonly numbers: ReadonlySet<number>
  readonly special: readonly SpecialDay[]
}

const MAX_DAYS_BEFORE_LAST = 30

/** Reads one field of an expression: a comma list. */
function parseField(kind: CronFieldKind, text: string): CronValues | CronFault {
  if (text === '?') return parseUnset(kind)
  const numbers = new Set<number>()
  const special: SpecialDay[] = []
  for (const element of text.toUpperCase().split(',')) {
    const day = specialDay(kind, element)
    const read = day === undefined ? parseNumbers(kind, element) : []
    if (typeof read === 'string') return fault(kind, element === '' ? text : element, read)
    for (const number of read) numbers.add(number)
    if (day !== undefined) special.push(day)
  }
  return { unset: false, numbers, special }
}

function parseUnset(kind: CronFieldKind): CronValues | CronFault {
  if (kind.name !== 'dayOfMonth' && kind.name !== 'dayOfWeek')
    return fault(kind, '?', 'is for the fields dayOfMonth and dayOfWeek only')
  return { unset: true, numbers: new Set(), special: [] }
}

function fault(kind: CronFieldKind, value: string, reason: string): CronFault {
  return { field: kind.name, value, message: `${reason}; allowed is ${kind.allowed}` }
}

function specialDay(kind: CronFieldKind, text: string): SpecialDay | undefined {
  if (kind.name === 'dayOfMonth') return specialDayOfMonth(kind, text)
  return kind.name === 'dayOfWeek' ? specialDayOfWeek(kind, text) : undefined
}

function specialDayOfMonth(kind: CronFieldKind, text: string): SpecialDay | undefined {
  const last = /^L(?:-(\d{1,2}))?(W?)$/.exec(text)
  if (last !== null) {
    const before = Number(last[1] ?? 0)
    if (before > MAX_DAYS_BEFORE_LAST) return undefined
    return { kind: 'last', before, nearestWeekday: last[2] === 'W' }
  }
  // Every month has a 28th.
  const long = /^(29|30|31)L$/.exec(text)?.[1]
  if (long !== undefined) return { kind: 'dayOrLast', day: Number(long) }
  const day = numberOf(kind, /^(\d{1,2})W$/.exec(text)?.[1])
  return day === undefined ? undefined : { kind: 'nearestWeekday', day }
}

function specialDayOfWeek(kind: CronFieldKind, text: string): SpecialDay | undefined {
  const last = numberOf(kind, /^(\w{1,3})L$/.exec(text)?.[1])
  if (last !== undefined) return { kind: 'lastOfWeekday', weekday: last }
  const [, name, nth] = /^(\w{1,3})#([1-5])$/.exec(text) ?? []
  const weekday = numberOf(kind, name)
  return weekday === undefined ? undefined : { kind: 'nthOfWeekday', weekday, nth: Number(nth) }
}

/** The numbers of `*`, `5`, `5-9`, each also with `/2`; a text says what is wrong. */
function parseNumbers(kind: CronFieldKind, text: string): number[] | string {
  // Quartz: a lone L is the last day of the week.
  if (kind.name === 'dayOfWeek' && text === 'L') return [kind.max]
  const [span = '', stepText, ...more] = text.split('/')
  if (text === '' || more.length > 0) return 'is not an element of this field'
  const step = stepText === undefined ? undefined : stepOf(kind, stepText)
  if (typeof step === 'string') return step
  const bounds = boundsOf(kind, span, step !== undefined)
  if (typeof bounds === 'string') return bounds
  const numbers: number[] = []
  const width = kind.max - kind.min + 1
  for (let number = bounds.first; number <= bounds.last; number += step ?? 1)
    numbers.push(number > kind.max ? number - width : number)
  return numbers
}

function stepOf(kind: CronFieldKind, text: string): number | string {
  const most = kind.max - (kind.min === 0 ? 0 : kind.min - 1)
  const step = /^\d{1,4}$/.test(text) ? Number(text) : 0
  const limit = kind.name === 'year' ? kind.max - kind.min : most
  return step >= 1 && step <= limit ? step : `has no step of 1-${limit} after /`
}

/** `last` is above the greatest number where a range goes over the end: NOV-FEB is 11 to 14. */
function boundsOf(
  kind: CronFieldKind,
  span: string,
  hasStep: boolean,
): { readonly first: number; readonly last: number } | string {
  if (span === '*' || (span === '' && hasStep)) return { first: kind.min, last: kind.max }
  const [from, to, ...more] = span.split('-')
  const first = numberOf(kind, from)
  if (first === undefined || more.length > 0) return 'is not an element of this field'
  if (to === undefined) return { first, last: hasStep ? kind.max : first }
  const last = numberOf(kind, to)
  if (last === undefined) return 'is not an element of this field'
  if (last >= first) return { first, last }
  // Quartz: years do not begin again.
  if (kind.name === 'year') return 'is a range of years that goes backwards'
  return { first, last: last + kind.max - kind.min + 1 }
}

function numberOf({ min, max, names }: CronFieldKind, text: string | undefined) {
  if (text === undefined) return undefined
  const named = names.indexOf(text)
  if (named >= 0) return named + min
  if (!/^\d{1,4}$/.test(text)) return undefined
  const number = Number(text)
  return number >= min && number <= max ? number : undefined
}
