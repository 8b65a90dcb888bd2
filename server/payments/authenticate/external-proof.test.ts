import { describe, expect, it } from 'vitest'
import { cardPayment, type Form, useTestGateway } from '../../testing/gateway.fixture.ts'

const gateway = useTestGateway()

const CARDS: Readonly<Record<string, string>> = {
  VISA: '4200000000000000',
  MASTER: '5454545454545454',
  UNIONPAY: '6250947000000052',
}

const proof: Form = {
  'threeDSecure.eci': '05',
  'threeDSecure.verificationId': 'AAABBZEEBgAAAAAAAAQGAAAAAAA=',
  'threeDSecure.authenticationStatus': 'Y',
  'threeDSecure.version': '2.2.0',
}

/** A card of the simulated directory whose cardholder is challenged. */
const ENROLLED = '4200000010000024'

async function pay(brand: string, form: Form) {
  const { post, demo } = gateway()
  const card = { paymentBrand: brand, 'card.number': CARDS[brand] }
  const { body } = await post(
    '/v1/payments',
    cardPayment(demo.entityId, { ...card, ...proof, ...form }),
  )
  return {
    code: body.result.code,
    names: body.result.parameterErrors?.map(({ name }) => name),
  }
}

const APPROVED = { code: '000.100.110', names: undefined }
const refused = (name: string) => ({ code: '200.300.404', names: [name] })

describe('the proof of another 3-D Secure server', () => {
  it.each([
    ['VISA', '05'],
    ['VISA', '07'],
    ['MASTER', '02'],
    ['MASTER', '06'],
    ['MASTER', '07'],
    ['UNIONPAY', '05'],
    ['UNIONPAY', '02'],
  ])('of %s with the ECI %s is charged', async (brand, eci) => {
    expect(await pay(brand, { 'threeDSecure.eci': eci })).toEqual(APPROVED)
  })

  it.each([
    ['VISA', '02'],
    ['VISA', '08'],
    ['MASTER', '05'],
    ['UNIONPAY', '04'],
  ])('of %s with the ECI %s, which that network does not have, is refused', async (brand, eci) => {
    expect(await pay(brand, { 'threeDSecure.eci': eci })).toEqual(refused('threeDSecure.eci'))
  })

  it('that says that the cardholder was not authenticated is refused', async () => {
    const status = { 'threeDSecure.authenticationStatus': 'N' }
    expect(await pay('VISA', status)).toEqual(refused('threeDSecure.authenticationStatus'))
  })

  it.each(['A', 'U'])('with the status %s is charged', async (status) => {
    expect(await pay('VISA', { 'threeDSecure.authenticationStatus': status })).toEqual(APPROVED)
  })
})

describe('an indicator without its proof', () => {
  const claim: Form = { 'threeDSecure.verificationId': undefined }
  const result = { shopperResultUrl: 'https://shop.example/result' }
  const card = (form: Form) =>
    cardPayment(gateway().demo.entityId, { ...proof, ...claim, ...result, ...form })

  it('does not let an enrolled card pass without an authentication', async () => {
    const { post } = gateway()
    for (const more of [
      {},
      { 'threeDSecure.authenticationStatus': undefined },
      { 'threeDSecure.eci': undefined },
      { 'threeDSecure.dsTransactionId': '6edcc246-23ee-4e94-ac5d-8ae620bea7d9' },
    ]) {
      const { body } = await post('/v1/payments', card({ 'card.number': ENROLLED, ...more }))
      expect(body.result.code).toBe('000.200.000')
      expect(body.threeDSecure).not.toMatchObject({ eci: expect.anything() })
    }
    const proved = card({ 'card.number': ENROLLED, ...proof })
    expect((await post('/v1/payments', proved)).body.result.code).toBe('000.100.110')
  })

  it('is neither stored nor sent to the acquirer', async () => {
    const { post, store } = gateway()
    const { body } = await post('/v1/payments', card({}))
    expect(body.result.code).toBe('000.100.110')
    expect(body.threeDSecure).toEqual({ version: '2.2.0' })
    const row = await store.read.payment(body.id)
    expect(row?.details).not.toContain('threeDSecure.eci')
    // The issuer asks for an authentication, which this payment has not.
    const soft = { 'customParameters[SIMULATOR_outcome]': 'decline:300.100.100' }
    const off = { 'threeDSecure.disable': 'true' }
    expect((await post('/v1/payments', card({ ...soft, ...off }))).body.result.code).toBe(
      '300.100.100',
    )
  })

  it('does not begin a series in the place of the security code', async () => {
    const series = {
      'standingInstruction.mode': 'INITIAL',
      'standingInstruction.type': 'UNSCHEDULED',
      'standingInstruction.source': 'CIT',
      'card.cvv': undefined,
    }
    expect(await pay('VISA', { ...claim, ...series })).toEqual(refused('card.cvv'))
    expect(await pay('VISA', series)).toEqual(APPROVED)
  })

  it('is left out where a wallet gives the number of the card itself', async () => {
    const { body } = await gateway().post(
      '/v1/payments',
      card({
        'googlePay.source': 'web',
        paymentBrand: 'GOOGLEPAY',
        'card.cvv': undefined,
        'card.number': ENROLLED,
      }),
    )
    expect(body.result.code).toBe('000.200.000')
    expect(body.threeDSecure).not.toMatchObject({ eci: expect.anything() })
  })

  it('is not kept with a registration', async () => {
    const { amount: _a, currency: _c, paymentType: _t, ...stored } = card({})
    const { body } = await gateway().post('/v1/registrations', stored)
    expect(body.result.code).toBe('000.100.110')
    expect(body.threeDSecure).toEqual({ version: '2.2.0' })
  })

  it('that says that there was no authentication is passed on', async () => {
    const { body } = await gateway().post(
      '/v1/payments',
      card({ 'threeDSecure.eci': '07', 'threeDSecure.authenticationStatus': 'U' }),
    )
    expect(body.threeDSecure).toMatchObject({ eci: '07', authenticationStatus: 'U' })
  })

  it('is taken with one digit, as wallets give it, and told so where it is none', async () => {
    expect(await pay('VISA', { 'threeDSecure.eci': '5' })).toEqual(APPROVED)
    const { body } = await gateway().post('/v1/payments', card({ 'threeDSecure.eci': '9' }))
    expect(body.result.parameterErrors).toMatchObject([
      {
        name: 'threeDSecure.eci',
        message: expect.stringContaining('01 to 08, also without the zero'),
      },
    ])
  })
})

describe('a channel of the profile legacy', () => {
  it('passes on what strict refuses', async () => {
    const { store, demo, clock } = gateway()
    const entity = await store.read.entity(demo.entityId)
    if (entity === undefined) throw new Error('No demo channel')
    const settings = JSON.stringify({ ...JSON.parse(entity.settings), profile: 'legacy' })
    const { id, version } = entity
    await store.commit([{ kind: 'stepEntity', id, expectedVersion: version, set: { settings } }])
    // What is known of an entity is believed for a second.
    clock.advance(2_000)
    expect(await pay('VISA', { 'threeDSecure.eci': '02' })).toEqual(APPROVED)
    expect(await pay('VISA', { 'threeDSecure.authenticationStatus': 'N' })).toEqual(APPROVED)
  })
})
