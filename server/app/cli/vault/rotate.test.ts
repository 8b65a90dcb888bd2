import { expect, it } from 'vitest'
import { openVault } from '../../../kernel/vault/vault.ts'
import { openSqliteStore } from '../../../store/sqlite/open-sqlite-store.ts'
import { databaseFiles } from '../../../store/testing/database-files.ts'
import { AN_HOUR_LATER_MS, run } from '../command.fixture.ts'

const newFile = databaseFiles()
const OLD = 'c4'.repeat(32)
const NEW = '5d'.repeat(32)

/** A database with a card, as a gateway with the old key leaves it. */
async function fileWithCard(): Promise<string> {
  const file = newFile()
  const store = await openSqliteStore({ file, committer: { kind: 'inline' } })
  const clock = { now: () => AN_HOUR_LATER_MS }
  const vault = await openVault({ store, masterKey: Buffer.from(OLD, 'hex'), clock })
  const card = { id: 'a'.repeat(32), pan: '4200000000000000', nowMs: AN_HOUR_LATER_MS }
  const row = await vault.sealCard('shop', card)
  expect(await store.commit([{ kind: 'insertVaultRecord', row }])).toEqual({ applied: true })
  await store.close()
  return file
}

const command = (file: string, name: string, env: Readonly<Record<string, string>>) =>
  run([...name.split(' '), '--database', `sqlite:${file}`], { env })

it('tillgate vault rotate leaves nothing under the old key, and says what to do next', async () => {
  const file = await fileWithCard()
  const both = { TILLGATE_VAULT_KEY: NEW, TILLGATE_VAULT_KEY_OTHER: OLD }
  const { code, lines } = await command(file, 'vault rotate', both)
  expect([code, lines]).toEqual([
    0,
    [
      '3 data keys wrapped by the new master key',
      'nothing is left under the other master key: restart each gateway without TILLGATE_VAULT_KEY_OTHER',
    ],
  ])
  const checked = await command(file, 'check', { TILLGATE_VAULT_KEY: NEW })
  expect(checked.lines.join('\n')).toContain(' 0 problems')
  const old = await command(file, 'check', { TILLGATE_VAULT_KEY: OLD })
  expect(old.lines[0]).toContain('TILLGATE_VAULT_KEY does not open the keys in this database')
  const again = await command(file, 'vault rotate', both)
  expect([again.code, again.lines[0]]).toEqual([0, '0 data keys wrapped by the new master key'])
})

it('tillgate vault rotate needs both keys', async () => {
  const file = await fileWithCard()
  const one = await command(file, 'vault rotate', { TILLGATE_VAULT_KEY: OLD })
  expect([one.code, one.complaints.join()]).toEqual([
    2,
    expect.stringContaining('TILLGATE_VAULT_KEY_OTHER is not set'),
  ])
  const wrong = { TILLGATE_VAULT_KEY: NEW, TILLGATE_VAULT_KEY_OTHER: '6e'.repeat(32) }
  const refused = await command(file, 'vault rotate', wrong)
  expect([refused.code, refused.complaints.join()]).toEqual([
    1,
    expect.stringContaining('does not open the keys in this database'),
  ])
})
