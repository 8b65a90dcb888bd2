import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../common/durations.ts'
import type { EntityRow } from '../store/port.ts'
import {
  earlierLimitsAfter,
  heldAccountUntilMs,
  limitAt,
  limitsAt,
  limitsFault,
  mayBeSecond,
} from './second-person-limit.ts'
import { type EntitySettings, settingsOf } from './settings.ts'

const NOW_MS = 1_000 * HOUR_MS

const entity = (settings: Partial<EntitySettings>, name = '') =>
  ({ name, settings: JSON.stringify(settings) }) as EntityRow

const limited = (secondPersonAbove: Readonly<Record<string, string>>, name = '') =>
  entity({ secondPersonAbove }, name)

describe('the limit of the second person', () => {
  it('is the lowest of an entity and those above it, for each currency', () => {
    const channel = limited({ EUR: '9999.00', USD: '20.00', GBP: '30.00' })
    const merchant = limited({ EUR: '100.00', USD: '200.00', JPY: '5000' })
    const settings = settingsOf([channel, merchant, entity({}), limited({ EUR: '150.00' })])
    expect(limitsAt(settings, NOW_MS)).toEqual({
      EUR: '100.00',
      USD: '20.00',
      GBP: '30.00',
      JPY: '5000',
    })
  })

  it('holds an account that one person has changed in live for a day, also after it was taken away', () => {
    const taken = { earlierLimits: [{ currency: 'EUR', amount: '1.00', untilMs: NOW_MS + 1 }] }
    const held = NOW_MS + 24 * HOUR_MS
    expect(heldAccountUntilMs({ secondPersonAbove: { EUR: '1.00' } }, NOW_MS, 'live')).toBe(held)
    expect(heldAccountUntilMs(taken, NOW_MS, 'live')).toBe(held)
    expect(heldAccountUntilMs(taken, NOW_MS + 1, 'live')).toBeUndefined()
    expect(heldAccountUntilMs({}, NOW_MS, 'live')).toBeUndefined()
    expect(heldAccountUntilMs(taken, NOW_MS, 'test')).toBeUndefined()
  })

  it('may not be set above that of an entity above, which is named', () => {
    const path = (EUR: string) => [limited({ EUR }), limited({ EUR: '100.00' }, 'Teahouse')]
    expect(limitsFault(path('100.00'), { EUR: '100.00', USD: '9.00' })).toBe(undefined)
    expect(limitsFault(path('100.00'), { EUR: '100.01' })).toContain(
      'secondPersonAbove.EUR must be at most 100.00, the limit of Teahouse',
    )
  })

  const changed = (before: Partial<EntitySettings>, next: Readonly<Record<string, string>>) => ({
    secondPersonAbove: next,
    earlierLimits: earlierLimitsAfter(entity(before), next, NOW_MS),
  })

  it.each([
    ['raised', { EUR: '900.00' }, '900.00'],
    ['removed', {}, undefined],
  ])('that is %s counts for a day more', (_how, next, later) => {
    const settings = changed({ secondPersonAbove: { EUR: '50.00' } }, next)
    expect(limitAt(settings, 'EUR', NOW_MS)).toBe('50.00')
    expect(limitAt(settings, 'EUR', NOW_MS + 24 * HOUR_MS - 1)).toBe('50.00')
    expect(limitAt(settings, 'EUR', NOW_MS + 24 * HOUR_MS)).toBe(later)
  })

  it('that is lowered, or is the first one, counts at once', () => {
    const settings = changed({ secondPersonAbove: { EUR: '50.00' } }, { EUR: '20.00', USD: '9.00' })
    expect(settings.earlierLimits).toEqual([])
    expect(limitsAt(settings, NOW_MS)).toEqual({ EUR: '20.00', USD: '9.00' })
  })

  it('that is raised in steps, or put back, counts no sooner than a day after the last one', () => {
    const earlier = { currency: 'EUR', amount: '50.00', untilMs: NOW_MS + HOUR_MS }
    const raised = { secondPersonAbove: { EUR: '100.00' }, earlierLimits: [earlier] }
    expect(changed(raised, { EUR: '900.00' }).earlierLimits).toEqual([
      { ...earlier, untilMs: NOW_MS + 24 * HOUR_MS },
    ])
    expect(changed(raised, { EUR: '50.00' }).earlierLimits).toEqual([earlier])
    const over = { ...raised, earlierLimits: [{ ...earlier, untilMs: NOW_MS }] }
    expect(changed(over, { EUR: '100.00' }).earlierLimits).toEqual([])
  })

  it('of an entity above counts below it as long as there', () => {
    const earlierLimits = [{ currency: 'EUR', amount: '50.00', untilMs: NOW_MS + HOUR_MS }]
    const path = [
      entity({
        earlierLimits: [{ currency: 'EUR', amount: '60.00', untilMs: NOW_MS + 2 * HOUR_MS }],
      }),
      entity({ earlierLimits }),
    ]
    expect(limitAt(settingsOf(path), 'EUR', NOW_MS)).toBe('50.00')
    expect(limitAt(settingsOf(path), 'EUR', NOW_MS + HOUR_MS)).toBe('60.00')
    expect(limitAt(settingsOf(path), 'EUR', NOW_MS + 2 * HOUR_MS)).toBe(undefined)
  })
})

describe('the second person', () => {
  const decidesSinceMs = Date.UTC(2026, 10, 20, 12)
  const afterHours = (hours: number) => decidesSinceMs + hours * HOUR_MS

  it('is in live one who has had the role for a day at least', () => {
    expect(mayBeSecond({ decidesSinceMs }, afterHours(24) - 1, 'live')).toBe(false)
    expect(mayBeSecond({ decidesSinceMs }, afterHours(24), 'live')).toBe(true)
  })

  it('is in the test environment any other user', () => {
    expect(mayBeSecond({ decidesSinceMs }, decidesSinceMs, 'test')).toBe(true)
  })
})
