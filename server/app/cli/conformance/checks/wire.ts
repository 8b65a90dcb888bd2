import type { Reply } from '../asked-server.ts'
import type { Check } from '../contract.ts'
import { debit, PAID, sawDone } from '../test-data.ts'

/** `yyyy-MM-dd hh:mm:ss` with the offset of its zone. */
const TIMESTAMP = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d ?(Z|[+-]\d\d:?\d\d)$/

export const wireChecks: readonly Check[] = [
  {
    id: 'wire.charset',
    section: 'interface document, Conventions',
    title: 'a form is read with and without its charset, which is UTF-8',
    async run(see, server) {
      const type = 'application/x-www-form-urlencoded'
      for (const contentType of [type, `${type};charset=utf-8`, `${type}; charset="UTF-8"`]) {
        const headers = { 'content-type': contentType }
        const sent = debit({ 'card.holder': 'Jöhn Straße' })
        const reply = await server.post('/v1/payments', sent, { headers })
        see.equal(`result.code for ${contentType}`, reply.at('result.code'), PAID)
        see.equal('card.holder', reply.at('card.holder'), 'Jöhn Straße')
      }
    },
  },
  {
    id: 'wire.json',
    section: 'decisions §2',
    title: 'a JSON body with nested objects of the same names is read as the form',
    async run(see, server) {
      const { entityId } = server
      const card = { number: '4200000000000000', expiryMonth: '05', expiryYear: '2039', cvv: '123' }
      const order = { amount: '92.00', currency: 'EUR', paymentType: 'DB', testMode: 'INTERNAL' }
      const body = JSON.stringify({ entityId, ...order, card, customParameters: { basket: '7' } })
      const headers = { 'content-type': 'application/json' }
      const reply = await server.send('POST', '/v1/payments', { body, headers })
      sawDone(see, 'the payment', reply)
      see.equal('customParameters[basket]', reply.at('customParameters.basket'), '7')
    },
  },
  {
    id: 'wire.other-type',
    section: 'decisions §2',
    title: 'a body that is neither a form nor JSON is answered with 415',
    async run(see, server) {
      const headers = { 'content-type': 'text/csv' }
      const body = `entityId;${server.entityId}`
      const reply = await server.send('POST', '/v1/payments', { body, headers })
      see.equal('HTTP status', reply.status, 415)
    },
  },
  {
    id: 'wire.unknown-path',
    section: 'interface document, Errors',
    title: 'a path that there is not is answered with 404, in the shape of every answer',
    async run(see, server) {
      for (const path of ['/v1/payment', '/v1/payments/a/b/c', '/v0/payments']) {
        const reply = await server.get(path)
        see.equal(`HTTP status of ${path}`, reply.status, 404)
        see.matches(`result.code of ${path}`, reply.at('result.code'), /^[\d.]{2,11}$/)
      }
    },
  },
]

/** Over everything that the other checks were answered: runs last. */
export const shapeCheck: Check = {
  id: 'wire.shape',
  section: 'interface document, Payment response',
  title: 'every answer is JSON with result, build number, time and an id of its request',
  async run(see, { replies, profile }) {
    see.holds('answers', replies.length > 0, { got: replies.length, wanted: 'at least one' })
    // One of each kind: a server that leaves something out leaves it out of hundreds.
    const kinds = new Map(replies.map((reply) => [kindOf(reply), reply]))
    // The id of a checkout has a dot, and legacy names its calls by it.
    const ndc = profile === 'legacy' ? /^[A-Za-z0-9.-]{1,69}$/ : /^[A-Za-z0-9-]{1,69}$/
    for (const [kind, reply] of kinds) {
      const type = reply.headers.get('content-type')
      see.matches(`Content-Type of ${kind}`, type, /^application\/json\b/)
      see.matches(`result.code of ${kind}`, reply.at('result.code'), /^[\d.]{2,11}$/)
      see.matches(`result.description of ${kind}`, reply.at('result.description'), /^.{0,255}$/s)
      see.matches(`buildNumber of ${kind}`, reply.at('buildNumber'), /^.{0,255}$/s)
      see.matches(`timestamp of ${kind}`, reply.at('timestamp'), TIMESTAMP)
      see.matches(`ndc of ${kind}`, reply.at('ndc'), ndc)
    }
    // An answer that is repeated under its key is the same one, and the calls of a checkout may have its id.
    const own = replies.filter(
      ({ asked, headers }) => !asked.includes('/checkouts/') && !headers.has('idempotent-replayed'),
    )
    const ndcs = new Set(own.map((reply) => reply.at('ndc')))
    const wanted = `${own.length} different ones`
    see.holds('ndc of all requests', ndcs.size === own.length, { got: ndcs.size, wanted })
  },
}

function kindOf({ asked, status }: Reply): string {
  return `${asked.replaceAll(/\/[A-Za-z0-9.-]{32,48}/g, '/{id}')}, ${status}`
}
