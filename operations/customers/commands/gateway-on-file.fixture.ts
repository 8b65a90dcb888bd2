import { beforeAll } from 'vitest'
import { type CommandRun, run } from '../../../server/app/cli/command.fixture.ts'
import { openSqliteStore } from '../../../server/store/sqlite/open-sqlite-store.ts'
import { databaseFiles } from '../../../server/store/testing/database-files.ts'
import { startTestGateway, type TestGateway } from '../../../server/testing/gateway.fixture.ts'
import { addMerchant, type TestMerchant } from '../../../server/testing/merchants.fixture.ts'

interface GatewayOnFile {
  readonly gateway: TestGateway
  readonly merchant: TestMerchant
  /** Runs `tillgate customer …words` of the merchant on the gateway's database. */
  customer(act: string, words: readonly string[]): Promise<CommandRun>
}

/** A gateway of the file's tests with one merchant, whose database commands open as well. */
export function useGatewayOnFile(): () => GatewayOnFile {
  const newFile = databaseFiles()
  let opened: GatewayOnFile | undefined
  beforeAll(async () => {
    const file = newFile()
    const store = await openSqliteStore({ file, committer: { kind: 'inline' } })
    const gateway = await startTestGateway({ store })
    const merchant = await addMerchant(gateway)
    const customer = (act: string, words: readonly string[]) =>
      run(['customer', act, '--entity', merchant.id, ...words, '--database', `sqlite:${file}`])
    opened = { gateway, merchant, customer }
    return () => gateway.close()
  })
  return () => {
    if (opened === undefined) throw new Error('It starts before the first test')
    return opened
  }
}
