import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PaymentState } from '../../store/port.ts'
import { paymentRow } from '../payment-row.fixture.ts'
import { paymentsOn, prepared, remote } from '../payments.fixture.ts'
import { RESOLVABLE_AFTER_MS, unresolvable } from './resolution.ts'

const states: readonly PaymentState[] = [
  'authenticating',
  'intent',
  'pending',
  'succeeded',
  'failed',
]
const manual = {
  decision: { by: 'Jane', reason: 'lost', evidence: 'report' },
  requestParticipants: [],
}
const { id } = paymentRow()

describe('a person may write down an outcome', () => {
  it('only of what has waited for a day, is not being sent, and has none', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...states),
        fc.boolean(),
        fc.integer({ min: 0, max: 2 * RESOLVABLE_AFTER_MS }),
        (state, isUnderWay, nowMs) => {
          const refusal = unresolvable(paymentRow({ state }), { nowMs, isUnderWay })
          const mayBe =
            (state === 'intent' || state === 'pending') &&
            !isUnderWay &&
            nowMs >= RESOLVABLE_AFTER_MS
          expect(refusal === undefined).toBe(mayBe)
        },
      ),
    )
  })
})

/** A payment whose answer was lost, a day later. */
async function lost(
  inquire: () => Promise<{ kind: 'unknown' } | { kind: 'declined'; code: string }>,
) {
  const connector = remote({ send: async () => ({ kind: 'unknown' }), inquire })
  const parts = paymentsOn(connector)
  const payment = await parts.payments.pay(async () => prepared(connector))
  if (!('state' in payment)) throw new Error('It was stored')
  parts.advance(RESOLVABLE_AFTER_MS)
  const events = async () => (await parts.store.read.events(id)).map(({ kind }) => kind)
  return { ...parts, payment, events }
}

describe('a resolution', () => {
  it('is written once, whoever else writes at the same time', async () => {
    const { payments, payment, store, events } = await lost(async () => ({ kind: 'unknown' }))
    const wishes = ['succeeded', 'failed', 'succeeded'] as const
    const made = await Promise.all(
      wishes.map((outcome) => payments.resolve(payment, { outcome, code: '800.100.152', manual })),
    )
    expect(await events()).toEqual(['intent', 'succeeded'])
    expect(made.map((one) => 'refused' in one)).toEqual([false, true, false])
    expect(await store.read.timer('paymentRecovery', id)).toBeUndefined()
  })

  it('comes after what the acquirer says when it is asked once more', async () => {
    const { payments, payment, events } = await lost(async () => ({
      kind: 'declined',
      code: '800.100.152',
    }))
    const told = await payments.resolve(payment, { outcome: 'succeeded', code: '', manual })
    expect(told).toMatchObject({
      refused: true,
      description: expect.stringContaining('has told the outcome now'),
    })
    expect(await events()).toEqual(['intent', 'failed'])
  })

  it('that the acquirer contradicts later stays, and is an alarm', async () => {
    const { payments, payment, recovery, logged, store } = await lost(async () => ({
      kind: 'unknown',
    }))
    await payments.resolve(payment, { outcome: 'failed', code: '800.100.152', manual })
    await recovery.receive(id, { kind: 'approved' })
    expect((await store.read.payment(id))?.state).toBe('failed')
    expect(logged.at(-1)).toContain('its money may have moved')
  })
})
