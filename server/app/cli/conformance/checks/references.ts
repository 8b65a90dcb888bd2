import type { AskedServer } from '../asked-server.ts'
import type { Check, Observer } from '../contract.ts'
import { PAYMENT_ID, paid, refer, sawDone, sawRefused } from '../test-data.ts'

const BASIC = 'interface document, Basic payment'
const LIFE = 'decisions §5'

function hold(see: Observer, server: AskedServer, more = {}): Promise<string> {
  return paid(see, server, { paymentType: 'PA', ...more })
}

export const referenceChecks: readonly Check[] = [
  {
    id: 'references.captures',
    section: BASIC,
    title: 'a preauthorisation is captured in parts, and no more than was authorised',
    async run(see, server) {
      const id = await hold(see, server)
      const first = await refer(server, id, { paymentType: 'CP', amount: '40.00' })
      sawDone(see, 'the first capture', first)
      see.equal('amount', first.at('amount'), '40.00')
      see.equal('paymentType', first.at('paymentType'), 'CP')
      see.matches('id of the capture', first.at('id'), PAYMENT_ID)
      see.equal('the capture has the id of its payment', first.at('id') === id, false)
      const more = await refer(server, id, { paymentType: 'CP', amount: '52.01' })
      sawRefused(see, 'a capture above the rest', more)
      sawDone(
        see,
        'the last capture',
        await refer(server, id, { paymentType: 'CP', amount: '52.00' }),
      )
      const none = await refer(server, id, { paymentType: 'CP', amount: '0.01' })
      sawRefused(see, 'a capture of nothing that is left', none)
    },
  },
  {
    id: 'references.referenced-id',
    section: 'decisions §3',
    title: 'what refers to a payment names it, in its answer and when it is read',
    async run(see, server) {
      const id = await hold(see, server)
      const capture = await refer(server, id, { paymentType: 'CP', amount: '92.00' })
      see.equal('referencedId of the answer', capture.at('referencedId'), id)
      const read = await server.get(`/v1/payments/${see.text('id', capture.at('id'))}`)
      see.equal('referencedId when it is read', read.at('referencedId'), id)
    },
  },
  {
    id: 'references.number-of-captures',
    section: BASIC,
    title: 'numberOfCaptures limits the captures, and sequence=FINAL ends them',
    async run(see, server) {
      const once = await hold(see, server, { numberOfCaptures: '1' })
      sawDone(
        see,
        'the only capture',
        await refer(server, once, { paymentType: 'CP', amount: '10.00' }),
      )
      const second = await refer(server, once, { paymentType: 'CP', amount: '10.00' })
      sawRefused(see, 'a capture above numberOfCaptures', second)
      const ended = await hold(see, server)
      const final = { paymentType: 'CP', amount: '10.00', sequence: 'FINAL' }
      sawDone(see, 'the final capture', await refer(server, ended, final))
      const late = await refer(server, ended, { paymentType: 'CP', amount: '10.00' })
      sawRefused(see, 'a capture after the final one', late)
    },
  },
  {
    id: 'references.refunds',
    section: BASIC,
    title: 'a debit is refunded in parts, and no more than was paid',
    async run(see, server) {
      const id = await paid(see, server)
      const first = await refer(server, id, { paymentType: 'RF', amount: '10.00' })
      sawDone(see, 'the first refund', first)
      see.equal('paymentType', first.at('paymentType'), 'RF')
      see.equal('amount', first.at('amount'), '10.00')
      const above = await refer(server, id, { paymentType: 'RF', amount: '82.01' })
      sawRefused(see, 'a refund above the rest', above, '700.400.200')
      sawDone(
        see,
        'the last refund',
        await refer(server, id, { paymentType: 'RF', amount: '82.00' }),
      )
      const none = await refer(server, id, { paymentType: 'RF', amount: '0.01' })
      sawRefused(see, 'a refund of nothing that is left', none)
    },
  },
  {
    id: 'references.refund-of-capture',
    section: BASIC,
    title: 'what was captured is refunded by the id of the capture',
    async run(see, server) {
      const id = await hold(see, server)
      const capture = await refer(server, id, { paymentType: 'CP', amount: '40.00' })
      const captureId = see.text('id of the capture', capture.at('id'))
      const refund = await refer(server, captureId, { paymentType: 'RF', amount: '40.00' })
      sawDone(see, 'the refund', refund)
      const above = await refer(server, captureId, { paymentType: 'RF', amount: '0.01' })
      sawRefused(see, 'a refund above the capture', above)
    },
  },
  {
    id: 'references.reversals',
    section: BASIC,
    title:
      'a preauthorisation and a debit are reversed once, and then neither captured nor refunded',
    async run(see, server) {
      const [held, debited] = [await hold(see, server), await paid(see, server)]
      for (const [id, next] of [
        [held, 'CP'],
        [debited, 'RF'],
      ] as const) {
        sawDone(see, `the reversal before ${next}`, await refer(server, id, { paymentType: 'RV' }))
        sawRefused(
          see,
          `a second reversal before ${next}`,
          await refer(server, id, { paymentType: 'RV' }),
        )
        const late = await refer(server, id, { paymentType: next, amount: '1.00' })
        sawRefused(see, `${next} after a reversal`, late)
      }
    },
  },
  {
    id: 'references.other-types',
    section: LIFE,
    title:
      'a capture of a debit, a refund of a hold without a capture and a reversal of a refund are refused',
    async run(see, server) {
      const debited = await paid(see, server)
      const capture = await refer(server, debited, { paymentType: 'CP', amount: '1.00' })
      sawRefused(see, 'a capture of a debit', capture, '700.400.510')
      const held = await hold(see, server)
      const refund = await refer(server, held, { paymentType: 'RF', amount: '1.00' })
      sawRefused(see, 'a refund of a hold', refund, '700.400.520')
      const refunded = await refer(server, debited, { paymentType: 'RF', amount: '1.00' })
      const refundId = see.text('id of the refund', refunded.at('id'))
      const reversal = await refer(server, refundId, { paymentType: 'RV' })
      sawRefused(see, 'a reversal of a refund', reversal, '700.400.530')
    },
  },
  {
    id: 'references.other-currency',
    section: LIFE,
    title: 'a refund in another currency is refused',
    async run(see, server) {
      const id = await paid(see, server)
      const sent = { paymentType: 'RF', amount: '1.00', currency: 'USD' }
      sawRefused(see, 'the refund', await refer(server, id, sent))
      sawDone(see, 'one in its own', await refer(server, id, { ...sent, currency: 'EUR' }))
    },
  },
  {
    id: 'references.unknown',
    section: 'interface document, Errors',
    title: 'an id that no payment has is answered with 404, whatever is asked of it',
    async run(see, server) {
      const id = '8ac7a4a1000000000000000000000000'
      see.equal('HTTP status of GET', (await server.get(`/v1/payments/${id}`)).status, 404)
      for (const paymentType of ['CP', 'RF', 'RV']) {
        const reply = await refer(server, id, { paymentType, amount: '1.00' })
        see.equal(`HTTP status of ${paymentType}`, reply.status, 404)
      }
    },
  },
  {
    id: 'references.at-once',
    section: LIFE,
    title: 'of five refunds of the whole that come at once, one is carried out',
    async run(see, server) {
      const id = await paid(see, server)
      const asked = Array.from({ length: 5 }, () =>
        refer(server, id, { paymentType: 'RF', amount: '92.00' }),
      )
      const codes = (await Promise.all(asked)).map((reply) => reply.at('result.code'))
      see.equal('refunds that succeeded', codes.filter((code) => code === '000.100.110').length, 1)
    },
  },
]
