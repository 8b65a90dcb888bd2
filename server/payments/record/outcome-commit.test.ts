import { expect, it } from 'vitest'
import { paymentRow } from '../payment-row.fixture.ts'
import { outcomeCommit } from './outcome-commit.ts'

/** A capture of 40.00 of a hold of 100.00, which has reserved its amount and is now approved. */
function approvedCapture({ isFinal }: { readonly isFinal: boolean }): number | undefined {
  const target = paymentRow({ paymentType: 'PA', capturedMinor: 4000, captureCount: 1 })
  const capture = paymentRow({
    id: 'capture',
    paymentType: 'CP',
    amountMinor: 4000,
    state: 'intent',
    referencedId: target.id,
  })
  let released: number | undefined
  outcomeCommit({
    current: capture,
    recorded: {
      step: { state: 'succeeded', resultCode: '000.100.110', updatedAtMs: 1 },
      details: { request: {} },
    },
    participants: [
      {
        owner: 'balance',
        opened: () => [],
        recorded: (_payment, _wasOpened, releasedMinor) => {
          released = releasedMinor
          return []
        },
      },
    ],
    reference: { target, isFinal },
  })
  return released
}

it('a participant of a FINAL capture learns of the rest of the hold that is released', () => {
  expect(approvedCapture({ isFinal: true })).toBe(6000)
  expect(approvedCapture({ isFinal: false })).toBe(0)
})
