import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run } from '../command.fixture.ts'

const KEY = '8f3b1c5d7e9a2046b8d0f1e3c5a7b9d2e4f60718293a4b5c6d7e8f9012a3b4c5'

let folder: string
let keyFile: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tillgate-config-'))
  keyFile = join(folder, 'key')
  await writeFile(keyFile, KEY, { mode: 0o600 })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('tillgate config check', () => {
  it('shows where settings come from, and no value', async () => {
    const path = join(folder, 'tillgate.conf')
    const lines = ['TILLGATE_BASE_URL=https://pay.example.com', 'TILLGATE_TRUST_PROXY=loopback']
    await writeFile(path, lines.join('\n'))
    const env = { TILLGATE_ENV: 'live', TILLGATE_CONFIG: path, TILLGATE_VAULT_KEY_FILE: keyFile }
    const checked = await run(['config', 'check'], { env })
    expect(checked).toMatchObject({ code: 0, complaints: [] })
    expect(checked.lines).toEqual([
      'TILLGATE_ENV          environment',
      `TILLGATE_TRUST_PROXY  ${path}`,
      `TILLGATE_BASE_URL     ${path}`,
      'TILLGATE_VAULT_KEY    environment, as a file',
      expect.stringMatching(/^\d+ settings have their defaults: docs\/settings.md lists them$/),
      'The settings are right.',
    ])
  })

  it('names all that would end a start', async () => {
    const env = { TILLGATE_ENV: 'live', TILLGATE_PORT: 'abc', TILLGATE_VAULT_KEY_FILE: '/no/such' }
    const { code, complaints } = await run(['config', 'check'], { env })
    expect(code).toBe(1)
    expect(complaints).toEqual([
      'TILLGATE_VAULT_KEY_FILE: /no/such is not there',
      expect.stringMatching(/^TILLGATE_PORT is "abc"/),
      expect.stringMatching(/^TILLGATE_BASE_URL is .*in live it must be an https address$/),
      expect.stringMatching(/^live serves https alone/),
    ])
  })
})

describe('any command', () => {
  it('reads the secrets of its settings from their files', async () => {
    const database = join(folder, 'database')
    await writeFile(database, `sqlite:${join(folder, 'a.db')}`, { mode: 0o600 })
    const { complaints } = await run(['entity', 'list'], {
      env: { TILLGATE_DATABASE_URL_FILE: database },
    })
    expect(complaints.join()).toContain(join(folder, 'a.db'))
  })

  it('is refused where a secret cannot be read', async () => {
    const env = { TILLGATE_VAULT_KEY_FILE: '/no/such' }
    expect(await run(['entity', 'list'], { env })).toEqual({
      code: 2,
      lines: [],
      complaints: ['tillgate entity list: TILLGATE_VAULT_KEY_FILE: /no/such is not there'],
    })
  })
})
