import { describe, expect, it } from 'vitest'
import { paymentRow } from '../../payments/payment-row.fixture.ts'
import type { PaymentState, PaymentType } from '../../store/port.ts'
import { balanceParticipant } from './gift-cards.ts'

const participant = balanceParticipant('card')

function payment(paymentType: PaymentType, state: PaymentState, amountMinor = 1000) {
  return paymentRow({ paymentType, state, amountMinor })
}

function sum(changes: ReturnType<typeof participant.opened>): number {
  return changes.reduce((total, change) => {
    expect(change).toMatchObject({ kind: 'moveGiftCard', id: 'card' })
    return total + (change.kind === 'moveGiftCard' ? change.byMinor : 0)
  }, 0)
}

function movedBy(paymentType: PaymentType, states: readonly PaymentState[]): number {
  const [first, ...later] = states
  if (first === undefined) return 0
  const row = payment(paymentType, first)
  const atFirst = sum(
    first === 'intent' ? participant.opened(row) : participant.recorded(row, false),
  )
  return later.reduce(
    (total, state) => total + sum(participant.recorded(payment(paymentType, state), true)),
    atFirst,
  )
}

describe('the balance of a gift card', () => {
  it.each<[PaymentType, number]>([
    ['PA', -1000],
    ['DB', -1000],
    ['RB', -1000],
    ['CP', 0],
    ['RV', 1000],
    ['RF', 1000],
  ])('changes with the success of a %s by %d, however the outcome arrived', (type, minor) => {
    expect(movedBy(type, ['succeeded'])).toBe(minor)
    expect(movedBy(type, ['intent', 'succeeded'])).toBe(minor)
    expect(movedBy(type, ['pending', 'succeeded'])).toBe(minor)
    expect(movedBy(type, ['intent', 'pending', 'succeeded'])).toBe(minor)
  })

  it.each<PaymentType>(['PA', 'DB', 'RB', 'CP', 'RV', 'RF'])(
    'is what it was after a %s that fails',
    (type) => {
      expect(movedBy(type, ['failed'])).toBe(0)
      expect(movedBy(type, ['intent', 'failed'])).toBe(0)
      expect(movedBy(type, ['pending', 'failed'])).toBe(0)
      expect(movedBy(type, ['intent', 'pending', 'failed'])).toBe(0)
    },
  )

  it('is reduced while the outcome is unknown, and increased only when it is known', () => {
    expect(movedBy('DB', ['intent'])).toBe(-1000)
    expect(movedBy('RF', ['intent'])).toBe(0)
    expect(movedBy('RF', ['pending'])).toBe(0)
  })

  it('is increased by what an outcome releases of a closed hold, also when it is a failure', () => {
    expect(sum(participant.recorded(payment('CP', 'succeeded'), false, 300))).toBe(300)
    expect(sum(participant.recorded(payment('CP', 'failed'), true, 1000))).toBe(1000)
    expect(sum(participant.recorded(payment('RV', 'succeeded'), true, 200))).toBe(1200)
  })

  it('is not changed by an account check', () => {
    expect(participant.recorded(payment('PA', 'succeeded', 0), false)).toEqual([])
  })
})
