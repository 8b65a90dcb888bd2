import { beforeAll, describe, expect, it } from 'vitest'
import english from '../../../../locales/backoffice/en.json'
import type { AdminOperation, AdminPayment } from '../../../administration/answer.ts'
import { useTexts } from '../../texts/texts.ts'
import { type FamilyMember, type FamilyNode, familyTree } from './family-tree.ts'
import { buttonText, inOrder, offeredNow, planOf } from './operations.ts'

beforeAll(() => useTexts('en', english))

const payment = { currency: 'EUR' } as AdminPayment

function operation(given: Partial<AdminOperation> = {}): AdminOperation {
  return {
    paymentId: '',
    paymentType: 'RF',
    mostAmount: '92.00',
    isWhole: false,
    seen: '1-1-0',
    ...given,
  }
}

describe('the plan of an operation', () => {
  it('says what will happen and what will be left', () => {
    expect(planOf(operation(), payment, '30')).toEqual({
      amount: '30.00',
      sentence: 'Refund 30.00 EUR of 92.00 EUR; 62.00 EUR stay captured.',
      needsSecond: false,
    })
  })

  it('refuses more than is open', () => {
    expect(planOf(operation(), payment, '92.01')).toEqual({
      error: 'At most 92.00 EUR',
      needsSecond: false,
    })
  })

  it('waits without a fault while nothing is typed', () => {
    expect(planOf(operation(), payment, '')).toEqual({ needsSecond: false })
  })

  it('may charge more again than was paid', () => {
    const again = planOf(operation({ paymentType: 'RB' }), payment, '120')
    expect(again).toMatchObject({ amount: '120.00' })
  })

  it('takes all of what can only be done as a whole', () => {
    const reversal = operation({ paymentType: 'RV', isWhole: true })
    expect(planOf(reversal, payment, 'whatever')).toMatchObject({
      amount: '92.00',
      sentence: 'Reverse all of 92.00 EUR: the shopper is not charged. There is no way back.',
    })
  })

  it.each([
    ['50.00', false],
    ['50.01', true],
  ])('of %s needs a second person above 50.00: %s', (typed, needsSecond) => {
    const limited = operation({ secondPersonAbove: '50.00' })
    expect(planOf(limited, payment, typed)).toMatchObject({ needsSecond })
  })
})

describe('the operations of a payment', () => {
  it('begin with what people do most', () => {
    const types = ['RV', 'RB', 'RF', 'CP'] as const
    const ordered = inOrder(types.map((paymentType) => operation({ paymentType })))
    expect(ordered.map(({ paymentType }) => paymentType)).toEqual(['CP', 'RF', 'RV', 'RB'])
  })
})

describe('the buttons of a hold', () => {
  const captures = ['20.00', '10.00'].map((mostAmount) =>
    operation({ paymentId: mostAmount, mostAmount }),
  )

  it('say which of several captures they refund', () => {
    const texts = captures.map((one) => buttonText(captures, one, payment))
    expect(texts).toEqual(['Refund 20.00 EUR', 'Refund 10.00 EUR'])
    expect(buttonText([operation()], operation(), payment)).toBe('Refund')
  })

  it('are found again by payment and type, as long as they are offered', () => {
    const now = [operation({ paymentId: '10.00', mostAmount: '4.00' })]
    expect(captures.map((one) => offeredNow(now, one)?.mostAmount)).toEqual([undefined, '4.00'])
  })
})

describe('a family', () => {
  const member = (id: string, at: number, referencedId?: string) =>
    ({ id, createdAt: String(at), ...(referencedId && { referencedId }) }) as FamilyMember
  const shape = ({ payment: { id }, children }: FamilyNode): unknown => [id, ...children.map(shape)]

  it('is a tree, oldest first', () => {
    const tree = familyTree([
      member('refund', 3, 'capture'),
      member('hold', 1),
      member('second capture', 4, 'hold'),
      member('capture', 2, 'hold'),
    ])
    expect(tree.map(shape)).toEqual([['hold', ['capture', ['refund']], ['second capture']]])
  })

  it('shows a payment whose reference is not among them', () => {
    expect(familyTree([member('capture', 2, 'hold')]).map(shape)).toEqual([['capture']])
  })
})
