import { writeFile } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { openSqliteStore } from '../../../store/sqlite/open-sqlite-store.ts'
import { databaseFiles } from '../../../store/testing/database-files.ts'
import { usePostgres } from '../../../store/testing/postgres.ts'
import { LIVE_VAULT_KEY } from '../../../testing/live-key.ts'
import { type CommandRun, run } from '../command.fixture.ts'

const newFile = databaseFiles()
const postgres = usePostgres()

/** The commands on one database; `input` is what is sent to them. */
type Tillgate = (args: readonly string[], input?: unknown) => Promise<CommandRun>

function commandsOn(database: string): Tillgate {
  return (args, input) =>
    run([...args, '--database', database], {
      ...(input === undefined ? {} : { input: JSON.stringify(input) }),
    })
}

/** Makes an entity and answers its id. */
async function make(tillgate: Tillgate, kind: string, name: string, parent?: string) {
  const below = parent === undefined ? [] : ['--parent', parent]
  const made = await tillgate(['entity', 'create', '--kind', kind, '--name', name, ...below])
  expect(made).toMatchObject({ code: 0, complaints: [] })
  return made.lines[0] ?? ''
}

async function makeTree(tillgate: Tillgate) {
  const psp = await make(tillgate, 'psp', 'Our house')
  const division = await make(tillgate, 'division', 'South', psp)
  const merchant = await make(tillgate, 'merchant', 'Shop & Söhne', division)
  const channel = await make(tillgate, 'channel', 'Web', merchant)
  return { psp, division, merchant, channel }
}

describe.each([
  ['SQLite', async () => `sqlite:${newFile()}`],
  ['PostgreSQL', () => postgres.freshDatabase()],
])('tillgate entity on %s', (_engine, address) => {
  let database: string
  let tillgate: Tillgate
  let tree: Awaited<ReturnType<typeof makeTree>>
  beforeAll(async () => {
    database = await address()
    tillgate = commandsOn(database)
    tree = await makeTree(tillgate)
  }, 300_000)

  const show = async (id: string) => (await tillgate(['entity', 'show', id])).lines.join('\n')
  const set = (words: readonly string[], input?: unknown) =>
    tillgate(['entity', 'set', tree.merchant, ...words], input)
  const ownSettings = async () =>
    JSON.parse((await tillgate(['entity', 'show', tree.merchant, '--settings'])).lines[0] ?? '')

  it('lists the tree that it has created', async () => {
    const { code, lines } = await tillgate(['entity', 'list'])
    expect(code).toBe(0)
    expect(lines).toEqual([
      `psp ${tree.psp} Our house`,
      `  division ${tree.division} South`,
      `    merchant ${tree.merchant} Shop & Söhne`,
      `      channel ${tree.channel} Web`,
    ])
  })

  it('renames and deactivates an entity, which applies to all entities below', async () => {
    expect(await set(['--name', 'Shop', '--active', 'false'])).toMatchObject({
      code: 0,
      lines: [`merchant ${tree.merchant} was changed`],
    })
    expect((await tillgate(['entity', 'list'])).lines).toContain(
      `    merchant ${tree.merchant} Shop (off)`,
    )
    expect(await show(tree.channel)).toContain(`true, but merchant ${tree.merchant} is off`)
    await set(['--active', 'true'])
    expect(await show(tree.merchant)).toMatch(/active +true\n/)
  })

  it('sets the limit of the second person at once, but not above that of an entity above', async () => {
    const limit = (EUR: string) => ({ secondPersonAbove: { EUR } })
    expect(await set(['--merge', '-'], limit('50.00'))).toMatchObject({ code: 0 })
    const tooHigh = await tillgate(['entity', 'set', tree.channel, '--merge', '-'], limit('50.01'))
    expect(tooHigh).toMatchObject({
      code: 1,
      complaints: [expect.stringContaining('at most 50.00')],
    })
    const channel = ['entity', 'create', '--kind', 'channel', '--name', 'Shop']
    const below = ['--parent', tree.merchant, '--settings', '-']
    expect(await tillgate([...channel, ...below], limit('50.01'))).toMatchObject({
      code: 1,
      lines: [],
      complaints: [expect.stringContaining('at most 50.00')],
    })
    expect(await set(['--merge', '-'], limit('900.00'))).toMatchObject({ code: 0 })
    expect(await show(tree.merchant)).not.toContain('until')
    await set(['--merge', '-'], { secondPersonAbove: null })
  })

  it('lists nothing when there are no entities, and says so on stderr', async () => {
    const empty = commandsOn(await address())
    await empty(['migrate'])
    expect(await empty(['entity', 'list'])).toEqual({
      code: 0,
      lines: [],
      complaints: ['There are none yet: see tillgate entity create --help'],
    })
  })

  it('replaces and merges settings, and shows the origin of the effective ones', async () => {
    await set(['--settings', '-'], { brands: ['VISA'], registrations: { deduplicate: true } })
    await set(['--merge', '-'], { brands: null, registrations: { lifeMonthsAfterExpiry: 3 } })
    await set(['--profile', 'legacy'])
    expect(await ownSettings()).toEqual({
      profile: 'legacy',
      registrations: { deduplicate: true, lifeMonthsAfterExpiry: 3 },
    })
    const shown = await show(tree.channel)
    expect(shown).toContain('Own settings:\n{}')
    expect(shown).toContain(`profile "legacy" (of merchant ${tree.merchant})`)
    expect(shown).toContain('brands all (default)')
    await set(['--settings', '-'], {})
    expect(await ownSettings()).toEqual({})
  })

  it('names all faults of the settings and changes nothing', async () => {
    const before = await show(tree.merchant)
    const refused = await set(['--name', 'Other', '--merge', '-'], {
      profile: 'strikt',
      brands: ['VISSA'],
      clockOffsetMs: 1,
    })
    expect(refused).toEqual({
      code: 1,
      lines: [],
      complaints: [
        'brands[0] "VISSA" is no payment brand: was VISA meant?',
        'profile must be "strict" or "legacy"',
        expect.stringContaining('clockOffsetMs belongs to the test clock'),
        'tillgate entity set: the settings are wrong, so nothing was changed',
      ],
    })
    expect(await show(tree.merchant)).toBe(before)
  })

  it('takes no address for calls that the gateway would never call', async () => {
    const base = (resultCallBase: string) =>
      set(['--merge', '-'], { checkouts: { resultCallBase } })
    expect((await base('http://10.0.0.8/')).complaints).toEqual([
      'checkouts.resultCallBase must lead to an address on the internet',
      'tillgate entity set: the settings are wrong, so nothing was changed',
    ])
    const live = await run(
      ['entity', 'set', tree.merchant, '--merge', '-', '--database', database],
      {
        env: {
          TILLGATE_ENV: 'live',
          TILLGATE_VAULT_KEY: LIVE_VAULT_KEY,
          TILLGATE_BASE_URL: 'https://pay.example',
        },
        input: JSON.stringify({ checkouts: { resultCallBase: 'http://shop.example/' } }),
      },
    )
    expect(live.complaints[0]).toBe(
      'checkouts.resultCallBase must be an https address: live sends nothing by plain HTTP',
    )
    expect(await ownSettings()).toEqual({})
    expect((await base('https://shop.example/')).code).toBe(0)
    await set(['--settings', '-'], {})
  })

  it('dispatches to channels of the merchant only', async () => {
    const dispatching = { rules: [], defaultChannelId: tree.channel }
    expect(await set(['--merge', '-'], { dispatching })).toMatchObject({ code: 0 })
    const foreign = { rules: [{ channelId: tree.division }] }
    const refused = await set(['--merge', '-'], { dispatching: foreign })
    expect(refused.complaints).toEqual([expect.stringContaining(`names ${tree.division}, which`)])
  })

  it('routes to accounts that its channels may use only', async () => {
    const route = (account: string) => set(['--merge', '-'], { routing: [{ account }] })
    expect((await route('simulator')).code).toBe(0)
    const unknown = `stripe:${'0'.repeat(32)}`
    expect((await route(unknown)).complaints).toEqual([
      expect.stringContaining(`routing names ${unknown}, which is no connector account`),
    ])
  })
})

describe('tillgate entity', () => {
  let tillgate: Tillgate
  let file: string
  let tree: Awaited<ReturnType<typeof makeTree>>
  beforeAll(async () => {
    file = newFile()
    tillgate = commandsOn(`sqlite:${file}`)
    tree = await makeTree(tillgate)
  })

  it.each([
    ['psp', 'merchant', 'a psp has no parent: leave --parent out'],
    ['division', undefined, 'a division lies below a psp: give --parent with its id'],
    ['merchant', undefined, 'a merchant lies below a division or psp: give --parent with its id'],
    ['channel', 'division', 'a channel lies below a merchant, not below a division'],
    ['channel', 'channel', 'a channel lies below a merchant, not below a channel'],
    ['shop', undefined, '--kind must be one of psp|division|merchant|channel'],
  ] as const)('creates no %s below %s', async (kind, parent, fault) => {
    const below = parent === undefined ? [] : ['--parent', tree[parent]]
    const refused = await tillgate(['entity', 'create', '--kind', kind, '--name', 'x', ...below])
    expect(refused).toEqual({
      code: 2,
      lines: [],
      complaints: [`tillgate entity create: ${fault}`],
    })
  })

  it('creates a merchant below a PSP that has no divisions', async () => {
    await make(tillgate, 'merchant', 'Directly below', tree.psp)
  })

  it.each([' ', 'a\nb', 'x'.repeat(101)])('refuses the name %j', async (name) => {
    const refused = await tillgate(['entity', 'set', tree.psp, '--name', name])
    expect(refused.code).toBe(2)
    expect(refused.complaints[0]).toContain('--name must be 1 to 100 characters on one line')
  })

  it.each([
    [[], 2, 'needs something to set'],
    [['--active', 'no'], 2, '--active must be true or false'],
    [['--profile', 'lax'], 2, '--profile must be strict or legacy'],
    [['--settings', '-', '--merge', '-'], 2, 'not both'],
    [['--settings', '/nowhere/x.json'], 1, '/nowhere/x.json cannot be read: ENOENT'],
  ])('explains the fault of %j', async (words, code, fault) => {
    const refused = await tillgate(['entity', 'set', tree.psp, ...words])
    expect(refused).toMatchObject({ code, complaints: [expect.stringContaining(fault)] })
  })

  it('reads settings from a file, and repeats nothing of one that is not JSON', async () => {
    const path = `${newFile()}.json`
    await writeFile(path, '{"profile": "legacy"}')
    expect(await tillgate(['entity', 'set', tree.psp, '--settings', path])).toMatchObject({
      code: 0,
    })
    await writeFile(path, '{\n  "risk": jane@bad.example')
    const refused = await tillgate(['entity', 'set', tree.psp, '--settings', path])
    expect(refused.code).toBe(1)
    expect(refused.complaints).toEqual([expect.stringContaining(`${path} is no JSON`)])
    expect(refused.complaints.join()).not.toContain('jane')
  })

  it('does not change the test clock of an entity', async () => {
    const store = await openSqliteStore({ file, committer: { kind: 'inline' } })
    const clockOf = async () => {
      const { settings = '', version = 0 } = (await store.read.entity(tree.channel)) ?? {}
      return { settings, version }
    }
    const { version } = await clockOf()
    const set = { settings: '{"clockOffsetMs":86400000}' }
    await store.commit([{ kind: 'stepEntity', id: tree.channel, expectedVersion: version, set }])
    await tillgate(['entity', 'set', tree.channel, '--settings', '-'], { profile: 'legacy' })
    expect(JSON.parse((await clockOf()).settings)).toEqual({
      profile: 'legacy',
      clockOffsetMs: 86_400_000,
    })
    await store.close()
    const shown = await tillgate(['entity', 'show', tree.channel])
    expect(shown.lines).toContain('clock    86400000 ms ahead (own)')
  })

  it('shows the clock of an entity separately from the effective settings', async () => {
    const store = await openSqliteStore({ file, committer: { kind: 'inline' } })
    const { version = 0 } = (await store.read.entity(tree.merchant)) ?? {}
    const set = { settings: '{"clockOffsetMs":90000000}' }
    await store.commit([{ kind: 'stepEntity', id: tree.merchant, expectedVersion: version, set }])
    await store.close()
    const { lines } = await tillgate(['entity', 'show', tree.channel])
    expect(lines).toContain(`clock    90000000 ms ahead (of merchant ${tree.merchant})`)
    expect(lines.join('\n')).not.toContain('clockOffsetMs')
  })

  it('needs a database of its own schema, and creates one only to create an entity', async () => {
    const nowhere = commandsOn(`sqlite:${newFile()}`)
    const refused = await nowhere(['entity', 'list'])
    expect(refused.code).toBe(1)
    expect(refused.complaints[0]).toContain('there is no database')
    await make(nowhere, 'psp', 'First')
    expect(await nowhere(['entity', 'list'])).toMatchObject({ code: 0 })
    expect(await nowhere(['entity', 'show', 'x'])).toMatchObject({
      code: 1,
      complaints: ['tillgate entity show: there is no entity "x": see tillgate entity list'],
    })
  })
})
