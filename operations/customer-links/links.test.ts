import { describe, expect, it } from 'vitest'
import { paymentRow } from '../../server/payments/payment-row.fixture.ts'
import { registration } from '../../server/store/testing/sample-rows.ts'
import { linksOf } from './links.ts'

const result = { code: '000.100.110', description: '' }

const paymentOf = (members: object, beside?: object) =>
  paymentRow({
    details: `${JSON.stringify({ result, ...members })}${beside ? `\n${JSON.stringify(beside)}` : ''}`,
  })

const namesOf = (changes: Parameters<typeof linksOf>[0]) =>
  linksOf(changes)?.flatMap((change) =>
    change.kind === 'insertCustomerLink' ? [change.row.name] : [],
  )

describe('the links of a commit', () => {
  it('are none of a payment that names no customer and nothing stored', () => {
    expect(linksOf([{ kind: 'insertPayment', row: paymentOf({}) }])).toBeUndefined()
  })

  it('name the customer, the stored details and the plan of a payment', () => {
    const row = paymentOf(
      { customer: { merchantCustomerId: 'K-17', email: 'Jane@Shop.example' }, scheduleId: 's1' },
      { registrationId: 'r1' },
    )
    expect(namesOf([{ kind: 'insertPayment', row }])).toEqual([
      'customer:K-17',
      'email:jane@shop.example',
      'registration:r1',
      'schedule:s1',
    ])
  })

  it('are none of what refers to another payment', () => {
    const row = paymentRow({
      ...paymentOf({ customer: { email: 'jane@shop.example' } }),
      referencedId: 'p0',
    })
    expect(linksOf([{ kind: 'insertPayment', row }])).toBeUndefined()
  })

  it('name the customer of stored details', () => {
    const details = JSON.stringify({
      account: 'card',
      request: { 'customer.email': 'a@b.example' },
    })
    const row = registration({ details })
    expect(linksOf([{ kind: 'insertRegistration', row }])).toEqual([
      {
        kind: 'insertCustomerLink',
        row: {
          entityId: row.entityId,
          name: 'email:a@b.example',
          linked: 'registration',
          linkedId: row.id,
        },
      },
    ])
  })
})
