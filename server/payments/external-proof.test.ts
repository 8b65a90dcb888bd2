import { describe, expect, it } from 'vitest'
import { cardPayment, type Form, useTestGateway } from '../testing/gateway.fixture.ts'

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
