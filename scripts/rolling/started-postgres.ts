import { startPostgres } from '../../server/store/testing/postgres-server.ts'

/** Started while it is imported: what runs TypeScript here imports nothing afterwards, and the server's library is imported late. */
export const postgres = await startPostgres()
