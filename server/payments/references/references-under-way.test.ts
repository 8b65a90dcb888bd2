import { describe, expect, it } from 'vitest'
import { largestAmount } from '../../../common/money.ts'
import type { PaymentRow, PaymentState } from '../../store/port.ts'
import { paymentRow } from '../payment-row.fixture.ts'
import { underWayRefusal } from './references-under-way.ts'

const hold = paymentRow({ paymentType: 'PA' })

function reference(state: PaymentState, given: Partial<PaymentRow>): PaymentRow {
  return paymentRow({ id: 'reference', referencedId: hold.id, state, ...given })
}

function raise(state: PaymentState, amountMinor: number): PaymentRow {
  const request = { 'standingInstruction.industryPractice': 'INCREMENTAL_AUTH' }
  const details = JSON.stringify({ request })
  return reference(state, { paymentType: 'PA', amountMinor, details })
}

describe('a renewal', () => {
  const renewal = { operation: 'renewal', amountMinor: 100 } as const

  it.each<PaymentState>(['intent', 'pending'])(
    'is refused during a capture that is %s',
    (state) => {
      const capture = reference(state, { paymentType: 'CP' })
      expect(underWayRefusal(hold, renewal, [hold, capture])).toMatchObject({
        code: '700.400.570',
        description: expect.stringContaining('while its CP reference is under way'),
      })
    },
  )

  it('is not refused for operations that have ended or that name another payment', () => {
    const ended = reference('succeeded', { paymentType: 'CP' })
    const declined = reference('failed', { paymentType: 'RV' })
    const refund = reference('intent', { paymentType: 'RF', referencedId: 'another' })
    expect(underWayRefusal(hold, renewal, [hold, ended, declined, refund])).toBeUndefined()
  })
})

describe('an increment', () => {
  it.each(['EUR', 'JPY', 'KWD', 'CLF'])(
    'raises a hold in %s up to the largest amount that can be sent',
    (currency) => {
      const { minor } = largestAmount(currency)
      const held = { ...hold, currency }
      const room = minor - held.authorisedMinor
      const asked = { operation: 'increment', amountMinor: room } as const
      expect(underWayRefusal(held, asked, [])).toBeUndefined()
      expect(underWayRefusal(held, { ...asked, amountMinor: room + 1 }, [])).toMatchObject({
        code: '700.100.300',
        description: expect.stringContaining(`${currency} at most`),
      })
    },
  )

  it('counts other pending increments, and none that has failed', () => {
    const room = largestAmount('EUR').minor - hold.authorisedMinor
    const asked = { operation: 'increment', amountMinor: room } as const
    expect(underWayRefusal(hold, asked, [raise('failed', 1)])).toBeUndefined()
    expect(underWayRefusal(hold, asked, [raise('pending', 1)])).toMatchObject({
      code: '700.100.300',
    })
  })

  it('is not made smaller by captures and reversals that are under way', () => {
    const room = largestAmount('EUR').minor - hold.authorisedMinor
    const asked = { operation: 'increment', amountMinor: room } as const
    const others = [
      reference('intent', { paymentType: 'CP' }),
      reference('pending', { paymentType: 'RV' }),
    ]
    expect(underWayRefusal(hold, asked, others)).toBeUndefined()
  })

  it('waits for another one where the acquirer is told the new total', () => {
    const asked = { operation: 'increment', amountMinor: 1 } as const
    const total = { ...asked, isToTotal: true }
    expect(underWayRefusal(hold, asked, [raise('pending', 1)])).toBeUndefined()
    expect(underWayRefusal(hold, total, [raise('pending', 1)])).toMatchObject({
      code: '700.400.570',
      description: expect.stringContaining('is under way'),
    })
    expect(underWayRefusal(hold, total, [raise('failed', 1)])).toBeUndefined()
  })

  it('does not wait for captures', () => {
    const capture = reference('intent', { paymentType: 'CP' })
    const asked = { operation: 'increment', amountMinor: 1 } as const
    expect(underWayRefusal(hold, asked, [capture])).toBeUndefined()
  })
})
