import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packInto } from '../../../scripts/package/pack.mjs'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const run = promisify(execFile)

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tillgate-installed-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const CREATE = ['entity', 'create', '--kind', 'psp', '--name', 'Example']

/** Runs a program beside a database of its own. Rejects when it fails. */
async function stdoutOf(program: string, args: readonly string[], cwd = ROOT): Promise<string> {
  const env = { ...process.env, TILLGATE_DATA_DIR: await mkdtemp(join(folder, 'data-')) }
  return (await run(program, args, { cwd, env, timeout: 240_000 })).stdout
}

const ONE_ID = /^[0-9a-f]{32}\n$/

describe('the tillgate command prints the id of a new entity and nothing else to stdout', () => {
  it('as npm run -s tillgate', async () => {
    expect(await stdoutOf('npm', ['run', '-s', 'tillgate', '--', ...CREATE])).toMatch(ONE_ID)
  })

  it('as npx tillgate in the checkout', async () => {
    expect(await stdoutOf('npx', ['--no-install', 'tillgate', ...CREATE])).toMatch(ONE_ID)
  })

  it('as the command of a package that was packed and installed', async () => {
    const { file } = packInto(folder)
    const home = join(folder, 'node_modules/tillgate')
    await mkdir(home, { recursive: true })
    await run('tar', ['-xzf', file, '-C', home, '--strip-components=1'])
    // The one package that npm fetches, beside those that the tarball has.
    const sqlite = 'node_modules/better-sqlite3'
    await symlink(join(ROOT, sqlite), join(folder, sqlite))
    // By its file alone, as a shell runs it: with its mode and its first line.
    expect(await stdoutOf(join(home, 'bin/tillgate.mjs'), CREATE, folder)).toMatch(ONE_ID)
  })
})
