import type { Check } from '../contract.ts'
import { CARD, debit, EXPIRED, PAID, PAYMENT_ID, paid, sawDone, sawRefused } from '../test-data.ts'

const BASIC = 'interface document, Basic payment'
const RESPONSE = 'interface document, Payment response'

export const paymentChecks: readonly Check[] = [
  {
    id: 'payments.debit',
    section: RESPONSE,
    title: 'a debit is answered with its id, type, brand, amount, currency and result',
    async run(see, server) {
      const reply = await server.post('/v1/payments', debit())
      sawDone(see, 'the debit', reply)
      see.matches('id', reply.at('id'), PAYMENT_ID)
      see.equal('paymentType', reply.at('paymentType'), 'DB')
      see.equal('paymentBrand', reply.at('paymentBrand'), 'VISA')
      see.equal('amount', reply.at('amount'), '92.00')
      see.equal('currency', reply.at('currency'), 'EUR')
      see.matches('result.description', reply.at('result.description'), /\S/)
    },
  },
  {
    id: 'payments.card',
    section: RESPONSE,
    title:
      'an answer shows six and four digits of a card, holder and expiry date, and no more of it',
    async run(see, server) {
      const reply = await server.post('/v1/payments', debit())
      see.equal('card.bin', reply.at('card.bin'), '420000')
      see.equal('card.last4Digits', reply.at('card.last4Digits'), '0000')
      for (const name of ['card.holder', 'card.expiryMonth', 'card.expiryYear']) {
        see.equal(name, reply.at(name), CARD[name] ?? '')
      }
      const tellsAll = reply.text.includes('4200000000000000') || reply.at('card.cvv') !== undefined
      see.holds('card data in the answer', !tellsAll, {
        got: 'the whole number, or its code',
        wanted: 'neither',
      })
    },
  },
  ...(['PA', 'CD'] as const).map(
    (paymentType): Check => ({
      id: `payments.${paymentType === 'PA' ? 'preauthorisation' : 'credit'}`,
      section: BASIC,
      title: `a payment of the type ${paymentType} is carried out as one`,
      async run(see, server) {
        const reply = await server.post('/v1/payments', debit({ paymentType }))
        sawDone(see, `the ${paymentType}`, reply)
        see.equal('paymentType', reply.at('paymentType'), paymentType)
      },
    }),
  ),
  {
    id: 'payments.amounts',
    section: BASIC,
    title: 'amounts have up to ten digits, with two decimals or without',
    async run(see, server) {
      for (const [sent, answered] of [
        ['92', /^92(\.00)?$/],
        ['0.01', /^0\.01$/],
        ['1234567890.12', /^1234567890\.12$/],
      ] as const) {
        const reply = await server.post('/v1/payments', debit({ amount: sent }))
        see.equal(`result.code for ${sent}`, reply.at('result.code'), PAID)
        see.matches(`amount for ${sent}`, reply.at('amount'), answered)
      }
    },
  },
  {
    id: 'payments.test-mode',
    section: 'interface document, Test modes',
    title: 'the simulators take a payment that names no test mode',
    async run(see, server) {
      const reply = await server.post('/v1/payments', debit({ testMode: '' }))
      sawDone(see, 'the payment', reply)
    },
  },
  {
    id: 'payments.detected-brand',
    section: BASIC,
    title: 'the brand of a card may be left out, and is then that of its number',
    async run(see, server) {
      const reply = await server.post('/v1/payments', debit({ paymentBrand: '' }))
      sawDone(see, 'the payment', reply)
      see.equal('paymentBrand', reply.at('paymentBrand'), 'VISA')
    },
  },
  {
    id: 'payments.read',
    section: 'interface document, Endpoints',
    title: 'a payment is read by its id, and says the same as its answer',
    async run(see, server) {
      const made = await server.post('/v1/payments', debit({ amount: '17.35' }))
      const id = see.text('id', made.at('id'))
      const read = await server.get(`/v1/payments/${id}`)
      see.equal('HTTP status', read.status, 200)
      for (const name of [
        'id',
        'paymentType',
        'paymentBrand',
        'amount',
        'currency',
        'result.code',
      ]) {
        see.equal(name, read.at(name), see.text(`${name} of the answer`, made.at(name)))
      }
    },
  },
  {
    id: 'payments.echo',
    section: 'interface document, Custom parameters',
    title: 'custom parameters and your references come back, in letters of any script',
    async run(see, server) {
      const merchantTransactionId = server.reference()
      const sent = { 'customParameters[basket.kind]': 'Café 東京 €', descriptor: 'Kites 42' }
      const reply = await server.post('/v1/payments', debit({ ...sent, merchantTransactionId }))
      sawDone(see, 'the payment', reply)
      const custom = reply.at('customParameters') as Record<string, unknown> | undefined
      see.equal('customParameters[basket.kind]', custom?.['basket.kind'], 'Café 東京 €')
      see.equal('merchantTransactionId', reply.at('merchantTransactionId'), merchantTransactionId)
      see.matches('descriptor', reply.at('descriptor'), /Kites 42/)
    },
  },
  {
    id: 'payments.expired-card',
    section: 'decisions §4',
    title:
      'an expired card is refused with 100.100.303, and a number without its check digit with 100.100.101',
    async run(see, server) {
      sawRefused(
        see,
        'the expired card',
        await server.post('/v1/payments', debit(EXPIRED)),
        '100.100.303',
      )
      const wrongDigit = debit({ 'card.number': '4200000000000001' })
      sawRefused(
        see,
        'the wrong number',
        await server.post('/v1/payments', wrongDigit),
        '100.100.101',
      )
    },
  },
  {
    id: 'payments.redirect',
    section: 'interface document, Asynchronous response parameters',
    title: 'a method that needs the shopper elsewhere is pending, with where to send the shopper',
    async run(see, server) {
      const order = { amount: '92.00', currency: 'EUR', paymentType: 'DB', testMode: 'INTERNAL' }
      const shopperResultUrl = 'https://shop.example.com/result'
      const sent = { ...order, paymentBrand: 'PAYPAL', shopperResultUrl }
      const reply = await server.post('/v1/payments', sent)
      see.equal('HTTP status', reply.status, 200)
      see.matches('result.code', reply.at('result.code'), /^(000\.200|800\.400\.5|100\.400\.500)/)
      see.matches('redirect.url', reply.at('redirect.url'), /^https?:\/\/.{2,2040}$/)
      const parameters = reply.at('redirect.parameters')
      see.holds('redirect.parameters', Array.isArray(parameters), {
        got: parameters,
        wanted: 'a list of names and values',
      })
    },
  },
  {
    id: 'payments.repeated',
    section: 'decisions §13',
    title:
      'the same request with the same Idempotency-Key gives the first answer, and another one is refused',
    async run(see, server) {
      const headers = { 'idempotency-key': server.reference() }
      const first = await server.post('/v1/payments', debit(), { headers })
      const id = see.text('id', first.at('id'))
      const again = await server.post('/v1/payments', debit(), { headers })
      see.equal('id of the repeated request', again.at('id'), id)
      see.equal('HTTP status of the repeated request', again.status, first.status)
      const other = await server.post('/v1/payments', debit({ amount: '93.00' }), { headers })
      sawRefused(see, 'another request with this key', other)
      see.equal('id without a key', (await paid(see, server)) === id, false)
    },
  },
]
