import { type Connection, type ConnectionOptions, connect } from './connection.ts'

/**
 * Opens a connection that writes. When it replaces one that was lost, that one's session is ended
 * first: it may not have noticed, and hold its locks or be about to commit.
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
  if (rows[0]?.ended === false) throw new Error('The session before has not ended yet')
}

const MAX_END_MS = 1_000

const END_SESSION = {
  name: 'end_session',
  text: `
    SELECT pg_terminate_backend(pid, $3::bigint) AS ended FROM pg_stat_activity
    WHERE pid = $1::integer AND extract(epoch FROM backend_start)::text = $2::text`,
}
