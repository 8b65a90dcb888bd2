import fc from 'fast-check'
import { expect, it } from 'vitest'
import { card, euros, MANUAL, startEmulator } from './emulator.fixture.ts'

const step = fc.record({
  what: fc.constantFrom(
    'captures',
    'refunds',
    'cancels',
    'reversals',
    'amountUpdates',
    'captureFails',
    'refundFails',
    'disputeOpens',
  ),
  value: fc.integer({ min: 1, max: 1_500 }),
})

it('the ledger agrees with the payments, whatever is asked', async () => {
  const emulator = await startEmulator()
  const { post, pay, happenings, ledger } = emulator
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      const { pspReference } = (await pay(card(), MANUAL)).body
      const done = { captures: '', refunds: '' }
      const late: Readonly<Record<string, () => unknown>> = {
        captureFails: () => happenings.captureFails(done.captures),
        refundFails: () => happenings.refundFails(done.refunds),
        disputeOpens: () => happenings.disputeOpens(pspReference, { eventCode: 'CHARGEBACK' }),
      }
      for (const { what, value } of steps) {
        const happening = late[what]
        if (happening !== undefined) attempt(happening)
        else {
          const body = what === 'cancels' || what === 'reversals' ? {} : euros(value)
          const { body: answer } = await post(`payments/${pspReference}/${what}`, {
            ...body,
            reference: 'm-1',
          })
          if (what === 'captures' || what === 'refunds') done[what] = answer.pspReference
        }
      }
      const sums = ledger.of(pspReference)
      const [payment] = emulator
        .paymentsOf('p-1')
        .filter((one) => one.pspReference === pspReference)
      expect(sums).toBeDefined()
      if (sums === undefined || payment === undefined) return
      expect([payment.captured, payment.refunded, payment.disputed]).toEqual([
        sums.captured - sums.failed,
        sums.refunded,
        sums.disputed,
      ])
      expect(sums.authorised).toBe(payment.held + sums.captured + sums.released)
      expect(
        Math.min(payment.held, sums.captured, sums.released, sums.refunded),
      ).toBeGreaterThanOrEqual(0)
    }),
    { numRuns: 60 },
  )
  expect(emulator.webhooks.bodyFaults).toEqual([])
  expect(emulator.requests.counts).toMatchObject({ outsideSchema: 0, wrongAnswers: 0 })
})

function attempt(happening: () => unknown): void {
  try {
    happening()
  } catch {
    // There is nothing to which it could happen.
  }
}
