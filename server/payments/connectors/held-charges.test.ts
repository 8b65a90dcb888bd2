import { expect, it } from 'vitest'
import { CHARGE_REPLAYED_MS, createHeldCharges, MAX_HELD, mayReplayChange } from './held-charges.ts'

function held() {
  let nowMs = 0
  const charges = createHeldCharges({ monotonic: () => nowMs })
  const pass = (ms: number) => {
    nowMs += ms
  }
  return { ...charges, pass }
}

const CHARGE = { body: '{}', key: 'key' }

it('a charge is held until it is dropped', () => {
  const { hold, find, drop } = held()
  hold('a', CHARGE)
  expect(find('a')).toBe(CHARGE)
  drop('a')
  expect(find('a')).toBeUndefined()
})

it('a charge is forgotten when its shopper has gone', () => {
  const { hold, find, pass } = held()
  hold('a', CHARGE)
  pass(CHARGE_REPLAYED_MS - 1)
  expect(find('a')).toBe(CHARGE)
  pass(1)
  expect(find('a')).toBeUndefined()
})

it('of too many charges the oldest is forgotten', () => {
  const { hold, find } = held()
  for (let number = 0; number <= MAX_HELD; number += 1) hold(String(number), CHARGE)
  expect(find('0')).toBeUndefined()
  expect(find('1')).toBe(CHARGE)
})

it('a change is sent again while its provider surely knows the key, and not before it was sent', () => {
  const sent = { sentAtMs: 1_000 }
  const times = [999, 1_000, 6_000, 6_001]
  expect(times.map((nowMs) => mayReplayChange(sent, nowMs, 5_000))).toEqual([
    false,
    true,
    true,
    false,
  ])
})
