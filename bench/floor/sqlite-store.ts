import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { GroupCommit } from './group-commit.ts'
import type { StoredPayment } from './payment.ts'
import { SQLITE_SCHEMA } from './schema.ts'
import type { FloorStore } from './store.ts'

/** The floor in one file: a worker thread writes, this thread reads. `worker`: the built worker.ts. */
export async function openSqliteFloor(file: string, worker: URL): Promise<FloorStore> {
  const schema = new Database(file)
  schema.pragma('journal_mode = WAL')
  schema.exec(SQLITE_SCHEMA)
  const thread = new Worker(worker, { workerData: { file } })
  await once(thread, 'message')
  schema.close()

  let written = () => {}
  thread.on('message', () => written())
  const commits = new GroupCommit((batch) => {
    thread.postMessage(JSON.stringify(batch))
    return new Promise<void>((resolve) => {
      written = resolve
    })
  })
  const reader = new Database(file, { readonly: true })
  const byId = reader.prepare<[string], StoredPayment>('SELECT * FROM payment WHERE id = ?')
  return {
    commit: (payment) => commits.commit(payment),
    find: (id, found) => found(byId.get(id)),
  }
}
