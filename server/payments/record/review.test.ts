import { describe, expect, it } from 'vitest'
import { openMemoryStore } from '../../../simulation/memory-store/open-memory-store.ts'
import { membersOf } from '../../http/answer.ts'
import { StoreError } from '../../store/errors.ts'
import type { PaymentRow, Store } from '../../store/port.ts'
import { paymentAnswer } from '../answer.ts'
import { paymentRow } from '../payment-row.fixture.ts'
import { paymentsOn, prepared, remote } from '../payments.fixture.ts'

const ALARM =
  'an acquirer approved a payment that has failed here: its money may have moved, ask it by hand'
const { id } = paymentRow()

async function stored(store: Store): Promise<PaymentRow> {
  return (await store.read.payment(id)) as PaymentRow
}

/** A payment whose outcome is not known, and that the acquirer then says to have declined. */
async function declinedLater(store: Store = openMemoryStore()) {
  const connector = remote({ send: async () => ({ kind: 'unknown' }) })
  const parts = paymentsOn(connector, store)
  await parts.payments.pay(async () => prepared(connector))
  await parts.recovery.receive(id, { kind: 'declined', code: '800.100.152' })
  parts.advance(60_000)
  return parts
}

async function expectReview(store: Store): Promise<void> {
  const payment = await stored(store)
  expect(payment).toMatchObject({ state: 'failed', resultCode: '800.100.152', bookedMinor: 0 })
  expect((await store.read.events(id)).map(({ kind }) => kind)).toEqual([
    'intent',
    'failed',
    'review',
  ])
  expect(membersOf(paymentAnswer(payment, 'ndc'))).toMatchObject({
    result: { code: '800.100.152' },
    resultDetails: { ApprovedByAcquirerAt: '1970-01-01 00:01:00+0000' },
  })
}

describe('an approval of a payment that is recorded as failed', () => {
  it('that arrives without a request is recorded, raises an alarm and is shown to the merchant', async () => {
    const { recovery, store, logged } = await declinedLater()
    await recovery.receive(id, { kind: 'approved' })
    await expectReview(store)
    expect(logged).toEqual([ALARM])
  })

  it('is recorded once when it is received several times', async () => {
    const { recovery, store, logged } = await declinedLater()
    await recovery.receive(id, { kind: 'approved' })
    await Promise.all([1, 2].map(() => recovery.receive(id, { kind: 'approved' })))
    await expectReview(store)
    expect(logged).toEqual([ALARM])
  })

  it('that arrives during the request is recorded, and its answer says so', async () => {
    const connector = remote({
      send: async () => {
        await recovery.receive(id, { kind: 'declined', code: '800.100.152' })
        advance(60_000)
        return { kind: 'approved' }
      },
    })
    const { payments, recovery, store, advance, logged } = paymentsOn(connector)
    const paid = await payments.pay(async () => prepared(connector))
    await expectReview(store)
    expect(paid).toEqual(await stored(store))
    expect(logged).toEqual([ALARM])
  })

  it('raises an alarm when it cannot be recorded', async () => {
    const store = openMemoryStore()
    let isFull = false
    const { recovery, logged } = await declinedLater({
      ...store,
      commit: (changes) =>
        isFull ? Promise.reject(new StoreError('overloaded', 'full')) : store.commit(changes),
    })
    isFull = true
    await recovery.receive(id, { kind: 'approved' })
    expect(logged).toEqual([
      ALARM,
      'an approval could not be stored: this line is the only record of it',
    ])
  })
})
