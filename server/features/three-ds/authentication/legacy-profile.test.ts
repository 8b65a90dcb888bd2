import { describe, expect, it, onTestFinished } from 'vitest'
import { cardPayment, type Form, useTestGateway } from '../../../testing/gateway.fixture.ts'
import {
  BROWSER_DATA,
  type SentShopper,
  ShopperBrowser,
} from '../../../testing/shopper-browser.fixture.ts'
import { setThreeDSecure } from './authentication.fixture.ts'

const gateway = useTestGateway()

const APPROVED = '000.100.110'
const PENDING = '000.200.000'
const NOT_ENROLLED = '000.400.109'
const REFUSED = '200.300.404'

const BACK = { shopperResultUrl: 'https://shop.example/result' }
const MAESTRO = { paymentBrand: 'MAESTRO', 'card.number': '6799851000000032' }
const CHALLENGED = { 'card.number': '4200000000000018' }
/** A card that no table of the simulated issuer has. */
const UNLISTED = { 'card.number': '4200000000000000' }
const BY_PARAMETER = { ...UNLISTED, 'customParameters[3DS2_enrolled]': 'true' }

type Profile = 'strict' | 'legacy'

function channelOf(profile: Profile): string {
  const { entityId, legacyEntityId } = gateway().demo
  return profile === 'legacy' ? legacyEntityId : entityId
}

const pay = (profile: Profile, card: Form, more: Form = {}) =>
  gateway().post('/v1/payments', cardPayment(channelOf(profile), { ...card, ...more }))

describe('a payment of a server with an enrolled card and no shopperResultUrl', () => {
  it.each([
    ['a listed card', MAESTRO],
    ['a listed card whose issuer would ask', CHALLENGED],
    ['a card that 3DS2_enrolled makes enrolled', BY_PARAMETER],
  ])('is charged in legacy, with the merchant being liable: %s', async (_what, card) => {
    const { status, body } = await pay('legacy', card)
    expect([status, body.result.code]).toEqual([200, APPROVED])
    expect(body.resultDetails).toMatchObject({ authenticationLiability: 'merchant' })
    expect(body.threeDSecure).toBeUndefined()
    const read = await gateway().get(`/v1/payments/${body.id}?entityId=${channelOf('legacy')}`)
    expect(read.body.resultDetails).toEqual(body.resultDetails)
  })

  it.each([
    ['a listed card', MAESTRO],
    ['a card that 3DS2_enrolled makes enrolled', BY_PARAMETER],
  ])('is refused in strict: %s', async (_what, card) => {
    const { status, body } = await pay('strict', card)
    expect([status, body.result.code]).toEqual([400, REFUSED])
    expect(body.result.parameterErrors?.map(({ name }) => name)).toEqual(['shopperResultUrl'])
  })

  it('is refused in legacy where the policy is always', async () => {
    await setThreeDSecure(gateway(), channelOf('legacy'), { policy: 'always' })
    onTestFinished(() => setThreeDSecure(gateway(), channelOf('legacy'), {}))
    const { status, body } = await pay('legacy', MAESTRO)
    expect([status, body.result.code]).toEqual([400, REFUSED])
  })

  it('says in its trace why it was not authenticated', async () => {
    const form = cardPayment(channelOf('legacy'), MAESTRO)
    const { body } = await gateway().post('/v1/payments', form, { 'tillgate-explain': '1' })
    expect(JSON.stringify(body.explain)).toContain('the request has no shopperResultUrl')
  })

  it('is authenticated in legacy as soon as it sends one', async () => {
    const { body } = await pay('legacy', MAESTRO, { ...BACK, ...BROWSER_DATA })
    expect(body.result.code).toBe(APPROVED)
    expect(body.resultDetails).toMatchObject({ authenticationLiability: 'issuer' })
  })

  it('is declined softly in legacy where the issuer wants an authentication', async () => {
    const { body } = await pay('legacy', MAESTRO, { 'card.holder': '300.100.100' })
    expect(body.result.code).toBe('300.100.100')
  })
})

describe('a submit of a checkout with an enrolled card and no shopperResultUrl', () => {
  it('is refused in legacy too, so that no page can skip the authentication', async () => {
    const order = { amount: '92.00', currency: 'EUR', paymentType: 'DB' }
    const entityId = channelOf('legacy')
    const made = await gateway().post('/v1/checkouts', { entityId, ...order })
    const { entityId: _entity, ...form } = cardPayment(entityId, CHALLENGED)
    const { amount, currency, paymentType, ...card } = form
    const { status, body } = await gateway().post(`/v1/checkouts/${made.body.id}/payment`, card)
    expect(status).toBe(400)
    expect(body.result.parameterErrors?.map(({ name }) => name)).toEqual(['shopperResultUrl'])
  })
})

describe('an authentication alone of a card that is not enrolled', () => {
  function authenticate(profile: Profile, more: Form) {
    const { paymentType, ...form } = cardPayment(channelOf(profile), { ...UNLISTED, ...more })
    return gateway().post('/v1/threeDSecure', form)
  }
  const read = (id: string) =>
    gateway().get(`/v1/threeDSecure/${id}?entityId=${channelOf('legacy')}`)

  it('sends the shopper to a page in legacy, and ends as not enrolled', async () => {
    const { status, body } = await authenticate('legacy', { ...BACK, ...BROWSER_DATA })
    expect([status, body.result.code]).toEqual([200, PENDING])
    const redirect = body.redirect as unknown as SentShopper
    expect(redirect.url).toMatch(/\/v1\/threeDSecure\/execute$/)
    expect((await read(body.id)).body.result.code).toBe(PENDING)
    const enter = () => {
      throw new Error('There is no page of an issuer')
    }
    const { steps, last } = await new ShopperBrowser(gateway().url).authenticate(redirect, enter)
    expect([steps, last]).toMatchObject([['done'], { step: 'done', outcome: 'declined' }])
    const ended = (await read(body.id)).body
    expect(ended.result.code).toBe(NOT_ENROLLED)
    expect([ended.redirect, ended.threeDSecure]).toEqual([undefined, undefined])
  })

  it.each([
    ['in strict', 'strict', BACK],
    ['in legacy without an address to come back to', 'legacy', {}],
    [
      'in legacy without the shopper (3RI)',
      'legacy',
      { ...BACK, 'threeDSecure.channel': '3', 'threeDSecure.threeRIInd': 'RECURRING' },
    ],
  ] as const)('is answered at once %s', async (_what, profile, more) => {
    const { body } = await authenticate(profile, more)
    expect([body.result.code, body.redirect]).toEqual([NOT_ENROLLED, undefined])
  })
})
