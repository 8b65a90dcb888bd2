import { startPostgresPair } from '../../server/store/testing/postgres-pair.ts'

/** Started while it is imported: what runs TypeScript here imports nothing afterwards, and the servers' library is imported late. */
export const pair = await startPostgresPair()
