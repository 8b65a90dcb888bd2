import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SETTINGS } from '../kernel/settings/config.ts'

const MAIN = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url))

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tillgate-start-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Of the tests themselves, such as TILLGATE_ALL_VARIANTS: the gateway would name them as unknown. */
function withoutSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('TILLGATE_')))
}

/** Starts the built gateway, which is expected to end by itself. */
async function start(args: readonly string[], env: Record<string, string> = {}) {
  const dataDir = join(folder, 'untouched')
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: {
      ...withoutSettings(process.env),
      TILLGATE_DATA_DIR: dataDir,
      TILLGATE_SHOP_PORT: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 240_000,
  })
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  expect(existsSync(dataDir)).toBe(false)
  return { code, stdout, stderr }
}

describe('the gateway', () => {
  it.each(['--help', '-h'])('prints all settings and starts nothing with %s', async (help) => {
    const { code, stdout, stderr } = await start([help])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(
      /^Usage: tillgate start \[--acquirers \| --check-config\]\n {7}npm start \[-- --acquirers\] /,
    )
    for (const { variable } of Object.values(SETTINGS)) expect(stdout).toContain(`  ${variable}\n`)
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(100)
  })

  it('refuses emulated acquirers in live, and starts nothing', async () => {
    const { code, stdout, stderr } = await start(['--acquirers'], { TILLGATE_ENV: 'live' })
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toBe(
      'tillgate: --acquirers starts emulated acquirers, which move no money: it is for the test environment alone\n',
    )
  })

  it('refuses an unknown argument with one line, and starts nothing', async () => {
    expect(await start(['--port', '9000'])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'tillgate: there is no argument "--port": settings are variables, see --help\n',
    })
  })
})

describe('a data directory', () => {
  it.skipIf(process.platform !== 'linux')(
    'that is not writable ends the start with one line',
    async () => {
      for (const path of ['/proc/x', '/proc/x/y']) {
        const { code, stdout, stderr } = await start([], { TILLGATE_DATA_DIR: path })
        expect([code, stdout]).toEqual([1, ''])
        expect(stderr).toMatch(
          new RegExp(`^tillgate: ${path} cannot be made[^\n]*TILLGATE_DATA_DIR[^\n]*\n$`),
        )
      }
    },
  )
})

it('a live start names all missing settings at once, one per line', async () => {
  const { code, stdout, stderr } = await start([], { TILLGATE_ENV: 'live', TILLGATE_PORT: 'abc' })
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr.trim().split('\n')).toEqual([
    expect.stringMatching(/^tillgate: TILLGATE_PORT is "abc"/),
    expect.stringMatching(/^tillgate: TILLGATE_VAULT_KEY is missing/),
    expect.stringMatching(/^tillgate: TILLGATE_BASE_URL is .*in live it must be an https address/),
    expect.stringMatching(/^tillgate: live serves https alone: set TILLGATE_TLS_CERT/),
  ])
})
