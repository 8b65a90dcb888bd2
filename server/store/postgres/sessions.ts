import { type Connection, type ConnectionOptions, connect } from './connection.ts'

/**
 * Opens a connection that writes. When it replaces one that was lost, that one's session is ended
 * first: it may not have noticed, and hold its locks or be about to commit. One that waits for a standby
 * is left alone: it has committed, and to end it would show everybody what a failover may still lose.
 */
export async function openWriter(
  options: ConnectionOptions,
  lost: Connection | undefined,
): Promise<Connection> {
  const connection = await connect(options)
  if (lost === undefined) return connection
  try {
    await endSession(connection, lost)
    return connection
  } catch (error) {
    connection.abandon()
    throw error
  }
}

async function endSession(connection: Connection, { server }: Connection): Promise<void> {
  const { backendId, backendStart } = server
  const { rows } = await connection.run(END_SESSION, [backendId, backendStart, MAX_END_MS])
  const [session] = rows
  if (session?.waits === true) throw new Error(WAITS_FOR_STANDBY)
  if (session?.ended === false) throw new Error('The session before has not ended yet')
}

const MAX_END_MS = 1_000
const WAITS_FOR_STANDBY =
  'A commit waits for a standby that does not answer: bring it back, or change synchronous_standby_names'

const END_SESSION = {
  name: 'end_session',
  text: `
    SELECT wait_event = 'SyncRep' AS waits,
      CASE WHEN wait_event = 'SyncRep' THEN false ELSE pg_terminate_backend(pid, $3::bigint) END AS ended
    FROM pg_stat_activity
    WHERE pid = $1::integer AND extract(epoch FROM backend_start)::text = $2::text`,
}
