import { describe, expect, it } from 'vitest'
import { openMemoryStore } from '../../../simulation/memory-store/open-memory-store.ts'
import { readThrottlingLimits } from '../../kernel/settings/throttling-limits.ts'
import { isRefusal, type Refusal } from '../../results/refusal.ts'
import { token } from '../../store/testing/sample-rows.ts'
import { createThrottle } from './throttle.ts'

const START_MS = Date.UTC(2026, 10, 21, 12)

function throttleWith(text: string, atMs = START_MS) {
  const limits = readThrottlingLimits(text)
  if (limits === undefined) throw new Error(`Not limits: ${text}`)
  return createThrottle({ store: openMemoryStore(), clock: { now: () => atMs }, limits })
}

describe('a throttle', () => {
  it('allows requests up to the limit and refuses the rest until the period ends', async () => {
    const throttle = throttleWith('payments=2/min', START_MS + 18_500)
    const caller = token('merchant')
    expect(await throttle.admit(caller, 'payments')).toBeUndefined()
    expect(await throttle.admit(caller, 'payments')).toBeUndefined()
    expect(await throttle.admit(caller, 'payments')).toMatchObject({
      status: 429,
      code: '800.120.100',
      description:
        'Too many requests: at most 2 payments of this access token are answered in 60 seconds; retry in 42 seconds',
      retryAfterSeconds: 42,
      echo: { id: expect.stringMatching(/^8ac7a4[0-9a-f]{26}$/) },
    })
  })

  it('tells a person of people, and not of an access token', async () => {
    const throttle = throttleWith('query=1/min')
    const caller = token('merchant')
    await throttle.admit(caller, 'query', true)
    const { description } = (await throttle.admit(caller, 'query', true)) as Refusal
    expect(description).toContain('at most 1 queries of one person are answered')
  })

  it('counts each token and each group separately', async () => {
    const throttle = throttleWith('payments=1/min,query=1/min')
    const [one, other] = [token('merchant'), token('merchant')]
    expect(await throttle.admit(one, 'payments')).toBeUndefined()
    expect(await throttle.admit(other, 'payments')).toBeUndefined()
    expect(await throttle.admit(one, 'query')).toBeUndefined()
    expect(isRefusal(await throttle.admit(one, 'payments'))).toBe(true)
    expect(isRefusal(await throttle.admit(one, 'query'))).toBe(true)
  })

  it('does not count requests without a limit', () => {
    const throttle = throttleWith('payments=off')
    expect(throttle.admit(token('merchant'), 'payments')).toBeUndefined()
  })

  it('answers without a promise while its share lasts', async () => {
    const throttle = throttleWith('payments=100/min')
    const caller = token('merchant')
    expect(throttle.admit(caller, 'payments')).toBeInstanceOf(Promise)
    await throttle.admit(caller, 'payments')
    expect(throttle.admit(caller, 'payments')).not.toBeInstanceOf(Promise)
  })
})

describe('status reads of a checkout', () => {
  it('are limited where the entity’s settings say so', async () => {
    const throttle = throttleWith('status=off')
    const asked = { statusReadsPerMinute: 2 }
    expect(await throttle.admitStatusRead('one', asked)).toBeUndefined()
    expect(await throttle.admitStatusRead('one', asked)).toBeUndefined()
    expect(await throttle.admitStatusRead('one', asked)).toMatchObject({ status: 429 })
    expect(await throttle.admitStatusRead('other', asked)).toBeUndefined()
  })

  it('are not counted elsewhere', () => {
    const throttle = throttleWith('status=1/min')
    expect(throttle.admitStatusRead('one', undefined)).toBeUndefined()
    expect(throttle.admitStatusRead('one', {})).toBeUndefined()
  })
})
