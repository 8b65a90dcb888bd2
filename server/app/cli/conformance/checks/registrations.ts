import type { Check } from '../contract.ts'
import { CARD, debit, PAYMENT_ID, sawDone } from '../test-data.ts'

const ORDER = { amount: '92.00', currency: 'EUR', paymentType: 'DB', testMode: 'INTERNAL' }
const STORED = { paymentBrand: 'VISA', testMode: 'INTERNAL', ...CARD }

export const registrationChecks: readonly Check[] = [
  {
    id: 'registrations.with-payment',
    section: 'interface document, Payment response',
    title: 'createRegistration=true stores the card, and the answer has its id twice',
    async run(see, server) {
      const reply = await server.post('/v1/payments', debit({ createRegistration: 'true' }))
      sawDone(see, 'the payment', reply)
      const id = see.text('registrationId', reply.at('registrationId'))
      see.matches('registrationId', id, PAYMENT_ID)
      see.equal('registration.id', reply.at('registration.id'), id)
      const again = await server.post(`/v1/registrations/${id}/payments`, ORDER)
      sawDone(see, 'a payment with it', again)
      const without = await server.post('/v1/payments', debit({ createRegistration: 'false' }))
      see.equal('registrationId without it', without.at('registrationId') === undefined, true)
    },
  },
  {
    id: 'registrations.alone',
    section: 'decisions §2',
    title: 'a card is stored without a payment, read, and charged again and again',
    async run(see, server) {
      const made = await server.post('/v1/registrations', STORED)
      see.equal('HTTP status', made.status, 200)
      const id = see.text('id', made.at('id'))
      see.matches('id', id, PAYMENT_ID)
      const read = await server.get(`/v1/registrations/${id}`)
      see.equal('HTTP status of the read', read.status, 200)
      see.equal('id of the read', read.at('id'), id)
      for (const turn of ['first', 'second']) {
        const payment = await server.post(`/v1/registrations/${id}/payments`, ORDER)
        sawDone(see, `the ${turn} payment`, payment)
        see.equal('card.last4Digits', payment.at('card.last4Digits'), '0000')
      }
    },
  },
  {
    id: 'registrations.delete',
    section: 'decisions §2',
    title: 'a card that was deleted is neither read nor charged',
    async run(see, server) {
      const made = await server.post('/v1/registrations', STORED)
      const id = see.text('id', made.at('id'))
      const deleted = await server.delete(`/v1/registrations/${id}`)
      see.equal('HTTP status of the deletion', deleted.status, 200)
      see.equal('HTTP status of a read', (await server.get(`/v1/registrations/${id}`)).status, 404)
      const payment = await server.post(`/v1/registrations/${id}/payments`, ORDER)
      see.matches('HTTP status of a payment', String(payment.status), /^40[04]$/)
    },
  },
  {
    id: 'registrations.unknown',
    section: 'interface document, Errors',
    title: 'an id that no registration has is answered with 404',
    async run(see, server) {
      const id = '8ac7a4a1000000000000000000000000'
      see.equal('HTTP status', (await server.get(`/v1/registrations/${id}`)).status, 404)
    },
  },
  {
    id: 'registrations.checkout',
    section: 'interface document, Endpoints',
    title: 'a checkout that stores a card shows the registration as its status',
    async run(see, server) {
      const created = await server.post('/v1/checkouts', { createRegistration: 'true' })
      const id = see.text('id', created.at('id'))
      const path = `/v1/checkouts/${id}/registration`
      const before = await server.get(path)
      see.equal('result.code before', before.at('result.code'), '000.200.000')
      const shopperResultUrl = 'https://shop.example.com/result'
      const fields = { paymentBrand: 'VISA', ...CARD, shopperResultUrl, entityId: '' }
      await server.post(path, fields, { authorization: null })
      const after = await server.get(path)
      see.equal('HTTP status', after.status, 200)
      see.equal('result.code', after.at('result.code'), '000.100.110')
      see.matches('id', after.at('id'), PAYMENT_ID)
    },
  },
]
