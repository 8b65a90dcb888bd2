import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paymentRow } from '../../payments/payment-row.fixture.ts'
import type { ChangeSet, PaymentState } from '../../store/port.ts'
import { giftCardPart } from '../../store/testing/sample-rows.ts'
import { partsParticipant } from './payment-extension.ts'

const PARTS = [giftCardPart({ amountMinor: 3000 }), giftCardPart({ amountMinor: 500 })]

const participant = partsParticipant(PARTS, (rest, part) => [
  { kind: 'insertPayment', row: { ...rest, id: part.id, amountMinor: part.amountMinor } },
])

interface Left {
  readonly takenMinor: number
  readonly paidMinor: number
  readonly states: readonly string[]
}

/** What the commits of a payment that goes through these states leave. */
function leftBy(states: readonly PaymentState[]): Left {
  const left = { takenMinor: 0, paidMinor: 0, states: new Map<string, string>() }
  const rowOf = (state: PaymentState) => paymentRow({ state })
  states.forEach((state, at) => {
    const isOpening = at === 0 && (state === 'intent' || state === 'authenticating')
    take(
      isOpening ? participant.opened(rowOf(state)) : participant.recorded(rowOf(state), at > 0),
      left,
    )
  })
  return { ...left, states: [...left.states.values()] }
}

function take(
  changes: ChangeSet,
  left: { takenMinor: number; paidMinor: number; states: Map<string, string> },
) {
  for (const change of changes) {
    if (change.kind === 'moveGiftCard') left.takenMinor -= change.byMinor
    if (change.kind === 'insertPayment') left.paidMinor += change.row.amountMinor
    if (change.kind === 'insertGiftCardPart') left.states.set(change.row.id, change.row.state)
    if (change.kind === 'stepGiftCardPart') {
      expect(left.states.get(change.id)).toBe('reserved')
      left.states.set(change.id, change.set.state ?? '')
    }
  }
}

const waits = fc.uniqueArray(fc.constantFrom<PaymentState>('authenticating', 'intent', 'pending'))

describe('gift card parts of a payment', () => {
  it('are off the balances and paid with the success, whatever it waited for', () => {
    fc.assert(
      fc.property(waits, (before) => {
        expect(leftBy([...before, 'succeeded'])).toEqual({
          takenMinor: 3500,
          paidMinor: 3500,
          states: ['paid', 'paid'],
        })
      }),
    )
  })

  it('are back on the balances after the failure, and nothing is paid', () => {
    fc.assert(
      fc.property(waits, (before) => {
        const states = before.length === 0 ? [] : ['returned', 'returned']
        expect(leftBy([...before, 'failed'])).toEqual({ takenMinor: 0, paidMinor: 0, states })
      }),
    )
  })

  it('are off the balances from the first wait on, and taken once', () => {
    fc.assert(
      fc.property(waits, (before) => {
        fc.pre(before.length > 0)
        const states = ['reserved', 'reserved']
        expect(leftBy(before)).toEqual({ takenMinor: 3500, paidMinor: 0, states })
      }),
    )
  })
})
