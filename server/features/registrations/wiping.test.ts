import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../common/durations.ts'
import { createJournal } from '../../../simulation/memory-store/journal.ts'
import { openMemoryStore } from '../../../simulation/memory-store/open-memory-store.ts'
import { cardPayment, startTestGateway, type TestGateway } from '../../testing/gateway.fixture.ts'
import { outcome, payWith, remove, store } from './stored-card.fixture.ts'

/** A number that stands nowhere else; it passes the check digit. */
const MARKED = '4929123412341232'

/** A gateway whose every commit can be read. */
async function withJournal<Result>(
  work: (gateway: TestGateway, written: () => string) => Promise<Result>,
): Promise<Result> {
  const journal = createJournal()
  const gateway = await startTestGateway({ store: openMemoryStore(journal) })
  try {
    return await work(gateway, () => [...journal.entries()].join('\n'))
  } finally {
    await gateway.close()
  }
}

describe('the number of a stored card', () => {
  it('is stored nowhere in plain text, and shown in no answer', () =>
    withJournal(async (gateway, written) => {
      const said: unknown[] = []
      const id = await store(gateway, { 'card.number': MARKED })
      said.push((await gateway.get(`/v1/registrations/${id}`)).body)
      said.push((await payWith(gateway, id, { 'card.cvv': '917' })).body)
      const form = cardPayment(gateway.demo.entityId, {
        'card.number': MARKED,
        createRegistration: 'true',
      })
      const paid = await gateway.post('/v1/payments', form)
      said.push(paid.body)
      said.push((await remove(gateway, id)).body)
      said.push((await remove(gateway, String(paid.body.registrationId))).body)
      expect(written()).toContain('insertRegistration')
      expect(written() + JSON.stringify(said)).not.toContain(MARKED)
      expect(written() + JSON.stringify(said)).not.toContain('"917"')
    }))

  it('is removed from the vault with the registration, also when a payment sealed it', () =>
    withJournal(async (gateway) => {
      const form = cardPayment(gateway.demo.entityId, { createRegistration: 'true' })
      const { body } = await gateway.post('/v1/payments', form)
      const ids = [await store(gateway), String(body.registrationId)]
      for (const id of ids) {
        const row = await gateway.store.read.registration(id)
        const record = () => gateway.store.read.vaultRecord(row?.vaultRecordId ?? '')
        expect(await record()).toBeDefined()
        expect(outcome(await remove(gateway, id))).toEqual([200, '000.100.110'])
        expect(await record()).toBeUndefined()
        expect(await gateway.store.read.registration(id)).toMatchObject({
          state: 'deleted',
          vaultRecordId: null,
          fingerprint: null,
        })
        expect(await gateway.store.read.timer('registrationExpiry', id)).toBeUndefined()
      }
    }))
})

describe('the lifetime of a registration', () => {
  it('ends 14 months after the card has expired, when a timer wipes it', () =>
    withJournal(async (gateway) => {
      const id = await store(gateway, { 'card.expiryMonth': '12', 'card.expiryYear': '2026' })
      const before = await gateway.store.read.registration(id)
      gateway.clock.advance(60 * DAY_MS)
      expect(outcome(await payWith(gateway, id))).toEqual([400, '100.100.303'])
      expect(await gateway.store.read.registration(id)).toMatchObject({ state: 'active' })
      gateway.clock.advance(14 * 31 * DAY_MS)
      await expect
        .poll(async () => (await gateway.store.read.registration(id))?.state)
        .toBe('expired')
      expect(await gateway.store.read.vaultRecord(before?.vaultRecordId ?? '')).toBeUndefined()
      expect(outcome(await payWith(gateway, id))).toEqual([400, '100.150.202'])
    }))

  it('is extended by use for details that do not expire', () =>
    withJournal(async (gateway) => {
      const { entityId } = gateway.demo
      const made = await gateway.post('/v1/registrations', {
        entityId,
        paymentBrand: 'DIRECTDEBIT_SEPA',
        'bankAccount.holder': 'Jane Jones',
        'bankAccount.iban': 'DE89370400440532013000',
        'bankAccount.bic': 'COBADEFFXXX',
      })
      const endOf = async () =>
        (await gateway.store.read.registration(made.body.id))?.expiresAtMs ?? 0
      const first = await endOf()
      gateway.clock.advance(300 * DAY_MS)
      expect(outcome(await payWith(gateway, made.body.id))).toEqual([200, '000.100.110'])
      expect(await endOf()).toBeGreaterThan(first)
      gateway.clock.advance(300 * DAY_MS)
      expect(outcome(await payWith(gateway, made.body.id))).toEqual([200, '000.100.110'])
      await expect
        .poll(
          async () => (await gateway.store.read.timer('registrationExpiry', made.body.id))?.dueAtMs,
        )
        .toBeGreaterThan(first)
    }))
})
