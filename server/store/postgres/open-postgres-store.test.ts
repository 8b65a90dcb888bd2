import { describeStoreContract } from '../contract.suite.ts'
import { usePostgres } from '../testing/postgres.ts'
import { openPostgresStore } from './open-postgres-store.ts'

// 200 callers that step the same payment need some thousand transactions one after the other.
const postgres = usePostgres()

describeStoreContract('postgres', async () =>
  openPostgresStore({ url: await postgres.freshDatabase() }),
)
