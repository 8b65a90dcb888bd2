import { expect, it } from 'vitest'
import { sharedClock } from '../../kernel/timers/clock.ts'
import type { Connector } from '../../payments/connectors/index.ts'
import type { PaymentService } from '../../payments/index.ts'
import { paymentRow } from '../../payments/payment-row.fixture.ts'
import { paymentsOn, remote } from '../../payments/payments.fixture.ts'
import type { TimerRow } from '../../store/port.ts'
import { createHoldExpiry } from './expiry.ts'

const EXPIRES_MS = 1_000_000

/** A hold of 100.00 at its expiry, of an entity that wants expired holds released. */
async function expiredHold(
  given: Partial<Connector>,
  wrapped: (payments: PaymentService) => Pick<PaymentService, 'refer'> = (payments) => payments,
) {
  const connector = remote(given)
  const { store, payments } = paymentsOn(connector)
  const hold = paymentRow({ paymentType: 'PA', expiresAtMs: EXPIRES_MS, connector: 'remote' })
  const { id, entityId } = hold
  const timer = { kind: 'holdExpiry', subjectId: id, entityId, dueAtMs: EXPIRES_MS } as const
  await store.commit([
    { kind: 'insertPayment', row: hold },
    { kind: 'insertTimer', row: { ...timer, attempts: 0, createdAtMs: 0, version: 1 } },
  ])
  const warned: object[] = []
  const handle = createHoldExpiry({
    store,
    payments: wrapped(payments),
    clock: sharedClock({ now: () => EXPIRES_MS }),
    connectorOf: () => connector,
    extensions: [],
    notifications: { of: () => ({ channelName: '', takes: () => false, changesFor: () => [] }) },
    access: { settingsOf: async () => ({ holds: { releaseExpired: true } }) },
    log: { warn: (fields: object) => void warned.push(fields) } as never,
  } as never)
  const claimed = async () => (await store.read.timer('holdExpiry', id)) as TimerRow
  return {
    handle,
    claimed,
    warned,
    stored: async () => {
      const family = await store.read.paymentsOfFamily(id)
      const { expiredAtMs, reversedMinor } = family[0] ?? {}
      const reversals = family.slice(1).map(({ paymentType, state }) => `${paymentType} ${state}`)
      return { expiredAtMs, reversedMinor, reversals, timer: await claimed() }
    },
  }
}

it('two processes with the same timer release a hold once', async () => {
  let sent = 0
  const { handle, claimed, stored } = await expiredHold({
    send: async () => {
      sent += 1
      return { kind: 'approved' }
    },
  })
  const timer = await claimed()
  await Promise.all([handle(timer), handle(timer)])
  await handle(timer)
  expect(sent).toBe(1)
  expect(await stored()).toEqual({
    expiredAtMs: EXPIRES_MS,
    reversedMinor: 10_000,
    reversals: ['RV succeeded'],
    timer: undefined,
  })
})

it('a process that dies after it has noted the expiry leaves the release to the next one', async () => {
  let dies = true
  const { handle, claimed, stored } = await expiredHold(
    { decide: () => ({ kind: 'approved' }) },
    (payments) => ({
      refer: (id, prepare) =>
        dies ? Promise.reject(new Error('died')) : payments.refer(id, prepare),
    }),
  )
  await expect(handle(await claimed())).rejects.toThrow('died')
  expect(await stored()).toMatchObject({ expiredAtMs: EXPIRES_MS, reversals: [] })
  dies = false
  expect(await handle(await claimed())).toBe('ended')
  expect(await stored()).toMatchObject({
    reversedMinor: 10_000,
    reversals: ['RV succeeded'],
    timer: undefined,
  })
})

it('a declined release is logged and left to the merchant', async () => {
  const { handle, claimed, stored, warned } = await expiredHold({
    decide: () => ({ kind: 'declined', code: '800.100.152' }),
  })
  await handle(await claimed())
  expect(await stored()).toMatchObject({
    reversedMinor: 0,
    reversals: ['RV failed'],
    timer: undefined,
  })
  expect(warned).toEqual([expect.objectContaining({ code: '800.100.152' })])
})

it('a release whose answer is lost waits for its outcome like any other reversal', async () => {
  const { handle, claimed, stored } = await expiredHold({ send: async () => ({ kind: 'unknown' }) })
  await handle(await claimed())
  expect(await stored()).toMatchObject({
    reversedMinor: 10_000,
    reversals: ['RV intent'],
    timer: undefined,
  })
})

it('a hold whose connector takes no reversals stays open', async () => {
  const { handle, claimed, stored, warned } = await expiredHold({
    unsupported: () => ({ code: '700.300.800', description: 'no reversals' }),
  })
  expect(await handle(await claimed())).toBe('done')
  expect(await stored()).toMatchObject({ reversals: [], reversedMinor: 0 })
  expect(warned).toEqual([expect.objectContaining({ code: '700.300.800' })])
})
