import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  hashToken,
  idsOfShortId,
  isObjectId,
  ndcOf,
  ndcOfCheckout,
  newAccessToken,
  newCheckoutId,
  newObjectId,
  newRequestHex,
  objectIdSource,
  shortIdOf,
} from './ids.ts'

const NOW_MS = Date.UTC(2026, 10, 20)

describe('object ids', () => {
  test('are 32 lowercase hex digits that begin 8ac7a4', () => {
    expect(newObjectId(NOW_MS)).toMatch(/^8ac7a4[0-9a-f]{26}$/)
  })

  test('carry the millisecond after the prefix', () => {
    const id = objectIdSource()(NOW_MS)
    expect(Number.parseInt(id.slice(6, 18), 16)).toBe(NOW_MS)
  })

  test('strictly ascend whatever the clock does', () => {
    const clockReadings = fc.array(fc.integer({ min: 0, max: 2 ** 48 - 1 }), { minLength: 2 })
    fc.assert(
      fc.property(clockReadings, (readings) => {
        const next = objectIdSource()
        const ids = readings.map(next)
        expect(ids).toEqual([...new Set(ids)].sort())
        expect(ids.every((id) => id.length === 32)).toBe(true)
      }),
    )
  })

  test('strictly ascend within one millisecond, from the highest first sequence on', () => {
    const next = objectIdSource((digits) => 'f'.repeat(digits))
    const ids = Array.from({ length: 5000 }, () => next(NOW_MS))
    expect(ids).toEqual([...new Set(ids)].sort())
    expect(ids.every((id) => id.length === 32)).toBe(true)
  })

  test('differ between processes that draw in the same millisecond', () => {
    expect(objectIdSource()(NOW_MS)).not.toBe(objectIdSource()(NOW_MS))
  })
})

describe('checkout ids', () => {
  test('are 32 uppercase hex digits, a dot and the node', () => {
    expect(newCheckoutId('uat01-vm-tx01')).toMatch(/^[0-9A-F]{32}\.uat01-vm-tx01$/)
  })

  test('never repeat', () => {
    const ids = Array.from({ length: 2000 }, () => newCheckoutId('node'))
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('become an ndc without a dot', () => {
    expect(ndcOfCheckout('0F.uat01-vm-tx01')).toBe('0F-uat01-vm-tx01')
  })
})

test('a short id is three groups of four digits, the same for the same id', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: NOW_MS }), (nowMs) => {
      const id = newObjectId(nowMs)
      expect(shortIdOf(id)).toMatch(/^\d{4}\.\d{4}\.\d{4}$/)
      expect(shortIdOf(id)).toBe(shortIdOf(id))
    }),
  )
})

test('a short id can be turned back into the id', () => {
  const first = Date.UTC(2026, 0, 1)
  fc.assert(
    fc.property(
      fc.integer({ min: first, max: first + 20 * 365 * 86_400_000 }),
      fc.integer({ min: 0, max: 20 * 365 * 86_400_000 }),
      (madeMs, laterMs) => {
        const id = objectIdSource()(madeMs)
        const ranges = idsOfShortId(shortIdOf(id), madeMs + laterMs)
        expect(ranges.some(({ from, before }) => from <= id && id < before)).toBe(true)
        expect(ranges.length).toBeLessThanOrEqual(16)
      },
    ),
  )
  const ahead = objectIdSource()(NOW_MS + 365 * 86_400_000)
  const ranges = idsOfShortId(shortIdOf(ahead), NOW_MS)
  expect(ranges.some(({ from, before }) => from <= ahead && ahead < before)).toBe(true)
  expect(idsOfShortId('4711', NOW_MS)).toEqual([])
})

test('an access token has at least 128 random bits and only characters that a header allows', () => {
  const token = newAccessToken()
  expect(token).toMatch(/^[0-9a-f]{48}$/)
  expect(newAccessToken()).not.toBe(token)
})

test('a token is looked up by its SHA-256', () => {
  expect(hashToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

test('the ndc of a request is the entity, a hyphen and 32 hex digits', () => {
  expect(ndcOf('8ac7a4', newRequestHex())).toMatch(/^8ac7a4-[0-9a-f]{32}$/)
})

test.each([
  [newObjectId(NOW_MS), true],
  ['8ac7a4019aa1f978a4000000000000002'.slice(0, 32), true],
  ['8ac7a401a219fb3c8311c4e5838830420012', true],
  ['4200000000000000', false],
  ['4200000000000000' + '8ac7a4019aa1f978', false],
  ['', false],
])('%s is an id of ours, perhaps with the number of a part: %s', (text, expected) => {
  expect(isObjectId(text)).toBe(expected)
})
