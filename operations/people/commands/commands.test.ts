import { beforeAll, describe, expect, it } from 'vitest'
import { AN_HOUR_LATER_MS, run } from '../../../server/app/cli/command.fixture.ts'
import type { Store, UserRow } from '../../../server/store/port.ts'
import { openSqliteStore } from '../../../server/store/sqlite/open-sqlite-store.ts'
import { databaseFiles } from '../../../server/store/testing/database-files.ts'
import { session } from '../../../server/store/testing/sample-rows.ts'
import { createPasswords } from '../passwords.ts'

const newFile = databaseFiles()
const passwords = createPasswords()
const email = 'jane@shop.example'
let file: string
let psp: string

const tillgate = (...args: string[]) => run([...args, '--database', `sqlite:${file}`])

beforeAll(async () => {
  file = newFile()
  psp = (await tillgate('entity', 'create', '--kind', 'psp', '--name', 'Tea')).lines[0] ?? ''
})

async function withStore<Result>(work: (store: Store) => Promise<Result>): Promise<Result> {
  const store = await openSqliteStore({ file, committer: { kind: 'inline' } })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

const userNow = () => withStore((store) => store.read.userOfEmail(email)) as Promise<UserRow>

const step = (set: object) =>
  withStore(async (store) => {
    const { id, version } = (await store.read.userOfEmail(email)) as UserRow
    const whole = { updatedAtMs: 1, ...set }
    return store.commit([{ kind: 'stepUser', id, expectedVersion: version, set: whole }])
  })

describe('tillgate user', () => {
  it('create makes a user, and prints the password once', async () => {
    const words = ['--email', ' JANE@shop.example', '--entity', psp, '--role', 'owner']
    const { code, lines } = await tillgate('user', 'create', ...words)
    expect([code, lines.length]).toEqual([0, 1])
    const { passwordHash, name } = await userNow()
    expect(await passwords.matches(lines[0] ?? '', passwordHash)).toBe(true)
    expect(name).toBe(email)
    expect((await tillgate('user', 'create', ...words)).complaints).toEqual([
      `tillgate user create: there is a user ${email} already`,
    ])
  })

  it.each([
    ['--role must be one of', ['--email', 'a@b.example', '--role', 'king']],
    ['--email must be an e-mail address', ['--email', 'nobody', '--role', 'owner']],
    ['there is no entity', ['--email', 'a@b.example', '--role', 'owner', '--entity', 'x']],
  ])('create says %s', async (what, words) => {
    const { code, complaints } = await tillgate('user', 'create', ...words)
    expect(code).not.toBe(0)
    expect(complaints.join()).toContain(what)
  })

  it('list shows each role with the state of its user', async () => {
    expect((await tillgate('user', 'list')).lines).toEqual([`active  ${email} owner ${psp}`])
    expect((await tillgate('user', 'list', '--entity', 'x')).lines).toEqual([])
  })

  it('unlock ends a lock', async () => {
    await step({ failedTries: 10, lockedUntilMs: AN_HOUR_LATER_MS + 1 })
    expect((await tillgate('user', 'list')).lines[0]).toMatch(/^locked /)
    expect((await tillgate('user', 'unlock', '--email', email)).code).toBe(0)
    expect(await userNow()).toMatchObject({ failedTries: 0, lockedUntilMs: null })
    expect((await tillgate('user', 'unlock', '--email', 'nobody@x')).code).toBe(1)
  })

  it('reset ends all sessions, and gives another password without a second factor', async () => {
    const before = await userNow()
    await step({ totpSealed: 'c2VhbGVk', recoveryHashes: 'a b', failedTries: 3 })
    const row = session(before.id)
    await withStore((store) => store.commit([{ kind: 'insertSession', row }]))
    const { lines } = await tillgate('user', 'reset', '--email', email)
    const after = await userNow()
    expect(await passwords.matches(lines[0] ?? '', after.passwordHash)).toBe(true)
    expect(after).toMatchObject({
      totpSealed: null,
      recoveryHashes: '',
      failedTries: 0,
      formerPasswordHashes: before.passwordHash,
    })
    const ended = await withStore((store) => store.read.session(row.id))
    expect(ended?.endedAtMs).toBe(AN_HOUR_LATER_MS)
  })
})
