import { join } from 'node:path'
import { parse } from 'node:querystring'
import Database from 'better-sqlite3'
import Fastify from 'fastify'
import { GroupCommit } from './group-commit.ts'
import { answerText, type FloorForm, newPayment, type StoredPayment } from './payment.ts'
import { FLOOR_SCHEMA } from './schema.ts'

/**
 * The least that an honest server has to do for these two requests: bare Fastify, the form parsed,
 * the card encrypted, all rows durable before the answer. No authentication, no validation, no log.
 * Usage: `node floor-server.js <directory> <port>`.
 */
const [directory = '', port = ''] = process.argv.slice(2)
const file = join(directory, 'floor.db')

const schema = new Database(file)
schema.pragma('journal_mode = WAL')
schema.exec(FLOOR_SCHEMA)
const store = await GroupCommit.start(new URL('floor-worker.js', import.meta.url), file)
schema.close()

const reader = new Database(file, { readonly: true })
const byId = reader.prepare<[string], StoredPayment>('SELECT * FROM payment WHERE id = ?')

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
  const stored = byId.get(request.params.id)
  if (stored === undefined) return reply.code(404).send({})
  return reply.type('application/json; charset=utf-8').send(answerText(stored))
})

// A regular end, so that V8 writes its profile when it was asked to.
process.once('SIGTERM', () => process.exit())

await app.listen({ host: '127.0.0.1', port: Number(port) })
