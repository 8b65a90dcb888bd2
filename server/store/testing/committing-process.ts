import { openSqliteStore } from '../sqlite/open-sqlite-store.ts'
import { cardPayment, nextId, vaultKey } from './sample-rows.ts'

/**
 * A process of its own that commits payments until it is killed or a commit is refused, and writes a
 * line `ok {id}` or `no {id}` for each as soon as its caller would hear of it.
 * Arguments: database file, URL of the built worker.
 */
const [file, worker] = process.argv.slice(2)
if (file === undefined || worker === undefined) throw new Error('Arguments: file, worker URL')

const store = await openSqliteStore({ file, committer: { kind: 'worker', url: new URL(worker) } })
const key = vaultKey()
await store.commit([{ kind: 'insertVaultKey', row: key }])

async function commitUntilRefused(): Promise<void> {
  for (;;) {
    const id = nextId()
    const taken = await store.commit(cardPayment(key.id, { id })).catch(() => ({ applied: false }))
    process.stdout.write(`${taken.applied ? 'ok' : 'no'} ${id}\n`)
    if (!taken.applied) return
  }
}

await Promise.all(Array.from({ length: 16 }, commitUntilRefused))
process.exit()
