import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { version } from '../../kernel/version.ts'
import { runCommand } from '../../testing/command.fixture.ts'
import { run } from './command.fixture.ts'
import { allCommands } from './commands.ts'

const commands = await allCommands('test')

describe('tillgate', () => {
  it('shows every command in its help, which exits with 0 when it was requested', async () => {
    const help = await run(['help'])
    for (const { name, summary } of commands) {
      expect(help.lines.join('\n')).toMatch(new RegExp(`${name} +${summary.slice(0, 20)}`))
    }
    expect(help.code).toBe(0)
    expect(await run(['--help'])).toEqual(help)
    expect(await run([])).toEqual({ ...help, code: 2 })
  })

  it.each(['--version', '-v', 'version'])('prints its version with %s', async (asked) => {
    expect(await run([asked])).toEqual({ code: 0, lines: [`tillgate ${version}`], complaints: [] })
  })

  it('starts the gateway, with its option', async () => {
    expect(await run(['start'])).toEqual({ code: 0, lines: ['started'], complaints: [] })
    expect((await run(['start', '--acquirers'])).lines).toEqual(['started --acquirers'])
  })

  it('shows the commands of one group', async () => {
    const { code, lines } = await run(['token', '--help'])
    const names = lines.filter((line) => /^ {2}\w/.test(line)).map((line) => line.slice(2, 14))
    expect(names).toEqual(['token create', 'token list  ', 'token revoke'])
    expect(code).toBe(0)
    expect(await run(['token'])).toMatchObject({ code: 2, lines })
  })

  it.each(commands)('explains $name and all its options', async ({ name, options }) => {
    const { code, lines } = await run([...name.split(' '), '--help'])
    expect(lines[0]).toMatch(new RegExp(`^Usage: tillgate ${name}`))
    expect((await run(['help', ...name.split(' ')])).lines).toEqual(lines)
    expect((await run([...name.split(' '), '-h'])).lines).toEqual(lines)
    for (const option of Object.keys(options)) expect(lines.join('\n')).toContain(`--${option}`)
    expect(code).toBe(0)
  })

  it.each([
    [['refund'], 'tillgate: there is no command "refund": see tillgate help'],
    [
      ['entity', 'remove'],
      'tillgate: there is no command "entity remove": see tillgate entity --help',
    ],
    [['check', '--quick'], "tillgate check: Unknown option '--quick': see tillgate check --help"],
    [['check', 'all'], 'tillgate check: takes options only: see tillgate check --help'],
    [['backup'], 'tillgate backup: takes FILE: see tillgate backup --help'],
    [['copy', '--from', 'sqlite:a'], 'tillgate copy: --to is missing: see --help'],
    [['check', '--database', 'memory:'], expect.stringContaining('memory: is lost')],
    [['check', '--database', 'mysql://x'], expect.stringContaining('TILLGATE_DATABASE_URL must')],
    [['backup', 'x', '--database', 'postgres://h/d'], expect.stringContaining('pg_dump')],
    [['restore', 'x', '--database', 'postgres://h/d'], expect.stringContaining('pg_restore')],
  ])('explains the fault of %j in one line', async (args, complaint) => {
    expect(await run(args)).toEqual({ code: 2, lines: [], complaints: [complaint] })
  })

  it('has commands of the simulator in test alone', async () => {
    const help = await run(['settlement', '--help'])
    expect(help.lines.join('\n')).toContain('settlement simulate')
    expect(await run(['settlement', 'simulate'], { env: { TILLGATE_ENV: ' live ' } })).toEqual({
      code: 2,
      lines: [],
      complaints: [
        'tillgate: there is no command "settlement simulate": see tillgate settlement --help',
      ],
    })
  })

  it('never shows the password of a database', async () => {
    const { code, complaints } = await run([
      'check',
      '--database',
      'postgres://till:s3cret@127.0.0.1:1/payments',
    ])
    expect(code).toBe(1)
    expect(complaints).toEqual([expect.stringContaining('ECONNREFUSED')])
    expect(complaints.join()).not.toContain('s3cret')
  })
})

describe('the built command', () => {
  let dataDir: string
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'tillgate-cli-'))
  })
  afterAll(() => rm(dataDir, { recursive: true, force: true }))

  it('creates, checks and copies a database, and returns its exit code', async () => {
    expect(await runCommand(['migrate'], { dataDir })).toMatchObject({
      code: 0,
      output: expect.stringMatching(/tillgate\.db brought from schema 0 to \d+\n$/),
    })
    expect(await runCommand(['check'], { dataDir })).toEqual({
      code: 0,
      output: '0 payments, 0 postings checked, 0 problems\n',
    })
    const copy = join(dataDir, 'copy.db')
    expect(await runCommand(['backup', copy], { dataDir })).toMatchObject({ code: 0 })
    expect(await runCommand(['backup', copy], { dataDir })).toMatchObject({ code: 1 })
    expect(await runCommand(['backup'], { dataDir })).toMatchObject({ code: 2 })
  })

  it('names a damaged file, the page, and what to do', async () => {
    const damaged = await mkdtemp(join(tmpdir(), 'tillgate-damaged-'))
    onTestFinished(() => rm(damaged, { recursive: true, force: true }))
    await runCommand(['migrate'], { dataDir: damaged })
    const file = join(damaged, 'tillgate.db')
    const bytes = await readFile(file)
    // A page that only the check of the whole file reads: one of the schema would end every read.
    const end = rootPageOf(file, 'quota_expiry') * 4096
    await writeFile(file, bytes.fill(0xa5, end - 4096, end))
    const { code, output } = await runCommand(['check'], { dataDir: damaged })
    expect(code).toBe(1)
    expect(output).not.toContain('[object')
    expect(output).toMatch(/problem: database .*page \d+/i)
    expect(output).toContain(`problem: database file ${file} is damaged: stop the gateway`)
    expect(output).toContain('tillgate restore')
  })

  it('names a file whose damage prevents the check, and what to do', async () => {
    const damaged = await mkdtemp(join(tmpdir(), 'tillgate-damaged-'))
    onTestFinished(() => rm(damaged, { recursive: true, force: true }))
    await runCommand(['migrate'], { dataDir: damaged })
    const file = join(damaged, 'tillgate.db')
    await writeFile(file, (await readFile(file)).fill(0xa5, 4096 * 2, 4096 * 12))
    const { code, output } = await runCommand(['check'], { dataDir: damaged })
    expect(code).toBe(1)
    expect(output).toContain('problem: database cannot be checked to its end: database disk image')
    expect(output).toContain(`problem: database file ${file} is damaged: stop the gateway`)
  })

  it('names a file that is not a database, and what to do', async () => {
    const damaged = await mkdtemp(join(tmpdir(), 'tillgate-damaged-'))
    onTestFinished(() => rm(damaged, { recursive: true, force: true }))
    const file = join(damaged, 'tillgate.db')
    await writeFile(file, 'no database at all, whatever its name says'.repeat(200))
    const { code, output } = await runCommand(['check'], { dataDir: damaged })
    expect(code).toBe(1)
    expect(output).toContain(`the database file ${file} is no SQLite database`)
    expect(output).toMatch(/TILLGATE_DATABASE_URL or TILLGATE_DATA_DIR/)
  })
})

function rootPageOf(file: string, name: string): number {
  const database = new Database(file)
  const root = database.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck()
  const page = Number(root.get(name))
  database.close()
  return page
}
