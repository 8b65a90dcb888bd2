import type { GiftCardsAnswer, WidgetSession } from '../../../common/widget-wire.ts'
import type { Form, TestGateway, WireAnswer } from '../../testing/gateway.fixture.ts'
import { addMerchant, channelOf, sendBare } from '../../testing/merchants.fixture.ts'
import { giftCardNumber } from '../gift-cards/gift-card-number.fixture.ts'

/** A card that is approved; `holder`: a result code that the simulator declines with. */
export const cardForm = (holder = 'Jane Jones'): Form => ({
  paymentBrand: 'VISA',
  'card.number': '4200000000000000',
  'card.holder': holder,
  'card.expiryMonth': '05',
  'card.expiryYear': '2034',
  'card.cvv': '123',
})

export const APPROVED = '000.100.110'

/** A shop whose shoppers may pay a part of 100.00 EUR with gift cards. */
export async function giftCardShop(gateway: TestGateway) {
  const merchant = await addMerchant(gateway, {
    channels: [{ giftCards: { partPayment: true } }],
  })
  const entityId = channelOf(merchant)
  const headers = { authorization: `Bearer ${merchant.accessToken}` }
  const post = (path: string, form: Form) => gateway.post(path, { entityId, ...form }, headers)
  const get = (path: string) => gateway.get(`${path}?entityId=${entityId}`, headers)

  async function open(form: Form = {}): Promise<string> {
    const money = { amount: '100.00', currency: 'EUR', paymentType: 'DB' }
    const order = { merchantTransactionId: 'order-4711' }
    return (await post('/v1/checkouts', { ...money, ...order, ...form })).body.id
  }

  const shopper = (path: string, form: Form = {}, more = {}) =>
    sendBare(gateway, `POST /v1/checkouts/${path}`, { form, headers: more })

  function apply(id: string, number: string, pin = number.slice(-4)): Promise<WireAnswer> {
    return shopper(`${id}/giftCards`, { 'giftCard.number': number, 'giftCard.pin': pin })
  }

  return {
    merchant,
    entityId,
    post,
    get,
    open,
    shopper,
    apply,
    /** As the widget submits: with the rest that it shows. */
    async pay(id: string, form: Form, rest?: string): Promise<WireAnswer> {
      const shown = rest ?? (await giftCardsOf(gateway, id))?.rest.amount
      return shopper(`${id}/payment`, { 'giftCards.restAmount': shown, ...form })
    },
    session: (id: string) => sessionOf(gateway, id),
    giftCards: (id: string) => giftCardsOf(gateway, id),
    /** What is left on a card, as another checkout learns it. */
    async balanceOf(number: string): Promise<string> {
      const { body } = await apply(await open({ amount: '9000.00' }), number)
      if (body.result.code === '100.550.311') return '0.00'
      return (body as unknown as GiftCardsAnswer).balance?.amount ?? body.result.code
    },
    status: async (id: string) => (await get(`/v1/checkouts/${id}/payment`)).body,
  }
}

async function sessionOf(gateway: TestGateway, id: string): Promise<WidgetSession> {
  const { body } = await sendBare(gateway, `GET /v1/checkouts/${id}/session`)
  return body as unknown as WidgetSession
}

async function giftCardsOf(gateway: TestGateway, id: string) {
  return (await sessionOf(gateway, id)).giftCards
}

let lastNumber = 0

/** A card that no other test has, issued with a whole amount of any currency. */
export function newGiftCard(amount: number): string {
  lastNumber += 1
  return giftCardNumber(amount, lastNumber)
}
