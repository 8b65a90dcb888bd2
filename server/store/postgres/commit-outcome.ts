import { StoreError } from '../errors.ts'
import { isLost } from './faults.ts'
import type { Link } from './link.ts'
import { pause } from './pause.ts'

/** How often the server is asked about a transaction, and how long it is left alone in between. */
const MAX_QUESTIONS = 20
const PAUSE_MS = 250

/**
 * Whether a transaction whose COMMIT was not answered has been committed. The code that replaced the
 * connection has ended its session, so the server knows. Rejects with `commit-failed` when it cannot
 * be found out: then neither success nor failure may be answered.
 */
export async function wasCommitted(link: Link, transactionId: string): Promise<boolean> {
  for (let question = 1; question <= MAX_QUESTIONS; question += 1) {
    const status = await statusOf(link, transactionId)
    if (status === 'committed') return true
    if (status === 'aborted') return false
    await pause(PAUSE_MS)
  }
  throw new StoreError('commit-failed', UNKNOWN)
}

/** `undefined`: not now. */
async function statusOf(link: Link, transactionId: string): Promise<unknown> {
  try {
    const connection = await link.connection()
    const { rows } = await connection.run(STATUS, [transactionId])
    return rows[0]?.status
  } catch (cause) {
    if (isLost(cause) && !(cause instanceof StoreError)) return undefined
    throw new StoreError('commit-failed', UNKNOWN, { cause })
  }
}

const UNKNOWN = 'The connection was lost during COMMIT, and what became of it cannot be found out'

const STATUS = {
  name: 'transaction_status',
  text: 'SELECT pg_xact_status($1::xid8) AS status',
}
