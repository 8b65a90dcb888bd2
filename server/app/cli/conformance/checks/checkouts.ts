import { createHash } from 'node:crypto'
import type { Check } from '../contract.ts'
import { checkout, debit, EXPIRED, PAID, PAYMENT_ID, sawRefused, submit } from '../test-data.ts'

const FLOW = 'interface document, Hosted checkout flow'
const RULES = 'decisions §6'
const PENDING = '000.200.000'

const statusOf = (id: string) => `/v1/checkouts/${id}/payment`

export const checkoutChecks: readonly Check[] = [
  {
    id: 'checkouts.create',
    section: 'interface document, Payment response',
    title:
      'a checkout is created with an id of 32 to 48 characters, and pending until somebody pays',
    async run(see, server) {
      const id = await checkout(see, server)
      see.matches('id', id, /^[A-Za-z0-9.-]{32,48}$/)
      const status = await server.get(statusOf(id))
      see.equal('HTTP status', status.status, 200)
      see.equal('result.code', status.at('result.code'), PENDING)
    },
  },
  {
    id: 'checkouts.pay',
    section: FLOW,
    title:
      'what the widget submits is paid, and the status at the resource path says so as often as it is read',
    async run(see, server) {
      const merchantTransactionId = server.reference()
      const id = await checkout(see, server, { amount: '17.35', merchantTransactionId })
      const submitted = await submit(server, id)
      see.equal('result.code of the submit', submitted.at('result.code'), PAID)
      for (const turn of ['first', 'second']) {
        const read = await server.get(statusOf(id))
        see.equal(`HTTP status of the ${turn} read`, read.status, 200)
        see.equal(`result.code of the ${turn} read`, read.at('result.code'), PAID)
        see.equal(`amount of the ${turn} read`, read.at('amount'), '17.35')
        see.equal('currency', read.at('currency'), 'EUR')
        see.equal('merchantTransactionId', read.at('merchantTransactionId'), merchantTransactionId)
        see.matches('id', read.at('id'), PAYMENT_ID)
      }
    },
  },
  {
    id: 'checkouts.pay-once',
    section: RULES,
    title: 'a checkout that is paid is not paid again, also where two submits come at once',
    async run(see, server) {
      const merchantTransactionId = server.reference()
      const id = await checkout(see, server, { merchantTransactionId })
      const both = await Promise.all([submit(server, id), submit(server, id)])
      const successes = both.filter((reply) => reply.at('result.code') === PAID)
      see.equal('submits that paid', successes.length, 1)
      const late = await submit(server, id)
      see.equal('a third submit paid', late.at('result.code') === PAID, false)
      const found = await server.get('/v1/query', { merchantTransactionId })
      const payments = found.at('payments')
      const made = Array.isArray(payments)
        ? payments.filter(({ result }) => result?.code === PAID)
        : []
      see.equal('payments of the order', made.length, 1)
    },
  },
  {
    id: 'checkouts.try-again',
    section: RULES,
    title: 'after a card that is refused the shopper may try another one',
    async run(see, server) {
      const id = await checkout(see, server)
      sawRefused(see, 'the expired card', await submit(server, id, EXPIRED))
      see.equal('result.code of the next', (await submit(server, id)).at('result.code'), PAID)
    },
  },
  {
    id: 'checkouts.price',
    section: FLOW,
    title: 'the page of the shopper cannot change what is paid',
    async run(see, server) {
      const id = await checkout(see, server)
      await submit(server, id, { amount: '0.01', currency: 'EUR' })
      await submit(server, id)
      const read = await server.get(statusOf(id))
      see.equal('result.code', read.at('result.code'), PAID)
      see.equal('amount', read.at('amount'), '92.00')
    },
  },
  {
    id: 'checkouts.payment-type',
    section: 'interface document, Basic payment',
    title: 'overridePaymentType counts for its brand',
    async run(see, server) {
      const id = await checkout(see, server, { 'overridePaymentType[VISA]': 'PA' })
      const submitted = await submit(server, id)
      see.equal('result.code', submitted.at('result.code'), PAID)
      see.equal('paymentType', (await server.get(statusOf(id))).at('paymentType'), 'PA')
    },
  },
  {
    id: 'checkouts.unknown',
    section: 'interface document, Errors',
    title: 'the status of a checkout that never was is answered with 404',
    async run(see, server) {
      const id = '0123456789ABCDEF0123456789ABCDEF.uat01-vm-tx01'
      see.equal('HTTP status of the payment', (await server.get(statusOf(id))).status, 404)
      const registration = await server.get(`/v1/checkouts/${id}/registration`)
      see.equal('HTTP status of the registration', registration.status, 404)
      const submitted = await submit(server, id)
      see.equal('a submit paid', submitted.at('result.code') === PAID, false)
      see.equal('HTTP status of a submit', submitted.status, 404)
    },
  },
  {
    id: 'checkouts.token',
    section: 'interface document, Authentication',
    title: 'creating a checkout needs the token',
    async run(see, server) {
      const order = { amount: '92.00', currency: 'EUR', paymentType: 'DB' }
      const reply = await server.post('/v1/checkouts', order, { authorization: null })
      see.equal('HTTP status', reply.status, 401)
    },
  },
  {
    id: 'checkouts.no-card',
    section: 'decisions §2',
    title: 'the creation of a checkout takes no card data',
    async run(see, server) {
      const created = await server.post('/v1/checkouts', debit())
      if (server.profile === 'strict') return sawRefused(see, 'the creation', created)
      // Names that it does not take are ignored there, so that nothing is paid.
      const status = await server.get(statusOf(see.text('id', created.at('id'))))
      see.equal('result.code of its status', status.at('result.code'), PENDING)
      see.equal('card of its status', status.at('card') === undefined, true)
    },
  },
  {
    id: 'checkouts.change',
    section: 'decisions §2',
    title: 'a checkout is changed and deleted before it is paid',
    async run(see, server) {
      const id = await checkout(see, server)
      const change = { amount: '93.00', currency: 'EUR' }
      const changed = await server.post(`/v1/checkouts/${id}`, change)
      see.equal('result.code of the change', changed.at('result.code'), '000.200.101')
      await submit(server, id)
      see.equal('amount', (await server.get(statusOf(id))).at('amount'), '93.00')
      const other = await checkout(see, server)
      const deleted = await server.delete(`/v1/checkouts/${other}`)
      see.equal('result.code of the deletion', deleted.at('result.code'), '000.200.102')
      const submitted = await submit(server, other)
      see.equal('a deleted one was paid', submitted.at('result.code') === PAID, false)
    },
  },
  {
    id: 'checkouts.integrity',
    section: 'interface document, Basic payment',
    title: 'integrity=true answers the hash of the script of this checkout',
    async run(see, server) {
      const order = { amount: '92.00', currency: 'EUR', paymentType: 'DB', integrity: 'true' }
      const created = await server.post('/v1/checkouts', order)
      const id = see.text('id', created.at('id'))
      const { status, bytes } = await server.script(`/v1/paymentWidgets.js?checkoutId=${id}`)
      see.equal('HTTP status of the script', status, 200)
      see.equal('integrity', created.at('integrity'), hashOf(bytes))
    },
  },
  {
    id: 'checkouts.fast',
    section: 'interface document, Endpoints',
    title: 'the script without a checkout has the hash that /v1/fastcheckout/integrity answers',
    async run(see, server) {
      const answer = await server.send('GET', '/v1/fastcheckout/integrity')
      const { status, bytes } = await server.script('/v1/paymentWidgets.js')
      see.equal('HTTP status of the script', status, 200)
      see.equal('integrity', answer.at('integrity'), hashOf(bytes))
    },
  },
]

function hashOf(bytes: Buffer): string {
  return `sha384-${createHash('sha384').update(bytes).digest('base64')}`
}
