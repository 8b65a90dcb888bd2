import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { openVault } from '../../../kernel/vault/vault.ts'
import { openSqliteStore } from '../../../store/sqlite/open-sqlite-store.ts'
import { databaseFiles } from '../../../store/testing/database-files.ts'
import { run } from '../command.fixture.ts'

const NUMBER = '4200000000000000'

const newFile = databaseFiles()
const masterKey = randomBytes(32)
const env = { TILLGATE_VAULT_KEY: masterKey.toString('hex') }
let file: string
/** What a payment with the number leaves in the vault. */
let stored: string

beforeAll(async () => {
  file = newFile()
  const store = await openSqliteStore({ file, committer: { kind: 'inline' } })
  const vault = await openVault({ store, masterKey, clock: { now: () => 0 } })
  const card = { id: 'a'.repeat(32), pan: NUMBER, nowMs: 0 }
  stored = (await vault.sealCard('b'.repeat(32), card)).fingerprint
  await store.close()
})

const fingerprint = (input: string, ...words: string[]) =>
  run(['card', 'fingerprint', '--database', `sqlite:${file}`, ...words], { env, input })

describe('tillgate card fingerprint', () => {
  it('prints the fingerprint that the vault stores for the number, however it is grouped', async () => {
    const { code, lines, complaints } = await fingerprint(
      '4200 0000 0000 0000\n\n4200-0000-0000-0000',
    )
    expect([code, lines, complaints]).toEqual([0, [stored, stored], []])
  })

  it('accepts accounts as payments send them', async () => {
    const [iban, card] = ['DE89370400440532013000', NUMBER]
    const { code, lines } = await fingerprint(`${iban}\n${card}`, '--account')
    expect([code, lines.length, lines[1]]).toEqual([0, 2, stored])
    expect(lines[0]).toMatch(/^[0-9a-f]{64}$/)
  })

  it.each([
    ['4200000000000001', 'line 1 of the input is no card number with a right check digit'],
    [`${NUMBER}\nDE89370400440532013000`, 'line 2 of the input is no card number with a right'],
    [' \n', 'there is none'],
    [`${NUMBER}\n`.repeat(5001), 'takes up to 5000 numbers: there are 5001'],
  ])(
    'refuses input that is not a list of numbers, without repeating it',
    async (input, complaint) => {
      const { code, lines, complaints } = await fingerprint(input)
      expect([code, lines]).toEqual([2, []])
      expect(complaints).toEqual([expect.stringContaining(complaint)])
      expect(complaints[0]).not.toMatch(/[0-9]{5}/)
    },
  )

  it('refuses a number on the command line, without repeating it', async () => {
    const { code, lines, complaints } = await fingerprint('', NUMBER)
    expect([code, lines]).toEqual([2, []])
    expect(complaints.join()).not.toContain(NUMBER)
  })

  it('needs the key with which the database was created', async () => {
    const other = { TILLGATE_VAULT_KEY: '00'.repeat(32) }
    const words = ['card', 'fingerprint', '--database', `sqlite:${file}`]
    const { code, lines, complaints } = await run(words, { env: other, input: NUMBER })
    expect([code, lines]).toEqual([1, []])
    expect(complaints[0]).toContain('does not open the keys in this database')
  })
})
