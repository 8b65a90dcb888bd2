import type { AskedServer, Fields, Reply } from '../asked-server.ts'
import type { Check, Observer } from '../contract.ts'
import { faultyNames, paid, refer } from '../test-data.ts'

const SECTION = 'interface document, Query parameters'

const query = (server: AskedServer, fields: Fields) => server.get('/v1/query', fields)

/** Members of the payments that were found. */
function found(reply: Reply, member: string): readonly unknown[] {
  const payments = reply.at('payments')
  return Array.isArray(payments) ? payments.map((payment) => payment?.[member]) : []
}

/** `yyyy-MM-dd HH:mm:ss`, UTC. */
function wireTime(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
}

export const queryChecks: readonly Check[] = [
  {
    id: 'queries.reference',
    section: SECTION,
    title: 'a query by your reference finds its payment, and no other',
    async run(see, server) {
      const merchantTransactionId = server.reference()
      const id = await paid(see, server, { merchantTransactionId })
      await paid(see, server, { merchantTransactionId: server.reference() })
      const reply = await query(server, { merchantTransactionId })
      see.equal('HTTP status', reply.status, 200)
      see.equal('ids that are found', found(reply, 'id').join(), id)
      see.equal('amount', found(reply, 'amount').join(), '92.00')
    },
  },
  {
    id: 'queries.nothing',
    section: 'decisions §2',
    title: 'a reference that no payment has finds nothing',
    async run(see, server) {
      const reply = await query(server, { merchantTransactionId: server.reference() })
      see.equal('HTTP status', reply.status, 404)
      see.equal('result.code', reply.at('result.code'), '700.400.580')
    },
  },
  {
    id: 'queries.linked',
    section: SECTION,
    title:
      'includeLinkedTransactions=true shows what refers to the payment, and paymentTypes chooses among it',
    async run(see, server) {
      const merchantTransactionId = server.reference()
      const id = await paid(see, server, { merchantTransactionId })
      await refer(server, id, { paymentType: 'RF', amount: '10.00' })
      const linked = { merchantTransactionId, includeLinkedTransactions: 'true' }
      const all = await query(server, linked)
      see.equal('types', found(all, 'paymentType').toSorted().join(), 'DB,RF')
      const refunds = await query(server, { ...linked, paymentTypes: 'RF' })
      see.equal('types with paymentTypes=RF', found(refunds, 'paymentType').join(), 'RF')
    },
  },
  {
    id: 'queries.by-id',
    section: 'decisions §2',
    title:
      'a query by id shows the payment, and one by an id that there is not is answered with 404',
    async run(see, server) {
      const id = await paid(see, server)
      const reply = await server.get(`/v1/query/${id}`)
      see.equal('HTTP status', reply.status, 200)
      see.equal('id', reply.at('id'), id)
      const unknown = await server.get('/v1/query/8ac7a4a1000000000000000000000000')
      see.equal('HTTP status of an unknown id', unknown.status, 404)
    },
  },
  {
    id: 'queries.time-frame',
    section: SECTION,
    title: 'a time frame finds what was paid in it',
    async run(see, server) {
      const made = await server.get(`/v1/payments/${await paid(see, server)}`)
      const id = see.text('id', made.at('id'))
      // By the clock of the server: that of this machine may be another.
      const text = see.text('timestamp', made.at('timestamp'))
      const ms = Date.parse(text.replace(' ', 'T').replace(/ ?([+-]\d\d):?(\d\d)$/, '$1:$2'))
      const minute = 60_000
      const inside = { 'date.from': wireTime(ms - minute), 'date.to': wireTime(ms + minute) }
      const reply = await query(server, { ...inside, limit: '500' })
      see.holds('ids', found(reply, 'id').includes(id), { got: found(reply, 'id'), wanted: id })
      const before = {
        'date.from': wireTime(ms - 60 * minute),
        'date.to': wireTime(ms - 59 * minute),
      }
      const earlier = await query(server, before)
      const isAbsent = !found(earlier, 'id').includes(id)
      see.holds('ids of an hour before', isAbsent, { got: id, wanted: 'others' })
    },
  },
  {
    id: 'queries.limits',
    section: SECTION,
    title: 'limit is 100 to 500, a frame has both ends, and a reference goes without one',
    async run(see, server) {
      const merchantTransactionId = server.reference()
      const from = { 'date.from': '2026-01-01 00:00:00' }
      const frame = { ...from, 'date.to': '2026-01-02 00:00:00' }
      await refusedFor(see, server, { merchantTransactionId, limit: '99' }, ['limit'])
      await refusedFor(see, server, { merchantTransactionId, limit: '501' }, ['limit'])
      await refusedFor(see, server, from, ['date.to', 'date.from'])
      const both = ['merchantTransactionId', 'date.from', 'date.to']
      await refusedFor(see, server, { merchantTransactionId, ...frame }, both)
    },
  },
]

async function refusedFor(
  see: Observer,
  server: AskedServer,
  sent: Fields,
  names: readonly string[],
) {
  const reply = await query(server, sent)
  const what = Object.keys(sent).join(' and ')
  see.equal(`HTTP status for ${what}`, reply.status, 400)
  const named = faultyNames(reply)
  const isNamed = named.some((name) => names.includes(String(name)))
  see.holds(`parameterErrors for ${what}`, isNamed, { got: named, wanted: names.join(' or ') })
}
