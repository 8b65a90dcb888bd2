import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../common/durations.ts'
import type { EventReader } from '../connectors/acquirer-event.ts'
import type { Connector, Inquiry } from '../connectors/connector.ts'
import { readDetails } from '../details.ts'
import { paymentRow } from '../payment-row.fixture.ts'
import { paymentsOn, prepared, remote } from '../payments.fixture.ts'

const { id } = paymentRow()
const AFTER_MS = 20 * MINUTE_MS
const NAMED = [{ kind: 'payment', value: 'PSP1' }] as const

const events: EventReader = {
  read: (raw) => ({ kind: 'genuine', events: JSON.parse(raw.toString()) }),
}

/** A debit whose answer was lost, at an acquirer that cannot be read. */
async function lostDebit(given: Partial<Connector> = {}) {
  const voids: Inquiry[] = []
  const connector = remote({
    send: async () => ({ kind: 'unknown' }),
    inquire: async () => ({ kind: 'unknown' }),
    events,
    voidByReference: {
      afterMs: AFTER_MS,
      async send(inquiry) {
        voids.push(inquiry)
        return 'accepted'
      },
    },
    ...given,
  })
  const gateway = paymentsOn(connector)
  await gateway.payments.pay(async () => prepared(connector))
  const read = async () => {
    const row = await gateway.store.read.payment(id)
    if (row === undefined) throw new Error('The payment vanished')
    return row
  }
  return {
    ...gateway,
    connector,
    voids,
    read,
    /** Lets time pass, and runs what is due. */
    async pass(ms: number) {
      gateway.advance(ms)
      await gateway.timers.runDue()
    },
    async tell(event: object) {
      const told = { id: 'event', name: 'event', about: [{ paymentId: id }], ...event }
      await gateway.inbox.intake.take(connector.name, Buffer.from(JSON.stringify([told])), {})
      gateway.advance(1_000)
      await gateway.timers.runDue()
    },
  }
}

/** The same, when its acquirer was asked to void it. */
async function voidedDebit(given: Partial<Connector> = {}) {
  const debit = await lostDebit(given)
  for (const ms of [31_000, 3 * MINUTE_MS, 11 * MINUTE_MS, HOUR_MS]) await debit.pass(ms)
  expect(debit.voids).toHaveLength(1)
  return debit
}

describe('a charge whose outcome cannot be found', () => {
  it('is voided only when it can be neither replayed nor on its way', async () => {
    const { pass, voids, read } = await lostDebit()
    for (const ms of [31_000, 3 * MINUTE_MS, 11 * MINUTE_MS]) await pass(ms)
    expect(voids).toHaveLength(0)
    expect(readDetails(await read()).voidedAtMs).toBeUndefined()
    await pass(HOUR_MS)
    expect(voids).toHaveLength(1)
    expect(readDetails(await read()).voidedAtMs).toBeGreaterThan(0)
    expect(await read()).toMatchObject({ state: 'intent' })
  })

  it('is not voided by a process that has just learnt of it', async () => {
    const { read, store, voids, connector } = await lostDebit()
    const another = paymentsOn(connector, store)
    another.advance(2 * HOUR_MS)
    await another.timers.runDue()
    expect(readDetails(await read()).voidedAtMs).toBeUndefined()
    another.advance(2 * HOUR_MS)
    await another.timers.runDue()
    expect(voids).toHaveLength(1)
  })

  it('has failed when the acquirer has voided it', async () => {
    const { tell, read } = await voidedDebit()
    await tell({ kind: 'voided' })
    expect(await read()).toMatchObject({ state: 'failed', resultCode: '900.100.301' })
  })

  it('has failed when the acquirer says after all that it was declined', async () => {
    const { tell, read } = await voidedDebit()
    await tell({ kind: 'outcome', told: { kind: 'declined', code: '800.100.155' } })
    expect(await read()).toMatchObject({ state: 'failed', resultCode: '800.100.155' })
  })

  it('is not approved afterwards, and the approval is voided by its name', async () => {
    const { tell, read, voids, store } = await voidedDebit()
    await tell({ kind: 'outcome', told: { kind: 'approved', references: NAMED } })
    expect(await read()).toMatchObject({ state: 'intent', bookedMinor: 0 })
    expect(voids).toHaveLength(2)
    const names = await store.read.providerReferencesOfPayments([id])
    expect(names).toMatchObject([{ kind: 'payment', value: 'PSP1' }])
    await tell({ id: 'later', kind: 'voided' })
    expect(await read()).toMatchObject({ state: 'failed', resultCode: '900.100.301' })
  })

  it('is asked for again with every later inquiry, and ends with a person', async () => {
    const { pass, voids, read, store } = await voidedDebit()
    for (let day = 0; day < 9; day += 1) await pass(DAY_MS)
    expect(voids.length).toBeGreaterThan(3)
    expect(await read()).toMatchObject({ state: 'intent' })
    expect((await store.read.events(id)).map(({ kind }) => kind)).toEqual([
      'intent',
      'voiding',
      'review',
    ])
  })

  it('and is found approved when a person is about to decide is voided too', async () => {
    let isFound = false
    const { pass, voids, read, recovery } = await voidedDebit({
      inquire: async () => (isFound ? { kind: 'approved' } : { kind: 'unknown' }),
    })
    await pass(2 * DAY_MS)
    const before = voids.length
    isFound = true
    const manual = { decision: {} as never, requestParticipants: [] }
    await recovery.resolve(await read(), { outcome: 'failed', code: '800.100.100', manual })
    expect(voids).toHaveLength(before + 1)
    expect(await read()).toMatchObject({ state: 'intent', bookedMinor: 0 })
  })

  it('and is approved after a person has been told is voided then', async () => {
    const { pass, voids, read, tell } = await voidedDebit()
    for (let day = 0; day < 9; day += 1) await pass(DAY_MS)
    const before = voids.length
    await tell({ kind: 'outcome', told: { kind: 'approved', references: NAMED } })
    expect(voids).toHaveLength(before + 1)
    expect(await read()).toMatchObject({ state: 'intent', bookedMinor: 0 })
  })
})

describe('an approval of another amount', () => {
  const less = { kind: 'approved', amount: { minor: 5_000, currency: 'EUR' } } as const
  const approvesLess = () => ({ send: async () => ({ ...less, references: [...NAMED] }) })

  it('that comes at once is voided by its name, and the payment waits for that', async () => {
    const { read, voids, tell, store } = await lostDebit(approvesLess())
    expect(await read()).toMatchObject({ state: 'intent', bookedMinor: 0 })
    expect(voids).toHaveLength(1)
    const names = await store.read.providerReferencesOfPayments([id])
    expect(names).toMatchObject([{ kind: 'payment', value: 'PSP1' }])
    await tell({ kind: 'voided' })
    expect(await read()).toMatchObject({ state: 'failed', resultCode: '800.100.155' })
  })

  it('that is told later is voided, and can be no success any more', async () => {
    const { read, voids, tell } = await lostDebit()
    await tell({ kind: 'outcome', told: { kind: 'approved' }, amount: less.amount })
    expect(voids).toHaveLength(1)
    await tell({ id: 'again', kind: 'outcome', told: { kind: 'approved' } })
    expect(voids).toHaveLength(2)
    expect(await read()).toMatchObject({ state: 'intent', bookedMinor: 0 })
  })

  it('is voided again with each inquiry, until that is told', async () => {
    const { voids, pass } = await lostDebit({ ...approvesLess(), inquire: async () => less })
    await pass(31_000)
    await pass(3 * MINUTE_MS)
    expect(voids).toHaveLength(3)
  })

  it('is written down as a failure by a person, and never as a success', async () => {
    const { payments, read, pass } = await lostDebit({
      ...approvesLess(),
      inquire: async () => less,
    })
    await pass(2 * DAY_MS)
    const decision = { by: 'Jane', reason: 'Asked there', evidence: 'Case 1' }
    const manual = { decision, requestParticipants: [] }
    const said = async (outcome: 'succeeded' | 'failed') =>
      payments.resolve(await read(), { outcome, code: '800.100.155', manual })
    expect(await said('succeeded')).toMatchObject({
      refused: true,
      description: expect.stringContaining('approved another amount'),
    })
    expect(await read()).toMatchObject({ state: 'intent', bookedMinor: 0 })
    expect(await said('failed')).toMatchObject({ state: 'failed' })
  })

  it('of a payment that waits for its shopper does not fail before it is voided', async () => {
    let isAway = true
    const asked: Inquiry[] = []
    const { tell, pass, read } = await lostDebit({
      send: async () => ({ kind: 'pending', code: '000.200.000', expiresAfterMs: HOUR_MS }),
      inquire: async () => ({ kind: 'pending', code: '000.200.000', expiresAfterMs: HOUR_MS }),
      voidByReference: {
        afterMs: AFTER_MS,
        async send(inquiry) {
          asked.push(inquiry)
          return isAway ? 'unknown' : 'accepted'
        },
      },
    })
    await tell({
      kind: 'outcome',
      told: { kind: 'approved', references: NAMED },
      amount: less.amount,
    })
    expect([(await read()).state, asked.length]).toEqual(['pending', 1])
    isAway = false
    await pass(2 * HOUR_MS)
    expect([(await read()).state, asked.length]).toEqual(['pending', 2])
    await tell({ kind: 'voided', id: 'voided' })
    expect(await read()).toMatchObject({ state: 'failed', resultCode: '800.100.155' })
  })

  it('where nothing can be voided stays unknown, for a person', async () => {
    const connector = remote(approvesLess())
    const { payments, store } = paymentsOn(connector)
    await payments.pay(async () => prepared(connector))
    expect(await store.read.payment(id)).toMatchObject({ state: 'intent', bookedMinor: 0 })
    expect((await store.read.events(id)).map(({ kind }) => kind)).toEqual(['intent'])
  })
})

describe('an event that something was voided', () => {
  it('changes no payment of which that was not asked', async () => {
    const debit = await lostDebit({ send: async () => ({ kind: 'approved' }) })
    await debit.tell({ kind: 'voided' })
    expect(await debit.read()).toMatchObject({ state: 'succeeded' })
  })
})
