import Database from 'better-sqlite3'
import { beforeAll, describe, expect, it } from 'vitest'
import { sealedFor } from '../../../../operations/settlement/daily-delivery.ts'
import { openVault } from '../../../kernel/vault/vault.ts'
import { sealSecrets } from '../../../kernel/webhook-formats/secrets.ts'
import { openSqliteStore } from '../../../store/sqlite/open-sqlite-store.ts'
import { databaseFiles } from '../../../store/testing/database-files.ts'
import { dispute, reconciliationTarget, user, webhook } from '../../../store/testing/sample-rows.ts'
import { AN_HOUR_LATER_MS, run } from '../command.fixture.ts'
import { fillStore } from '../sample-database.fixture.ts'

const newFile = databaseFiles()
const KEY = 'd7'.repeat(32)
const masterKey = Buffer.from(KEY, 'hex')

/** Payments, and of everything that is sealed one. */
async function filledFile(): Promise<string> {
  const file = newFile()
  const open = () => openSqliteStore({ file, committer: { kind: 'inline' } })
  const { debit } = await fillStore(await open(), { masterKey })
  const store = await open()
  const vault = await openVault({ store, masterKey, clock: { now: () => AN_HOUR_LATER_MS } })
  const payment = await store.read.payment(debit)
  if (payment === undefined) throw new Error('It was made')
  const { entityId } = payment
  const called = webhook({ entityId })
  const person = user({})
  const disputed = dispute(payment)
  const id = 'd0c'.repeat(10)
  const target = reconciliationTarget(entityId)
  const { sealCredential } = vault
  const rows = [
    {
      kind: 'insertWebhook',
      row: { ...called, sealedSecrets: sealSecrets(vault, called.id, { current: 'whsec_x' }) },
    },
    {
      kind: 'insertUser',
      row: { ...person, totpSealed: sealCredential(`totp ${person.id}`, 'JBSWY3DP') },
    },
    { kind: 'insertDispute', row: disputed },
    {
      kind: 'insertDisputeDocument',
      row: {
        id,
        disputeId: disputed.id,
        name: 'proof.pdf',
        mediaType: 'application/pdf',
        type: null,
        size: 5,
        sealed: sealCredential(id, 'JVBERi0='),
        createdAtMs: disputed.createdAtMs,
      },
    },
    {
      kind: 'insertReconciliationTarget',
      row: { ...target, sealedPassword: sealCredential(sealedFor(entityId), 'secret') },
    },
  ] as const
  expect(await store.commit(rows)).toEqual({ applied: true })
  await store.close()
  return file
}

const check = (file: string, key = KEY) =>
  run(['check', '--database', `sqlite:${file}`], { env: { TILLGATE_VAULT_KEY: key } })

describe('tillgate check with the key of the vault', () => {
  let file: string
  beforeAll(async () => {
    file = await filledFile()
  })

  const opened = async (lines: readonly string[]) => lines.filter((line) => / open/.test(line))

  it('finds nothing where everything opens', async () => {
    const { lines } = await check(file)
    expect(await opened(lines)).toEqual([])
  })

  it.each([
    ['webhook', 'sealed_secrets', 'id'],
    ['admin_user', 'totp_sealed', 'id'],
    ['dispute_document', 'sealed', 'id'],
    ['reconciliation_target', 'sealed_password', 'entity_id'],
    ['access_token', 'sealed', 'hash'],
  ])('names what does not open: %s.%s', async (table, column, id) => {
    const database = new Database(file)
    const [row] = database
      .prepare<[], { id: string; sealed: string }>(
        `SELECT ${id} AS id, ${column} AS sealed FROM ${table} WHERE ${column} <> '' LIMIT 1`,
      )
      .all()
    const write = database.prepare(`UPDATE ${table} SET ${column} = ? WHERE ${id} = ?`)
    write.run(`x${row?.sealed}`, row?.id)
    const { code, lines } = await check(file)
    write.run(row?.sealed, row?.id)
    database.close()
    expect([code, await opened(lines)]).toEqual([
      1,
      [`problem: ${table} ${row?.id} has a ${column} that the vault does not open`],
    ])
  })

  it('names a card number that was altered', async () => {
    const database = new Database(file)
    const [row] = database
      .prepare<[], { id: string; sealed: string }>(
        `SELECT id, sealed FROM vault_record WHERE sealed <> '' LIMIT 1`,
      )
      .all()
    const write = database.prepare('UPDATE vault_record SET sealed = ? WHERE id = ?')
    write.run(`${row?.sealed.slice(0, -4)}AAAA`, row?.id)
    const { code, lines } = await check(file)
    write.run(row?.sealed, row?.id)
    database.close()
    expect([code, await opened(lines)]).toEqual([
      1,
      [`problem: vault_record ${row?.id} has a card number that does not open`],
    ])
  })

  it('says that it has not looked where the key is that of another database', async () => {
    const { lines } = await check(file, 'e8'.repeat(32))
    expect(lines.join('\n')).toMatch(
      /^note: whether what is sealed opens was not looked at: TILLGATE_VAULT_KEY does not open/m,
    )
  })
})
