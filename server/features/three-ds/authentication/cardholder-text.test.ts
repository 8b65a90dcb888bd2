import { describe, expect, it } from 'vitest'
import { cardPayment } from '../../../testing/gateway.fixture.ts'
import {
  acsTransId,
  browser,
  dsTransId,
  ENROLLED,
  type Redirect,
  said,
  useAuthentications,
  WITH_METHOD,
} from './authentication.fixture.ts'

const using = useAuthentications()
const { directory, pay, read, next, result } = using

/** What an issuer may send: markup is text like any other. */
const text = 'Call <b>Test Bank</b> & ask for "3-D Secure".'
const refused = () => said('N', { transStatusReason: '01', cardholderInfo: text })

describe('what an issuer tells its cardholder', () => {
  it('is in the answer to the merchant and in later reads', async () => {
    directory.answer(refused())
    const { body } = await pay()
    expect(body.resultDetails).toMatchObject({ cardholderInfo: text })
    expect((await read(body.id)).resultDetails).toEqual(body.resultDetails)
  })

  it('is in the last step of the authentication page', async () => {
    const { body } = await pay({ 'card.number': WITH_METHOD })
    directory.answer(refused())
    const step = await next(body.redirect as unknown as Redirect, { methodTimedOut: true })
    expect(step).toMatchObject({ step: 'done', outcome: 'declined', cardholderInfo: text })
  })

  it('is shown while the cardholder confirms outside the browser, and stays in the answer', async () => {
    directory.answer({
      kind: 'decoupled',
      acsTransId,
      dsTransId,
      waitMs: 60_000,
      cardholderInfo: text,
    })
    const { body } = await pay({ 'threeDSecure.decoupled': 'true' })
    const step = await next(body.redirect as unknown as Redirect)
    expect(step).toMatchObject({ step: 'wait', reason: 'decoupled', cardholderInfo: text })
    const [asked] = directory.asked
    if (asked === undefined) throw new Error('The directory was not asked')
    await result(asked)
    expect((await read(body.id)).resultDetails).toMatchObject({ cardholderInfo: text })
  })

  it('is the only detail that the answer of a submit has for the shopper', async () => {
    directory.answer(refused())
    const { post, demo } = using.gateway()
    const order = { entityId: demo.entityId, amount: '92.00', currency: 'EUR', paymentType: 'DB' }
    const checkout = await post('/v1/checkouts', order)
    const { amount, currency, paymentType, entityId, ...card } = cardPayment('', {
      'card.number': ENROLLED,
      shopperResultUrl: 'https://shop.example/result',
      ...browser,
    })
    const { body } = await post(`/v1/checkouts/${checkout.body.id}/payment`, card)
    expect(body.result.code).toBe('100.380.401')
    expect(body.resultDetails).toEqual({ cardholderInfo: text })
  })
})
