import { describe, expect, it } from 'vitest'
import { cardPayment, startTestGateway, useTestGateway } from '../../testing/gateway.fixture.ts'

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
      'answer',
    ])
    const said = explain.map(({ decision }) => decision).join('\n')
    expect(said).toContain('its number tells the brand VISA')
    expect(said).toContain('DB of 92.00 EUR goes to "simulator"')
    expect(said).toContain('000.100.110 is of the group success: HTTP 200')
    expect(said).not.toContain('4200')
    expect(said).not.toContain('Jane')
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

  const withoutCard = {
    'card.number': undefined,
    'card.holder': undefined,
    'card.expiryMonth': undefined,
    'card.expiryYear': undefined,
    'card.cvv': undefined,
  }

  it.each([
    ['/v1/payments', {}],
    ['/v1/checkouts', withoutCard],
  ])('names the parameters of a request to %s that have no effect yet', async (path, less) => {
    const form = cardPayment(gateway().demo.entityId, {
      ...less,
      notificationUrl: 'https://shop.example/told',
      'threeDSecure.challengeIndicator': '04',
      merchantMemo: 'for the books',
    })
    const { status, body } = await gateway().post(path, form, asks)
    expect(status).toBe(200)
    const said = (body.explain as unknown as readonly Step[]).filter(
      ({ step }) => step === 'parameters',
    )
    expect(said.map(({ decision }) => decision).slice(1)).toEqual([
      'notificationUrl: taken, not acted on yet; waits for webhooks',
    ])
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
