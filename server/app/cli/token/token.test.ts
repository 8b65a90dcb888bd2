import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { hashToken } from '../../../kernel/ids.ts'
import { openVault } from '../../../kernel/vault/vault.ts'
import { openSqliteStore } from '../../../store/sqlite/open-sqlite-store.ts'
import { databaseFiles } from '../../../store/testing/database-files.ts'
import { run } from '../command.fixture.ts'

const newFile = databaseFiles()
const masterKey = randomBytes(32)
const env = { TILLGATE_VAULT_KEY: masterKey.toString('hex') }
let file: string
let psp: string
let merchant: string

const tillgate = (...args: string[]) => run([...args, '--database', `sqlite:${file}`], { env })

beforeAll(async () => {
  file = newFile()
  const create = ['entity', 'create', '--name', 'x', '--kind']
  psp = (await tillgate(...create, 'psp')).lines[0] ?? ''
  merchant = (await tillgate(...create, 'merchant', '--parent', psp)).lines[0] ?? ''
})

const create = (label: string, entity = merchant) =>
  tillgate('token', 'create', '--entity', entity, '--label', label)
const list = async () => (await tillgate('token', 'list', '--entity', merchant)).lines
const revoke = (...words: string[]) => tillgate('token', 'revoke', '--entity', merchant, ...words)

describe('tillgate token', () => {
  it('prints a token once, stores it sealed, and lists its hash and label', async () => {
    const { code, lines } = await create('Plugin of the shop')
    expect(code).toBe(0)
    const [token = '', ...more] = lines
    expect(token).toMatch(/^[0-9a-f]{48}$/)
    expect(more).toEqual([])
    const hash = hashToken(token)
    expect(await list()).toEqual([`${hash} 2026-11-20 16:00:00+0000 Plugin of the shop`])

    const store = await openSqliteStore({ file, committer: { kind: 'inline' } })
    const vault = await openVault({ store, masterKey, clock: { now: () => 0 } })
    const row = await store.read.token(hash)
    expect(row?.sealed).not.toContain(token)
    expect(vault.openCredential(hash, row?.sealed ?? '')).toBe(token)
    await store.close()
  })

  it('makes tokens of administrators, of a PSP as well, and marks them in the list', async () => {
    const words = ['--role', 'administrator', '--label', 'Jane']
    const made = await tillgate('token', 'create', '--entity', psp, ...words)
    expect(made).toMatchObject({ code: 0 })
    const hash = hashToken(made.lines[0] ?? '')
    expect((await tillgate('token', 'list', '--entity', psp)).lines).toEqual([
      `${hash} 2026-11-20 16:00:00+0000 (administrator) Jane`,
    ])
    const wrong = ['token', 'create', '--entity', psp, '--label', 'x', '--role', 'owner']
    expect(await tillgate(...wrong)).toMatchObject({ code: 2 })
  })

  it('makes tokens with limits, and lists what is not as usual', async () => {
    const limits = ['--scopes', 'read,refund', '--addresses', '192.0.2.0/24,::1']
    const words = ['--label', 'Reports', '--expires', '2027-06-01 00:00:00', ...limits]
    const made = await tillgate('token', 'create', '--entity', merchant, ...words)
    const hash = hashToken(made.lines[0] ?? '')
    expect(await list()).toContain(
      `${hash} 2026-11-20 16:00:00+0000 (only read, refund) (ends 2027-06-01 00:00:00+0000) (from 192.0.2.0/24, ::1) Reports`,
    )
    const wrong = ['--scopes', 'all', '--expires', '2020-01-01', '--addresses', '1.2.3.4/99']
    const refused = await tillgate(
      'token',
      'create',
      '--entity',
      merchant,
      '--label',
      'y',
      ...wrong,
    )
    expect(refused.code).toBe(2)
    expect(refused.complaints.join()).toMatch(/--scopes must be some of read, .*--expires must be/)
    const address = ['--label', 'y', '--addresses', '1.2.3.4/99']
    expect(await tillgate('token', 'create', '--entity', merchant, ...address)).toMatchObject({
      code: 2,
      complaints: [expect.stringContaining('--addresses must have IP addresses or ranges')],
    })
  })

  it('revokes by label or by hash', async () => {
    const one = await create('one')
    const two = await create('two')
    expect(await revoke('--label', 'one')).toMatchObject({ code: 0 })
    expect(await revoke('--hash', hashToken(two.lines[0] ?? ''))).toMatchObject({ code: 0 })
    const left = (await list()).join('\n')
    expect(left).not.toContain(hashToken(one.lines[0] ?? ''))
    expect(left).not.toMatch(/ (one|two)$/m)
  })

  it('refuses a label that is in use, and an entity that cannot have tokens', async () => {
    await create('here already')
    expect(await create('here already')).toMatchObject({
      code: 1,
      complaints: [
        'tillgate token create: there is a token "here already" already: take another label',
      ],
    })
    expect(await create('x', psp)).toMatchObject({
      code: 2,
      complaints: [expect.stringContaining('is a psp: tokens are for merchants and channels')],
    })
    expect(await create('x', 'nobody')).toMatchObject({ code: 1 })
    expect(await create('')).toMatchObject({ code: 2 })
    expect(await revoke('--label', 'gone')).toMatchObject({ code: 1 })
    expect(await revoke()).toMatchObject({ code: 2 })
    expect(await revoke('--label', 'a', '--hash', 'b')).toMatchObject({ code: 2 })
  })

  it('needs the key with which the database was created', async () => {
    const { code, lines, complaints } = await run(
      ['token', 'create', '--entity', merchant, '--label', 'y', '--database', `sqlite:${file}`],
      { env: { TILLGATE_VAULT_KEY: '00'.repeat(32) } },
    )
    expect([code, lines]).toEqual([1, []])
    expect(complaints).toEqual([
      expect.stringMatching(
        /^tillgate token create: TILLGATE_VAULT_KEY does not open the keys in this database/,
      ),
    ])
  })
})
