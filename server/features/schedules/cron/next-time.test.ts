import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isCronFault, parseCron } from './expression.ts'
import { nextTime } from './next-time.ts'
import { comesDueAt } from './plain-search.fixture.ts'
import { momentOf, type TimeZone, timeZoneOf } from './time-zone.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const DAY = 1440 * MINUTE

function cronOf(text: string) {
  const cron = parseCron(text)
  if (isCronFault(cron)) throw new Error(`${text}: ${cron.message}`)
  return cron
}

function zoneOf(name: string): TimeZone {
  const zone = timeZoneOf(name)
  if (zone === undefined) throw new Error(name)
  return zone
}

const utc = zoneOf('UTC')

/** Elements of a field with any numbers. */
function elements(min: number, max: number, names: readonly string[] = []) {
  const number = fc.integer({ min, max })
  const unit =
    names.length === 0
      ? number.map(String)
      : fc.oneof(
          number.map(String),
          number.map((one) => names[one - min] ?? ''),
        )
  const step = fc.integer({ min: 1, max: max - min })
  return fc.oneof(
    fc.constant('*'),
    unit,
    fc.tuple(unit, unit).map(([from, to]) => `${from}-${to}`),
    fc.tuple(unit, step).map(([from, by]) => `${from}/${by}`),
    fc.tuple(unit, unit, step).map(([from, to, by]) => `${from}-${to}/${by}`),
    step.map((by) => `*/${by}`),
  )
}

const list = (element: fc.Arbitrary<string>) =>
  fc.array(element, { minLength: 1, maxLength: 3 }).map((all) => all.join(','))

const months = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ')
const weekdays = 'SUN MON TUE WED THU FRI SAT'.split(' ')

const dayOfMonth = fc.oneof(
  elements(1, 31),
  fc.integer({ min: 1, max: 31 }).map((day) => `${day}W`),
  fc.constantFrom('L', 'LW', 'L-1', 'L-3', 'L-3W', 'L-28', 'L-30', '29L', '30L', '31L'),
)
const dayOfWeek = fc.oneof(
  elements(1, 7, weekdays),
  fc.integer({ min: 1, max: 7 }).map((day) => `${day}L`),
  fc
    .tuple(fc.constantFrom(...weekdays), fc.integer({ min: 1, max: 5 }))
    .map((all) => all.join('#')),
  fc.constant('L'),
)

const days = fc.oneof(
  list(dayOfMonth).map((text) => [text, '?'] as const),
  list(dayOfWeek).map((text) => ['?', text] as const),
)

const expressions = fc
  .tuple(
    list(elements(0, 59)),
    list(elements(0, 59)),
    list(elements(0, 23)),
    days,
    list(elements(1, 12, months)),
    fc.constantFrom('*', '2026-2029', '2027', '2026,2028,2031', '2020/4'),
  )
  .map(([second, minute, hour, [ofMonth, ofWeek], month, year]) =>
    [second, minute, hour, ofMonth, month, ofWeek, year].join(' '),
  )

const moments = fc.integer({
  min: Date.UTC(2025, 11, 1) / SECOND,
  max: Date.UTC(2032, 0, 1) / SECOND,
})

interface PlainSearch {
  /** Exclusive. */
  readonly fromMs: number
  /** Inclusive. */
  readonly untilMs: number
  readonly stepMs: number
}

/** Expects what a search finds that asks at each step whether the expression comes due. */
function expectPlainSearch(expression: string, { fromMs, untilMs, stepMs }: PlainSearch): void {
  let expected: number | undefined
  for (let ms = fromMs + stepMs; ms <= untilMs && expected === undefined; ms += stepMs) {
    if (comesDueAt(expression, ms)) expected = ms
  }
  const found = nextTime(cronOf(expression), fromMs, utc)
  expect(found !== undefined && found <= untilMs ? found : undefined).toBe(expected)
}

describe('nextTime', () => {
  it('finds the minute that a plain search finds minute by minute', () => {
    fc.assert(
      fc.property(expressions, moments, (text, at) => {
        const expression = text.replace(/^\S+/, '0')
        const fromMs = Math.floor((at * SECOND) / MINUTE) * MINUTE
        const untilMs = fromMs + 3 * DAY
        expectPlainSearch(expression, { fromMs, untilMs, stepMs: MINUTE })
      }),
      { numRuns: 60 },
    )
  })

  it('finds the second that a plain search finds second by second', () => {
    fc.assert(
      fc.property(expressions, moments, (expression, at) => {
        const cron = cronOf(expression)
        const first = nextTime(cron, at * SECOND, utc)
        // The window begins near a fire time, so that most windows hold some.
        const fromMs = first === undefined ? at * SECOND : first - 90 * SECOND
        for (let ms = fromMs; ms < fromMs + 180 * SECOND; ms += SECOND)
          expect(nextTime(cron, ms - 1, utc) === ms).toBe(comesDueAt(expression, ms))
      }),
      { numRuns: 40 },
    )
  })

  it('finds the day that a plain search finds day by day in eight years', () => {
    fc.assert(
      fc.property(expressions, moments, (text, at) => {
        const expression = text.replace(/^\S+ \S+ \S+/, '0 0 0')
        const fromMs = Math.floor((at * SECOND) / DAY) * DAY
        const untilMs = fromMs + 2922 * DAY
        expectPlainSearch(expression, { fromMs, untilMs, stepMs: DAY })
      }),
      { numRuns: 60 },
    )
  })

  it('finds times of other zones at the local times that an expression names', () => {
    const zones = fc.constantFrom('Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe')
    fc.assert(
      fc.property(expressions, moments, zones, (expression, at, name) => {
        const zone = zoneOf(name)
        const found = nextTime(cronOf(expression), at * SECOND, zone)
        if (found === undefined) return
        const localMs = found + zone.offsetAt(found)
        expect(found).toBeGreaterThan(at * SECOND)
        // At the moment of a change the local time that was meant is one that was skipped.
        const changed = zone.offsetAt(found) !== zone.offsetAt(found - SECOND)
        expect(changed || comesDueAt(expression, localMs)).toBe(true)
      }),
      { numRuns: 40 },
    )
  })

  it('ends its search for an expression that never comes due', () => {
    expect(nextTime(cronOf('* * * 30 2 ?'), 0, utc)).toBeUndefined()
  })

  it('finds a time in the middle of a second after the moment', () => {
    expect(nextTime(cronOf('* * * * * ?'), 500, utc)).toBe(1000)
  })
})

describe('timeZoneOf', () => {
  it.each(['Europe/Atlantis', '+01:00', '', 'x'.repeat(100)])('does not know %j', (name) => {
    expect(timeZoneOf(name)).toBeUndefined()
  })

  it('takes names of the IANA list, also old ones', () => {
    for (const name of ['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Asia/Calcutta'])
      expect(timeZoneOf(name)?.name).toBe(name)
  })
})

describe('momentOf', () => {
  const berlin = zoneOf('Europe/Berlin')

  it('takes the first of two moments with one local time', () => {
    expect(momentOf(Date.UTC(2026, 9, 25, 2, 30), berlin)).toBe(Date.UTC(2026, 9, 25, 0, 30))
  })

  it('takes the first moment after a change that skips a local time', () => {
    expect(momentOf(Date.UTC(2026, 2, 29, 2, 30), berlin)).toBe(Date.UTC(2026, 2, 29, 1))
  })
})
