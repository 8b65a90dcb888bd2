import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../common/durations.ts'
import { openMemoryStore } from '../../../simulation/memory-store/open-memory-store.ts'
import type { RiskSettings } from '../../entities/risk-settings.ts'
import { paymentRow } from '../../payments/payment-row.fixture.ts'
import type { Store } from '../../store/port.ts'
import { atMostEuros, atMostPayments, block, factsOfJane, nobody } from './facts.fixture.ts'
import { forgetOldSightings, sightingParticipant, sightingsOf, sumsForRules } from './sightings.ts'

const NOW_MS = 100 * DAY_MS

const vault = { keyedHash: (text: string) => `hash of ${text}` }
const settings: RiskSettings = {
  rules: [
    atMostPayments('card', 3),
    atMostEuros('card', '100.00'),
    block('ip', ['192.0.2.7']),
    atMostPayments('email', 3),
    atMostPayments('channel', 3),
  ],
}
const occasion = { entityId: 'channel-1', paymentId: 'p1', nowMs: NOW_MS }

let store: Store
beforeEach(() => {
  store = openMemoryStore()
})

describe('the sightings of a payment', () => {
  it('are one for each subject that a rule counts', () => {
    const rows = sightingsOf(settings, factsOfJane(), occasion, vault)
    expect(rows.map(({ subject }) => subject.split(':')[0])).toEqual(['card', 'email', 'all'])
    expect(rows[0]).toMatchObject({ amountMinor: 9200, currency: 'EUR', atMs: NOW_MS })
  })

  it('are of the channel alone where nothing else is known', () => {
    const rows = sightingsOf(settings, nobody, occasion, vault)
    expect(rows.map(({ subject }) => subject)).toEqual(['all'])
  })

  it('are none without velocity rules', () => {
    const { rules } = settings
    const blocks = { rules: rules.filter(({ kind }) => kind === 'block') }
    expect(sightingsOf(blocks, factsOfJane(), occasion, vault)).toEqual([])
  })

  it('are hashes that differ for each channel and each kind', () => {
    const hashed = { keyedHash: (text: string) => Buffer.from(text).toString('hex') }
    const facts = factsOfJane({ fingerprint: 'same', email: 'same' })
    const here = sightingsOf(settings, facts, occasion, hashed)
    const there = sightingsOf(settings, facts, { ...occasion, entityId: 'channel-2' }, hashed)
    const hashes = [...here, ...there].flatMap(({ subject }) => subject.split(':')[1] ?? [])
    expect(new Set(hashes).size).toBe(4)
    expect(hashes.join()).not.toContain('same')
  })

  it('are written with the first commit of the payment, with or without an outcome', () => {
    const rows = sightingsOf(settings, factsOfJane(), occasion, vault)
    const participant = sightingParticipant(rows)
    const payment = paymentRow({})
    expect(participant.opened(payment)).toHaveLength(3)
    expect(participant.recorded(payment, true)).toEqual([])
    expect(participant.recorded(payment, false)).toEqual(participant.opened(payment))
  })
})

describe('the sums of velocity rules', () => {
  const see = (nowMs: number) =>
    store.commit(
      sightingsOf(settings, factsOfJane(), { ...occasion, nowMs }, vault).map((row) => ({
        kind: 'appendSighting',
        row,
      })),
    )

  it('cover the window of each rule', async () => {
    await see(NOW_MS - 2 * 60 * 60 * 1000)
    await see(NOW_MS - 60 * 60 * 1000)
    await see(NOW_MS - 1)
    const sums = await sumsForRules(settings, factsOfJane(), occasion, { store, vault })
    const [number, volume, , byEmail, ofChannel] = settings.rules
    const found = [number, volume, byEmail, ofChannel].map((rule) => sums.get(rule as never))
    expect(found).toEqual([
      { count: 2, amountMinor: 18_400 },
      { count: 3, amountMinor: 27_600 },
      { count: 2, amountMinor: 18_400 },
      { count: 2, amountMinor: 18_400 },
    ])
  })

  it('are not searched where the payment has no counted value', async () => {
    const sums = await sumsForRules(settings, nobody, occasion, { store, vault })
    expect([...sums.keys()]).toEqual([settings.rules[4]])
  })

  it('run the same query once', async () => {
    let asked = 0
    const counting = {
      ...store,
      read: {
        ...store.read,
        sightings: async () => {
          asked += 1
          return { count: 0, amountMinor: 0 }
        },
      },
    }
    const rules = [atMostPayments('card', 3), atMostPayments('card', 5)]
    await sumsForRules({ rules }, factsOfJane(), occasion, { store: counting, vault })
    expect(asked).toBe(1)
  })
})

describe('old sightings', () => {
  it('are deleted when no rule can count them any more', async () => {
    const row = { entityId: 'c', subject: 'all', paymentId: 'p', amountMinor: 1, currency: 'EUR' }
    const ages = [29, 30, 31].map((days) => NOW_MS - days * DAY_MS)
    await store.commit(
      ages.map((atMs) => ({ kind: 'appendSighting', row: { ...row, atMs } as const })),
    )
    await forgetOldSightings(store, NOW_MS)
    expect((await store.read.sightings('c', 'all', 0, 'EUR')).count).toBe(2)
  })
})
