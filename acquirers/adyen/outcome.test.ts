import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../common/durations.ts'
import type { Inquiry } from '../../server/payments/connectors/connector.ts'
import { modifiedAgain } from './modify.ts'
import { outcomeOfCharge } from './outcome.ts'
import type { AdyenSteps } from './steps.ts'

const paymentId = '8ac7a4a29394bdc801939736f17e0641'
const asked = {
  paymentId,
  amount: { minor: 9200, currency: 'EUR' },
  paymentBrand: 'VISA',
} as const

const outcomeOf = (object: Record<string, unknown>) =>
  outcomeOfCharge({ kind: 'object', object }, asked).outcome

describe('an answer of Adyen that sends the shopper to a page', () => {
  it('by a form has its fields', () => {
    const action = {
      type: 'redirect',
      method: 'POST',
      url: 'https://bank.example/ask',
      data: { PaReq: 'abc', MD: 'def' },
    }
    expect(outcomeOf({ resultCode: 'RedirectShopper', action })).toMatchObject({
      kind: 'pending',
      authenticationRedirect: {
        url: 'https://bank.example/ask',
        method: 'POST',
        parameters: [
          { name: 'PaReq', value: 'abc' },
          { name: 'MD', value: 'def' },
        ],
      },
    })
  })

  it('by an address is opened', () => {
    const action = { type: 'redirect', method: 'GET', url: 'https://bank.example/ask' }
    expect(outcomeOf({ resultCode: 'RedirectShopper', action })).toMatchObject({
      authenticationRedirect: { method: 'GET', parameters: [] },
    })
  })
})

describe('an approval of Adyen', () => {
  it('names what later payments of a series are charged with', () => {
    const approval = outcomeOf({
      resultCode: 'Authorised',
      pspReference: 'PSP1',
      merchantReference: paymentId,
      amount: { value: 9200, currency: 'EUR' },
      additionalData: {
        networkTxReference: '016150703802094',
        'tokenization.storedPaymentMethodId': 'TOKEN1',
        'tokenization.shopperReference': 'shopper1',
      },
    })
    expect(approval).toMatchObject({
      kind: 'approved',
      references: [
        { kind: 'payment', value: 'PSP1' },
        { kind: 'network', value: '016150703802094' },
        { kind: 'token', value: 'TOKEN1' },
        { kind: 'customer', value: 'shopper1' },
      ],
    })
  })
})

describe('a capture whose answer was lost', () => {
  it.each([
    [4 * DAY_MS, 1],
    [6 * DAY_MS, 0],
  ])('is sent again %i ms later %i times: Adyen forgets keys', async (laterMs, times) => {
    let sent = 0
    const steps: Partial<AdyenSteps> = {
      account: { merchantId: 'Acme' } as AdyenSteps['account'],
      names: async () => [{ kind: 'payment', value: 'PSP1' }],
      clock: { now: () => laterMs },
      client: {
        async post() {
          sent += 1
          return { kind: 'lost', reason: 'nothing came' }
        },
        ask: async () => ({ kind: 'lost', reason: 'is not asked' }),
      },
    }
    const operation: Inquiry['operation'] = {
      ...asked,
      paymentType: 'CP',
      referencedId: 'a'.repeat(32),
      request: {},
      customParameters: {},
    }
    const inquiry: Inquiry = { operation, isPending: false, sentAtMs: 0 }
    expect((await modifiedAgain(inquiry, steps as AdyenSteps)).outcome.kind).toBe('unknown')
    expect(sent).toBe(times)
  })
})
