import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'
import type { FloorPayment } from './schema.ts'

/**
 * The floor's writing thread: a JSON text of `FloorPayment`s in, an empty text out once all of them
 * are durable. The settings of the connection are those of the real store (`server/store/sqlite`).
 */
const port = parentPort
if (port === null) throw new Error('floor-worker.js only runs as a worker thread')

const database = new Database((workerData as { file: string }).file)
database.pragma('journal_mode = WAL')
database.pragma('synchronous = FULL')
database.pragma('wal_autocheckpoint = 8000')

const begin = database.prepare('BEGIN IMMEDIATE')
const commit = database.prepare('COMMIT')
const payment = database.prepare('INSERT INTO payment VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
const event = database.prepare('INSERT INTO payment_event VALUES (?, 1, ?, ?, ?)')
const outbox = database.prepare('INSERT INTO outbox VALUES (NULL, ?, 1, ?)')
const idempotency = database.prepare('INSERT INTO idempotency VALUES (?, ?)')
const posting = database.prepare('INSERT INTO posting VALUES (NULL, ?, ?, ?, ?, ?)')
const vaultRecord = database.prepare('INSERT INTO vault_record VALUES (?, ?, ?, ?, ?)')

function insert([columns, idempotencyKey, sealedCard]: FloorPayment): void {
  const [id, entityId, , , amountMinor, currency, , , vaultRecordId] = columns
  const createdAtMs = columns[9]
  vaultRecord.run(vaultRecordId, entityId, 'floor', sealedCard, createdAtMs)
  payment.run(...columns)
  event.run(id, 'succeeded', createdAtMs, '{}')
  posting.run(id, 'shopper', -amountMinor, currency, createdAtMs)
  posting.run(id, 'captured', amountMinor, currency, createdAtMs)
  outbox.run(id, createdAtMs)
  idempotency.run(idempotencyKey, id)
}

port.on('message', (batch: string) => {
  begin.run()
  for (const one of JSON.parse(batch) as FloorPayment[]) insert(one)
  commit.run()
  port.postMessage('')
})
port.postMessage('')
