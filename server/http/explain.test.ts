import { describe, expect, it } from 'vitest'
import { cardPayment, startTestGateway, useTestGateway } from '../testing/gateway.fixture.ts'
import { BROWSER_DATA } from '../testing/shopper-browser.fixture.ts'

const gateway = useTestGateway()
const asks = { 'tillgate-explain': '1' }

interface Step {
  readonly step: string
  readonly decision: string
}

describe('Tillgate-Explain: 1', () => {
  it('adds the decisions that led to an answer, and no card data', async () => {
    const form = cardPayment(gateway().demo.entityId, { paymentBrand: undefined })
    const { body } = await gateway().post('/v1/payments', form, asks)
    const explain = body.explain as unknown as readonly Step[]
    expect(explain.map(({ step }) => step)).toEqual([
      'access',
      'parameters',
      'instrument',
      'connector',
      'authentication',
      'answer',
    ])
    const said = explain.map(({ decision }) => decision).join('\n')
    expect(said).toContain('its number tells the brand VISA')
    expect(said).toContain('DB of 92.00 EUR goes to "simulator"')
    expect(said).toContain('000.100.110 is of the group success: HTTP 200')
    expect(said).not.toContain('4200')
    expect(said).not.toContain('Jane')
  })

  it.each([
    [
      'a card that is not enrolled',
      {},
      'the policy is whenEnrolled; no range of the directory holds the card: it is not enrolled',
    ],
    [
      'a request without 3-D Secure',
      { 'threeDSecure.disable': 'true' },
      'no 3-D Secure: threeDSecure.disable=true',
    ],
    [
      'the proof of another server',
      { 'threeDSecure.eci': '05', 'threeDSecure.verificationId': 'AAABBZEEBgAAAAAAAAQGAAAAAAA=' },
      'no 3-D Secure: the request has the proof of another 3-D Secure server, which goes to the acquirer',
    ],
    [
      'a browser that has to come first',
      { 'card.number': '4200000020000022' },
      'the policy is whenEnrolled; the card is enrolled for version 2.2.0, with a method call / waits for the browser of the shopper: the issuer reads data from it (method call), or the request has too few customer.browser parameters',
    ],
    [
      'a challenge',
      { 'card.number': '4200000010000024', ...BROWSER_DATA },
      'the policy is whenEnrolled; the card is enrolled for version 2.2.0, without a method call / the issuer asks for a challenge: the redirect leads to it',
    ],
    [
      'a decision without the shopper',
      { 'card.number': '4200000010000057', ...BROWSER_DATA },
      'the policy is whenEnrolled; the card is enrolled for version 2.2.0, without a method call / decided without the shopper, transStatus R: the payment fails with 100.390.118',
    ],
  ])('says what 3-D Secure decides about %s', async (_what, more, expected) => {
    const shopperResultUrl = 'https://shop.example/result'
    const form = cardPayment(gateway().demo.entityId, { shopperResultUrl, ...more })
    const { body } = await gateway().post('/v1/payments', form, asks)
    const explain = body.explain as unknown as readonly Step[]
    const said = explain.filter(({ step }) => step === 'authentication')
    expect(said.map(({ decision }) => decision).join(' / ')).toBe(expected)
  })

  it('explains a refused reference by the open amount', async () => {
    const { body: hold } = await gateway().post(
      '/v1/payments',
      cardPayment(gateway().demo.entityId, { paymentType: 'PA' }),
    )
    const capture = { paymentType: 'CP', amount: '93.00', currency: 'EUR' }
    const { body } = await gateway().post(`/v1/payments/${hold.id}`, capture, asks)
    const explain = body.explain as unknown as readonly Step[]
    expect(explain.find(({ step }) => step === 'reference')?.decision).toBe(
      'CP may refer to a PA, which is succeeded; 92.00 EUR is open for it',
    )
  })

  it('works only with the header and in the test environment', async () => {
    const form = cardPayment(gateway().demo.entityId)
    const unasked = await gateway().post('/v1/payments', form, { 'tillgate-explain': '0' })
    expect(unasked.body.explain).toBeUndefined()
    const live = await startTestGateway({ environment: 'live' })
    const answer = await live.post('/v1/payments', cardPayment(live.demo.entityId), asks)
    expect(answer.body.explain).toBeUndefined()
    await live.close()
  })
})
