import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { membersOf } from '../http/answer.ts'
import { paymentAnswer } from './answer.ts'
import {
  detailsInAuthentication,
  type PaymentDetails,
  readDetails,
  storedDetails,
} from './details.ts'
import { paymentRow } from './payment-row.fixture.ts'

const text = fc.string({ minLength: 1 })
const named = (...names: string[]) =>
  fc.dictionary(fc.constantFrom(...names), text, { noNullPrototype: true })

const request = named(
  'descriptor',
  'merchant.name',
  'customer.givenName',
  'billing.street1',
  'cart.items[0].name',
  'cart.items[0].price',
  'cart.items[2].name',
  'customParameters[a.b]',
  'customParameters[request]',
  'standingInstruction.mode',
)

const redirect = {
  url: 'https://bank.example/pay',
  method: 'GET',
  parameters: [{ name: 'a', value: '1\n2' }],
} as const

const details: fc.Arbitrary<PaymentDetails> = fc.record(
  {
    request,
    card: fc.record({
      bin: fc.constant('420000'),
      last4Digits: fc.constant('0000'),
      holder: text,
      expiryMonth: fc.constant('05'),
      expiryYear: fc.constant('2034'),
    }),
    brandResult: fc.constant('VISA'),
    resultDetails: named('ConnectorTxID1', 'AcquirerResponse'),
    shown: named('result.avsResponse', 'result.cvvResponse').filter(
      (shown) => Object.keys(shown).length > 0,
    ),
    redirect: fc.constant(redirect),
    shopperResultUrl: fc.webUrl(),
    isDeviceNumber: fc.boolean(),
    reviewCode: text,
    registrationId: fc.constant('8ac7a4a1000000000000000000000001'),
    createsRegistration: fc.constant(true),
  },
  { requiredKeys: ['request'] },
)

const states = ['intent', 'pending', 'succeeded', 'failed'] as const

describe('the details of a payment', () => {
  it('are read as they were stored', () => {
    fc.assert(
      fc.property(details, fc.constantFrom(...states), (given, state) => {
        const row = paymentRow({ state })
        expect(readDetails({ details: storedDetails(row, given) })).toEqual(given)
      }),
    )
  })

  it.each(['intent', 'pending'] as const)(
    'keep what was added apart from the request while the payment is %s',
    (state) => {
      const given = {
        request: { 'bankAccount.holder': 'Ada', 'bankAccount.country': 'DE' },
        shown: { 'result.avsResponse': 'A', 'bankAccount.iban': 'DE***3000', 'risk.score': '7' },
        shopperResultUrl: 'https://shop.example/back',
      }
      const row = paymentRow({ state })
      expect(readDetails({ details: storedDetails(row, given) })).toEqual(given)
    },
  )

  it('show a registration only after its payment has succeeded', () => {
    const given = { request: {}, registrationId: 'r', createsRegistration: true }
    const shownIn = (state: (typeof states)[number]) => {
      const row = paymentRow({ state })
      const stored = { ...row, details: storedDetails(row, given) }
      return membersOf(paymentAnswer(stored, 'ndc'))
    }
    expect(shownIn('succeeded')).toMatchObject({ registrationId: 'r', registration: { id: 'r' } })
    for (const state of ['intent', 'pending', 'failed'] as const) {
      expect(shownIn(state)).not.toHaveProperty('registrationId')
      expect(shownIn(state)).not.toHaveProperty('registration')
    }
  })
})

describe('the details of a payment that waits for another authentication', () => {
  const waiting = (given: PaymentDetails) => {
    const row = paymentRow({ state: 'authenticating' })
    const stored = storedDetails(row, detailsInAuthentication(given, redirect))
    return readDetails({ details: stored })
  }

  it('show nothing of the earlier one, and everything else as before', () => {
    const before = {
      request: { descriptor: 'A shop' },
      shown: {
        'threeDSecure.authenticationStatus': 'N',
        'threeDSecure.eci': '07',
        'risk.score': '7',
        'result.avsResponse': 'A',
      },
      authenticationDetails: { AcsRefNumber: '1' },
    }
    expect(waiting(before)).toEqual({
      request: { descriptor: 'A shop' },
      shown: { 'risk.score': '7', 'result.avsResponse': 'A' },
      redirect,
    })
  })

  it.each<[string, PaymentDetails]>([
    ['nothing', { request: {} }],
    ['nothing but an authentication', { request: {}, shown: { 'threeDSecure.eci': '07' } }],
  ])('show the redirect where they showed %s', (_what, before) => {
    expect(waiting(before)).toEqual({ request: {}, redirect })
  })
})
