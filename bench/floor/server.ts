import { join } from 'node:path'
import { parse } from 'node:querystring'
import Fastify from 'fastify'
import { answerText, type FloorForm, newPayment } from './payment.ts'
import { openPostgresFloor } from './postgres-store.ts'
import { openSqliteFloor } from './sqlite-store.ts'

/**
 * The least that an honest server has to do for these two requests: bare Fastify, the form parsed,
 * the card encrypted, all rows durable before the answer. No authentication, no validation, no log.
 * Usage: `node floor-server.js <port> <directory | postgres://…>`.
 */
const [port = '', place = ''] = process.argv.slice(2)
const store = place.startsWith('postgres:')
  ? await openPostgresFloor(place)
  : await openSqliteFloor(join(place, 'floor.db'), new URL('floor-worker.js', import.meta.url))

const app = Fastify({ logger: false })
app.removeAllContentTypeParsers()
app.addContentTypeParser(
  'application/x-www-form-urlencoded',
  { parseAs: 'string' },
  (_request, body, done) => done(null, parse(body as string)),
)

app.get('/readyz', () => ({}))

app.post<{ Body: FloorForm }>('/v1/payments', async (request, reply) => {
  const { columns, stored, sealedCard } = newPayment(request.body)
  await store.commit([columns, stored.merchant_transaction_id, sealedCard])
  reply.type('application/json; charset=utf-8')
  return answerText(stored)
})

app.get<{ Params: { id: string } }>('/v1/payments/:id', (request, reply) => {
  store.find(request.params.id, (stored) => {
    if (stored === undefined) reply.code(404).send({})
    else reply.type('application/json; charset=utf-8').send(answerText(stored))
  })
})

// A regular end, so that V8 writes its profile when it was asked to.
process.once('SIGTERM', () => process.exit())

await app.listen({ host: '127.0.0.1', port: Number(port) })
