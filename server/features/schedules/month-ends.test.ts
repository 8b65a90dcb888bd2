import { describe, expect, it } from 'vitest'
import { ParameterValues } from '../../parameters/values.ts'
import { laterBy } from './calendar.ts'
import { timeZoneOf } from './cron/time-zone.ts'
import { endOf } from './ends.ts'
import { nextRunOf, type Plan, planOf } from './plan.ts'

/** With a change of the clock in both directions, of half an hour, at midnight, and none at all. */
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'America/Santiago',
  'Asia/Kolkata',
]

/** Some of them are skipped or twice there on the days on which clocks change. */
const TIMES = ['00:00:00', '00:30:00', '01:45:00', '02:30:00', '08:00:00', '23:59:59']

const two = (number: number) => String(number).padStart(2, '0')

/** By a table, not by a calendar of the language. */
function daysOf(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
}

/** The days from which a month later has another number: 28 to 31, from 2026 to 2033. */
const STARTS = Array.from({ length: 8 * 12 }, (_, at) => {
  const [year, month] = [2026 + Math.floor(at / 12), (at % 12) + 1]
  return Array.from({ length: daysOf(year, month) - 27 }, (_none, more) => {
    return { year, month, day: 28 + more }
  })
}).flat()

interface Day {
  readonly year: number
  readonly month: number
  readonly day: number
}

function monthsLater({ year, month, day }: Day, months: number): Day {
  const all = year * 12 + month - 1 + months
  const after = { year: Math.floor(all / 12), month: (all % 12) + 1 }
  return { ...after, day: Math.min(day, daysOf(after.year, after.month)) }
}

const textOf = ({ year, month, day }: Day, time: string) =>
  `${year}-${two(month)}-${two(day)} ${time}`

const formats = new Map(
  ZONES.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }),
  ]),
)
const localText = (zone: string, atMs: number) => formats.get(zone)?.format(atMs) ?? ''

/** Whether a moment is the one of a local time: the first of two, and the first after one that is skipped. */
function isMomentOf(zone: string, atMs: number, local: string): boolean {
  const shown = localText(zone, atMs)
  const isEarlierToo = [1_800_000, 3_600_000].some((ms) => localText(zone, atMs - ms) === shown)
  if (shown === local) return !isEarlierToo
  return shown > local && localText(zone, atMs - 1000) < local
}

function planFor(job: Readonly<Record<string, string>>): Plan {
  return planOf(ParameterValues.of(Object.entries(job)))
}

function runsOf(plan: Plan, endsAtMs: number | null): number[] {
  const runs: number[] = []
  let at = nextRunOf(plan, endsAtMs, (plan.startMs ?? 0) - 1)
  for (; at !== null && runs.length < 500; at = nextRunOf(plan, endsAtMs, at)) runs.push(at)
  return runs
}

describe.each(ZONES)('in %s, from the 28th to the 31st of each month of eight years', (name) => {
  const zone = timeZoneOf(name)
  if (zone === undefined) throw new Error(`${name} is no time zone`)

  it.each([
    ['MONTH', [1, 2, 3, 6, 11, 12, 13, 24, 37]],
    ['YEAR', [1, 2, 3, 4, 5]],
  ] as const)(
    'a length in %s ends on the same day, or on the last of its month',
    (unit, lengths) => {
      const wrong: string[] = []
      for (const start of STARTS) {
        for (const time of TIMES) {
          const local = textOf(start, time)
          const localMs = Date.parse(`${local.replace(' ', 'T')}Z`)
          const job = {
            'job.timeZone': name,
            'job.startDate': local,
            'job.expression': '0 0 0 1 * ?',
          }
          const { startMs = Number.NaN } = planFor(job)
          if (!isMomentOf(name, startMs, local)) wrong.push(`start ${local}`)
          for (const number of lengths) {
            const end = monthsLater(start, unit === 'YEAR' ? 12 * number : number)
            const endMs = laterBy(startMs, { number, unit }, zone, localMs)
            if (!isMomentOf(name, endMs, textOf(end, time)))
              wrong.push(`${local} + ${number}: ${localText(name, endMs)}`)
          }
        }
      }
      expect(wrong).toEqual([])
    },
  )

  it('a term of n months or years that begins with a run has n runs, each on its day', () => {
    const wrong: string[] = []
    for (const start of STARTS) {
      // The day itself where the month has it, its last day otherwise.
      for (const asked of [start.day, 31]) {
        if (asked === 31 && start.day !== daysOf(start.year, start.month)) continue
        const days = asked < 29 ? String(asked) : `${asked}L`
        for (const [number, unit] of [
          [1, 'MONTH'],
          [12, 'MONTH'],
          [13, 'MONTH'],
          [4, 'YEAR'],
        ] as const) {
          const plan = planFor({
            'job.timeZone': name,
            'job.startDate': textOf(start, '08:00:00'),
            'job.expression': `0 0 8 ${days} ${unit === 'MONTH' ? '*' : start.month} ?`,
            'job.durationNumber': String(number),
            'job.durationUnit': unit,
          })
          const runs = runsOf(plan, endOf(plan, plan.startMs ?? 0))
          const step = unit === 'YEAR' ? 12 : 1
          const due = Array.from({ length: number }, (_, at) => {
            const { year, month } = monthsLater({ ...start, day: 1 }, at * step)
            return textOf({ year, month, day: Math.min(asked, daysOf(year, month)) }, '08:00:00')
          })
          const shown = runs.map((atMs) => localText(name, atMs))
          if (shown.join() !== due.join())
            wrong.push(`${due[0]} ${days} ${number} ${unit}: ${shown}`)
        }
      }
    }
    expect(wrong.slice(0, 5)).toEqual([])
  })

  it('a plain 29, 30 or 31 has no run in a month without that day', () => {
    for (const day of [29, 30, 31]) {
      const plan = planFor({
        'job.timeZone': name,
        'job.startDate': '2027-01-01 00:00:00',
        'job.endDate': '2033-12-31 23:59:59',
        'job.expression': `0 0 8 ${day} * ?`,
      })
      const due = Array.from({ length: 7 * 12 }, (_, at) =>
        monthsLater({ year: 2027, month: 1, day: 1 }, at),
      )
        .filter(({ year, month }) => daysOf(year, month) >= day)
        .map(({ year, month }) => textOf({ year, month, day }, '08:00:00'))
      expect(runsOf(plan, endOf(plan, plan.startMs ?? 0)).map((at) => localText(name, at))).toEqual(
        due,
      )
    }
  })
})
