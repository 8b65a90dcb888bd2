import { optional, type ParameterTable } from './table.ts'
import {
  boolean,
  choice,
  digits,
  integer,
  patternInWords,
  text,
  timestamp,
  type ValueType,
} from './value-types.ts'

const MAX_CRON_ELEMENTS = 60

interface CronField {
  /** Numbers and names of the field, as a pattern. */
  readonly unit: string
  /** The same in words. */
  readonly range: string
  readonly example: string
  /** What else an element may be, as a pattern that begins with `|`, and in words. */
  readonly special?: readonly [pattern: string, words: string]
}

/**
 * A comma list of `*`, numbers, ranges `a-b` and steps `/n`, and of the field's special elements.
 * Whether a schedule ever comes due is not a question of its form.
 */
function cronField({ unit, range, example, special = ['', ''] }: CronField): ValueType {
  const span = `(?:${unit})(?:-(?:${unit}))?`
  const element = `(?:(?:\\*|${span})(?:/[0-9]{1,2})?${special[0]})`
  const more = MAX_CRON_ELEMENTS - 1
  return patternInWords(
    new RegExp(`^${element}(?:,${element}){0,${more}}$`),
    example,
    `a comma list of ${range}, *, ranges with - and steps with /${special[1]}`,
  )
}

const DAY_OF_MONTH = '0?[1-9]|[12][0-9]|3[01]'
const DAY_OF_WEEK = '[1-7]|SUN|MON|TUE|WED|THU|FRI|SAT'

const unit = choice(['YEAR', 'MONTH', 'WEEK', 'DAY', 'HOUR', 'MINUTE', 'SECOND'])

/** Additions to the interface document. */
export const scheduling = {
  source: 'decisions §10, schedules',
  rows: {
    'job.timeZone': optional(
      patternInWords(
        /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+){0,2}$/,
        'Europe/Berlin',
        'a time zone of the IANA list, such as Europe/Berlin or UTC',
      ),
      { default: 'UTC' },
    ),
    dryRun: optional(boolean, { echoed: false, default: 'false' }),
    afterId: optional(patternInWords(/^[0-9a-f]{32}$/, undefined, 'the id of a schedule'), {
      echoed: false,
    }),
  },
  rules: [],
} as const satisfies ParameterTable

/**
 * When a schedule pays. `job.expression` overwrites the seven fields; the defaults of the two day
 * fields collide, so the one that was not sent counts as `?` (decisions §10).
 */
export const job = {
  source: 'interface document, Scheduling (subscription jobs)',
  passedOn: ['job.name'],
  rows: {
    'job.name': optional(text(1, 64)),
    'job.year': optional(
      cronField({
        unit: '19[7-9][0-9]|20[0-9]{2}',
        range: '1970-2099',
        example: '2031-2033',
      }),
      { default: '*' },
    ),
    'job.month': optional(cronField({ unit: '0?[1-9]|1[0-2]', range: '1-12', example: '*/3' }), {
      default: '1',
    }),
    'job.dayOfMonth': optional(
      cronField({
        unit: DAY_OF_MONTH,
        range: '1-31',
        example: '15W',
        special: [`|\\?|L(?:-[0-9]{1,2})?|LW|(?:29|30|31)L|(?:${DAY_OF_MONTH})W`, ', or ? L W'],
      }),
      { default: '1' },
    ),
    'job.dayOfWeek': optional(
      cronField({
        unit: DAY_OF_WEEK,
        range: '1-7 or SUN-SAT',
        example: 'MON-FRI',
        special: [`|\\?|L|(?:${DAY_OF_WEEK})(?:L|#[1-5])`, ', or ? L #'],
      }),
      { default: '1' },
    ),
    'job.hour': optional(cronField({ unit: '[01]?[0-9]|2[0-3]', range: '0-23', example: '8,20' }), {
      default: '0',
    }),
    'job.minute': optional(integer(0, 59), { default: '0' }),
    'job.second': optional(cronField({ unit: '[0-5]?[0-9]', range: '0-59', example: '0' }), {
      default: '0',
    }),
    'job.startDate': optional(timestamp),
    'job.endDate': optional(timestamp),
    'job.noticeUnit': optional(unit),
    'job.noticeNumber': optional(digits(1, 16, '3')),
    'job.noticeCallable': optional(choice(['ANYTIME', 'DURATION_END'])),
    'job.durationUnit': optional(unit),
    'job.durationNumber': optional(digits(1, 16, '12')),
    'job.expression': optional(text(1, 256)),
  },
  rules: [
    {
      kind: 'oneUnset',
      names: ['job.dayOfWeek', 'job.dayOfMonth'],
      unset: '?',
      unless: 'job.expression',
    },
  ],
} as const satisfies ParameterTable
