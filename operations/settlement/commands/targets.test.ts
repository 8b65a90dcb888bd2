import { beforeAll, describe, expect, it } from 'vitest'
import { run } from '../../../server/app/cli/command.fixture.ts'
import { openVault } from '../../../server/kernel/vault/vault.ts'
import { openSqliteStore } from '../../../server/store/sqlite/open-sqlite-store.ts'
import { databaseFiles } from '../../../server/store/testing/database-files.ts'
import { sealedFor } from '../daily-delivery.ts'

const newFile = databaseFiles()
const masterKey = Buffer.alloc(32, 5)
const env = { TILLGATE_VAULT_KEY: masterKey.toString('hex') }
let file: string
let psp: string
let merchant: string

const tillgate = (args: readonly string[], input = '') =>
  run([...args, '--database', `sqlite:${file}`], { env, input })
const target = (args: readonly string[], input = '') =>
  tillgate(['reconciliation', 'target', ...args], input)

beforeAll(async () => {
  file = newFile()
  const create = ['entity', 'create', '--name', 'x', '--kind']
  psp = (await tillgate([...create, 'psp'])).lines[0] ?? ''
  merchant = (await tillgate([...create, 'merchant', '--parent', psp])).lines[0] ?? ''
})

describe('tillgate reconciliation target', () => {
  const to = 'ftps://shop@files.example/in'

  it('keeps where files are delivered, with the password sealed, from today on', async () => {
    const set = await target(['set', '--merchant', merchant, '--to', to], 's3cret\n')
    expect(set).toMatchObject({
      code: 0,
      lines: [`${merchant}  ${to}  from 2026-11-20 on, at 04:00 UTC`],
    })
    const store = await openSqliteStore({ file, committer: { kind: 'inline' } })
    const vault = await openVault({ store, masterKey, clock: { now: () => 0 } })
    const row = await store.read.reconciliationTarget(merchant)
    expect(row?.sealedPassword).not.toContain('s3cret')
    expect(vault.openCredential(sealedFor(merchant), row?.sealedPassword ?? '')).toBe('s3cret')
    const timer = await store.read.timer('reconciliationDelivery', merchant)
    expect(timer).toMatchObject({ entityId: merchant, dueAtMs: Date.UTC(2026, 10, 21, 4) })
    await store.close()
  })

  it('lists targets, of which a merchant has one, and removes them', async () => {
    await target([
      'set',
      '--merchant',
      merchant,
      '--to',
      to,
      '--hour',
      '17',
      '--from',
      '2026-11-01',
    ])
    expect((await target(['list'])).lines).toEqual([
      `${merchant}  ${to}  next 2026-11-01, at 17:00 UTC`,
    ])
    expect(await target(['remove', '--merchant', merchant])).toMatchObject({ code: 0 })
    expect((await target(['list'])).lines).toEqual([])
    expect(await target(['remove', '--merchant', merchant])).toMatchObject({ code: 1 })
  })

  it.each([
    [['set', '--to', to, '--hour', '24'], '--hour must be'],
    [['set', '--to', 'https://files.example'], '--to must be ftp://'],
    [['set', '--to', 'ftp://shop:secret@files.example'], '--to must not hold the password'],
    [['change', '--to', to], 'say set, list or remove'],
  ])('refuses %j', async (args, complaint) => {
    const { code, complaints } = await target([...args, '--merchant', merchant])
    expect([code, complaints.join()]).toEqual([2, expect.stringContaining(complaint)])
  })

  it('is for merchants and channels', async () => {
    const { code, complaints } = await target(['set', '--merchant', psp, '--to', to])
    expect([code, complaints.join()]).toEqual([2, expect.stringContaining('names a psp')])
  })
})

describe('tillgate acquirer create', () => {
  const create = (entity: string, merchantId: string, connector = 'simulator') =>
    tillgate([
      ...['acquirer', 'create', '--entity', entity, '--connector', connector],
      ...['--merchant-id', merchantId, '--acquirer', 'An acquirer'],
    ])

  it('refuses an account that overlaps with one above or below it', async () => {
    const made = ['entity', 'create', '--kind', 'channel', '--name', 'x', '--parent', merchant]
    const channel = (await tillgate(made)).lines[0] ?? ''
    expect(await create(channel, 'CHANNEL1')).toMatchObject({ code: 0 })
    const above = await create(merchant, 'MERCHANT1')
    expect([above.code, above.complaints.join()]).toEqual([
      1,
      expect.stringContaining('CHANNEL1@simulator'),
    ])
    expect(await create(merchant, 'MERCHANT1', 'gateway')).toMatchObject({ code: 0 })
    expect(await create(channel, 'CHANNEL2', 'gateway')).toMatchObject({ code: 1 })
  })
})
