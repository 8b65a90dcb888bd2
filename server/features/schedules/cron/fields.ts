/** A field of a cron expression. */
export type CronFieldName =
  | 'second'
  | 'minute'
  | 'hour'
  | 'dayOfMonth'
  | 'month'
  | 'dayOfWeek'
  | 'year'

/** The values that a field may have. */
export interface CronFieldKind {
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
export const CRON_FIELDS: readonly CronFieldKind[] = [
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
export interface CronFault {
  /** Absent where the number of fields is wrong. */
  readonly field?: CronFieldName
  readonly value: string
  /** What is wrong and what is allowed, as the end of a sentence. */
  readonly message: string
}

export function isCronFault(value: object): value is CronFault {
  return 'message' in value
}
