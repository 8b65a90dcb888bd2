import { describe, expect, it } from 'vitest'
import { openMemoryStore } from '../../../simulation/memory-store/open-memory-store.ts'
import { isRefusal } from '../../results/refusal.ts'
import { StoreError } from '../../store/errors.ts'
import type { PaymentRow, Store } from '../../store/port.ts'
import type { Connector, InquiryOutcome } from '../connectors/connector.ts'
import { paymentRow } from '../payment-row.fixture.ts'
import { paymentsOn, prepared, remote } from '../payments.fixture.ts'

/** An acquirer that never answers a sent operation, but answers inquiries. */
function silent(
  ...answers: readonly InquiryOutcome[]
): Connector & { readonly inquired: () => number } {
  let inquired = 0
  const connector = remote({
    send: async () => ({ kind: 'unknown' }),
    inquire: async () => answers[Math.min(inquired++, answers.length - 1)] as InquiryOutcome,
  })
  return { ...connector, inquired: () => inquired }
}

const id = paymentRow().id

async function stored(store: Store, paymentId = id): Promise<PaymentRow> {
  return (await store.read.payment(paymentId)) as PaymentRow
}

/** Refunds all of the one payment there is, with FINAL. */
async function refundAll({
  payments,
  referring,
}: ReturnType<typeof paymentsOn>): Promise<PaymentRow> {
  const refund = await payments.refer(id, referring(id, { operation: 'refund', isFinal: true }))
  if (isRefusal(refund) || 'keyInUse' in refund) throw new Error('The refund was not begun')
  return refund
}

/** A store with a limit that the rules do not know. */
function takingNoSuccess(): Store {
  const store = openMemoryStore()
  return {
    ...store,
    commit: async (changes) => {
      const at = changes.findIndex(
        (change) => change.kind === 'stepPayment' && change.set.state === 'succeeded',
      )
      return at < 0 ? store.commit(changes) : { applied: false, reason: 'limit', at }
    },
  }
}

/** A store whose commits fail while its disk is full. */
function onDisk(isFull: () => boolean): Store {
  const store = openMemoryStore()
  return {
    ...store,
    commit: async (changes) => {
      if (isFull()) throw new StoreError('commit-failed', 'database or disk is full')
      return store.commit(changes)
    },
  }
}

describe('an outcome that did not arrive', () => {
  it('is asked for after 30 seconds, recorded with its postings, and not asked for again', async () => {
    const connector = silent({ kind: 'approved' })
    const { payments, timers, advance, store } = paymentsOn(connector)
    expect(await payments.pay(async () => prepared(connector))).toMatchObject({ state: 'intent' })
    advance(29_999)
    expect(await timers.runDue()).toBe(0)
    advance(1)
    expect(await timers.runDue()).toBe(1)
    expect(await stored(store)).toMatchObject({ state: 'succeeded', bookedMinor: 10_000 })
    expect(await store.read.postingsOfFamily(id)).toHaveLength(2)
    advance(8 * 24 * 3_600_000)
    expect(await timers.runDue()).toBe(0)
    expect(connector.inquired()).toBe(1)
  })

  it('is asked for when the merchant reads the payment, but not at every read', async () => {
    const connector = silent({ kind: 'unknown' }, { kind: 'approved' })
    const { payments, advance, store } = paymentsOn(connector)
    await payments.pay(async () => prepared(connector))
    const read = async () => payments.refresh(await stored(store))
    expect((await read()).state).toBe('intent')
    expect(connector.inquired()).toBe(0)
    advance(5_000)
    expect((await read()).state).toBe('intent')
    expect((await read()).state).toBe('intent')
    expect(connector.inquired()).toBe(1)
    advance(5_000)
    expect((await read()).state).toBe('succeeded')
    expect((await read()).state).toBe('succeeded')
    expect(connector.inquired()).toBe(2)
  })

  it('is asked for when its shopper comes back, once in a second, whatever was read before', async () => {
    const connector = silent({ kind: 'unknown' })
    const { payments, advance, store } = paymentsOn(connector)
    await payments.pay(async () => prepared(connector))
    const comesBack = async () => payments.refresh(await stored(store), 'returned')
    advance(5_000)
    await payments.refresh(await stored(store))
    await comesBack()
    await comesBack()
    expect(connector.inquired()).toBe(2)
    advance(1_000)
    await comesBack()
    expect(connector.inquired()).toBe(3)
  })

  it('is "never sent" when the acquirer does not know it after the longest transit time', async () => {
    const connector = silent({ kind: 'notFound' })
    const { payments, timers, advance, store } = paymentsOn(connector)
    await payments.pay(async () => prepared(connector))
    advance(30_000)
    await timers.runDue()
    expect((await stored(store)).state).toBe('intent')
    advance(2 * 60_000)
    await timers.runDue()
    expect(await stored(store)).toMatchObject({ state: 'failed', resultCode: '900.100.600' })
  })

  it('is marked for manual review after seven days, and is still not recorded as failed', async () => {
    const connector = silent({ kind: 'unknown' })
    const { payments, timers, advance, store, logged } = paymentsOn(connector)
    await payments.pay(async () => prepared(connector))
    for (let hour = 0; hour < 24 * 9; hour++) {
      advance(3_600_000)
      await timers.runDue()
    }
    expect(await stored(store)).toMatchObject({ state: 'intent', resultCode: '000.200.000' })
    expect((await store.read.events(id)).map(({ kind }) => kind)).toEqual(['intent', 'review'])
    expect(await store.read.timer('paymentRecovery', id)).toBeUndefined()
    expect(logged).toEqual(['an outcome stays unknown: ask the acquirer by hand'])
  })

  it('is waited for without an end where the acquirer has accepted it, and a person is told once', async () => {
    const connector = silent({ kind: 'taken', expectedWithinMs: 24 * 3_600_000 })
    const { payments, timers, advance, store, logged } = paymentsOn(connector)
    await payments.pay(async () => prepared(connector))
    for (let hour = 0; hour < 24 * 60; hour++) {
      advance(3_600_000)
      await timers.runDue()
    }
    expect(await stored(store)).toMatchObject({ state: 'taken', resultCode: '000.200.000' })
    const kinds = (await store.read.events(id)).map(({ kind }) => kind)
    expect(kinds).toEqual(['intent', 'taken', 'review'])
    expect(await store.read.timer('takenPayment', id)).toBeDefined()
    expect(logged).toHaveLength(1)
  })

  it('does not fail a read while the store cannot write, and is asked for again', async () => {
    const connector = silent({ kind: 'approved' })
    let isFull = false
    const { payments, advance, store } = paymentsOn(
      connector,
      onDisk(() => isFull),
    )
    await payments.pay(async () => prepared(connector))
    advance(5_000)
    isFull = true
    expect(await payments.refresh(await stored(store))).toEqual(await stored(store))
    isFull = false
    advance(5_000)
    expect(await payments.refresh(await stored(store))).toMatchObject({ state: 'succeeded' })
    expect(connector.inquired()).toBe(2)
  })

  it('that the store rejects for good is marked for manual review, and reads answer "pending"', async () => {
    const connector = silent({ kind: 'approved' })
    const { payments, timers, advance, store, logged } = paymentsOn(connector, takingNoSuccess())
    await payments.pay(async () => prepared(connector))
    advance(5_000)
    expect(await payments.refresh(await stored(store))).toMatchObject({ state: 'intent' })
    for (let hour = 0; hour < 24 * 9; hour++) {
      advance(3_600_000)
      await timers.runDue()
    }
    expect((await store.read.events(id)).map(({ kind }) => kind)).toEqual(['intent', 'review'])
    expect(await store.read.timer('paymentRecovery', id)).toBeUndefined()
    expect(connector.inquired()).toBeLessThan(20)
    expect(logged).not.toContain('a timer failed')
    expect(logged.at(-1)).toBe('an outcome stays unknown: ask the acquirer by hand')
  })

  it('releases the reserved amount once the acquirer reports a decline', async () => {
    const connector = silent({ kind: 'declined', code: '800.100.152' })
    const gateway = paymentsOn(connector)
    const { timers, advance, store } = gateway
    const target = paymentRow({ connector: 'remote' })
    await store.commit([{ kind: 'insertPayment', row: target }])
    const refund = await refundAll(gateway)
    expect(await stored(store)).toMatchObject({ refundedMinor: 10_000, finalisedBy: refund.id })
    advance(30_000)
    await timers.runDue()
    expect(await stored(store, refund.id)).toMatchObject({ state: 'failed' })
    expect(await stored(store)).toMatchObject({ refundedMinor: 0, finalisedBy: null })
  })
})

describe('a decline that two requests receive at the same time', () => {
  it('releases the amount once', async () => {
    const declined = { kind: 'declined', code: '800.100.152' } as const
    const connector = silent(declined)
    const gateway = paymentsOn(connector)
    const { recovery, timers, advance, store, logged } = gateway
    const target = paymentRow({ connector: 'remote' })
    await store.commit([{ kind: 'insertPayment', row: target }])
    const refund = await refundAll(gateway)
    advance(30_000)
    await Promise.all([
      recovery.receive(refund.id, declined),
      timers.runDue(),
      recovery.receive(refund.id, declined),
    ])
    expect(await stored(store)).toMatchObject({ refundedMinor: 0, version: 3 })
    expect(logged).toEqual([])
  })
})

describe('an answer that no request waits for', () => {
  it('settles an intent, and only once', async () => {
    const connector = silent({ kind: 'unknown' })
    const { payments, recovery, store, logged } = paymentsOn(connector)
    await payments.pay(async () => prepared(connector))
    await recovery.receive(id, { kind: 'approved' })
    await recovery.receive(id, { kind: 'approved' })
    expect(await stored(store)).toMatchObject({ state: 'succeeded', version: 2 })
    expect(await store.read.postingsOfFamily(id)).toHaveLength(2)
    expect(logged).toEqual([])
  })

  it('that contradicts an earlier one moves nothing and is reported', async () => {
    const connector = silent({ kind: 'unknown' })
    const { payments, recovery, store, logged } = paymentsOn(connector)
    await payments.pay(async () => prepared(connector))
    await recovery.receive(id, { kind: 'declined', code: '800.100.152' })
    await recovery.receive(id, { kind: 'approved' })
    await recovery.receive('8ac7a4', { kind: 'approved' })
    expect(await stored(store)).toMatchObject({ state: 'failed' })
    expect(logged).toEqual([
      'an acquirer approved a payment that has failed here: its money may have moved, ask it by hand',
      'an acquirer contradicts its earlier answer: ask it by hand',
    ])
  })
})
