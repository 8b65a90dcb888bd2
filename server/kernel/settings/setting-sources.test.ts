import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SETTINGS } from './config.ts'
import { MAX_SETTINGS_FILE_BYTES } from './config-file.ts'
import { readSettled } from './read-config.ts'
import { SETTING_NAMES, settleSettings } from './setting-sources.ts'

const KEY = '8f3b1c5d7e9a2046b8d0f1e3c5a7b9d2e4f60718293a4b5c6d7e8f9012a3b4c5'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tillgate-settings-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A file of its owner alone, unless another mode is given. */
async function file(name: string, text: string | Buffer, mode = 0o600): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, text)
  await chmod(path, mode)
  return path
}

/** Node itself, as a program that prints something. */
const node = (script: string) => JSON.stringify([process.execPath, '-e', script])

const sourceOf = (variable: string, env: Record<string, string>) =>
  settleSettings(env).sources.find((each) => each.variable === variable)

describe('a secret', () => {
  it('is the content of a file, without the newline at its end', async () => {
    const env = { TILLGATE_VAULT_KEY_FILE: await file('key', `${KEY}\n`) }
    const settled = settleSettings(env)
    expect(settled).toMatchObject({ faults: [], warnings: [], unread: [] })
    expect(settled.env.TILLGATE_VAULT_KEY).toBe(KEY)
    expect(readSettled(settled)).toMatchObject({ vaultKey: Buffer.from(KEY, 'hex') })
  })

  it('is what a program prints, which is started without a shell', () => {
    const command = node(`process.stdout.write("${KEY}\\r\\n")`)
    const settled = settleSettings({ TILLGATE_VAULT_KEY_COMMAND: command })
    expect(settled.faults).toEqual([])
    expect(settled.env.TILLGATE_VAULT_KEY).toBe(KEY)
  })

  it('may be words between blanks, where none of them has a sign of a shell', async () => {
    const env = { TILLGATE_METRICS_TOKEN_COMMAND: `cat ${await file('token', 'a'.repeat(32))}` }
    expect(settleSettings(env).env.TILLGATE_METRICS_TOKEN).toBe('a'.repeat(32))
  })

  it('is printed by a program that does not see the other settings', () => {
    const command = node('process.stdout.write(Object.keys(process.env).join())')
    const env = { TILLGATE_METRICS_TOKEN_COMMAND: command, TILLGATE_DEMO_TOKEN: 'x', HOME: '/' }
    expect(settleSettings(env).env.TILLGATE_METRICS_TOKEN).toBe('HOME')
  })

  it('is one of all settings that are secrets, and of no other', () => {
    const secrets = Object.values(SETTINGS).filter(({ secret }) => secret)
    const forms = SETTING_NAMES.filter((name) => /_(?:FILE|COMMAND)$/.test(name))
    expect(forms).toEqual(
      secrets.flatMap(({ variable }) => [`${variable}_FILE`, `${variable}_COMMAND`]),
    )
    expect(new Set(SETTING_NAMES).size).toBe(SETTING_NAMES.length)
  })
})

describe('a secret that cannot be read', () => {
  it.each([
    ['is not there', async () => join(folder, 'none'), /none is not there$/],
    ['is a folder', async () => folder, /is a folder$/],
    ['is empty', () => file('empty', ' \n'), /empty is empty$/],
    [
      'is too large',
      () => file('large', 'a'.repeat(MAX_SETTINGS_FILE_BYTES + 1)),
      /is larger than 65536 bytes$/,
    ],
    ['is no text', () => file('binary', Buffer.from([1, 0, 2])), /binary is no text$/],
    [
      'everybody may write',
      () => file('open', KEY, 0o602),
      /can be written by every user of this computer \(chmod o-w /,
    ],
  ])(
    'from a file that %s ends the start, and is not called missing too',
    async (_, make, fault) => {
      const settled = settleSettings({
        TILLGATE_ENV: 'live',
        TILLGATE_VAULT_KEY_FILE: await make(),
      })
      expect(settled.faults).toEqual([expect.stringMatching(/^TILLGATE_VAULT_KEY_FILE: /)])
      expect(settled.faults[0]).toMatch(fault)
      const { faults } = readSettled(settled) as { faults: readonly string[] }
      expect(faults.join('\n')).not.toContain('TILLGATE_VAULT_KEY is missing')
      expect(faults.join('\n')).toContain('TILLGATE_BASE_URL')
    },
  )

  it.each([
    ['is not there', 'no-such-program a', 'no-such-program is no program that can be found'],
    ['is written for a shell', 'cat a | head', /sign that a shell would read/],
    ['is no list', '["cat", 1]', 'it is no JSON list of texts'],
    ['is an empty list', '[]', 'it is no JSON list of texts'],
    ['has too many words', 'a '.repeat(65).trim(), 'it has more than 64 words'],
    ['fails', node('process.exit(3)'), /ended with exit code 3: run it by hand to see why$/],
    ['prints nothing', node(''), 'what it prints is empty'],
    ['prints too much', node('process.stdout.write("a".repeat(70000))'), /more than 65536 bytes$/],
  ])('by a command that %s ends the start', (_, command, fault) => {
    const settled = settleSettings({ TILLGATE_VAULT_KEY_COMMAND: command })
    expect(settled.faults).toEqual([expect.stringMatching(/^TILLGATE_VAULT_KEY_COMMAND: /)])
    expect(settled.faults[0]?.slice('TILLGATE_VAULT_KEY_COMMAND: '.length)).toMatch(fault)
  })

  it('by a command is never shown, whatever it prints', () => {
    const script = `console.error("${KEY}"); console.log("${KEY}"); process.exit(1)`
    const settled = settleSettings({
      TILLGATE_VAULT_KEY_COMMAND: JSON.stringify(['node', '-e', script]),
      PATH: process.env.PATH ?? '',
    })
    expect(settled.faults.join()).not.toContain(KEY)
  })
})

it('warns of a secret that every user may read', async () => {
  const path = await file('readable', KEY, 0o644)
  expect(settleSettings({ TILLGATE_VAULT_KEY_FILE: path }).warnings).toEqual([
    `TILLGATE_VAULT_KEY_FILE: ${path} can be read by every user of this computer: chmod 600 ${path}`,
  ])
})

it('refuses a setting that is given in two ways', () => {
  const env = { TILLGATE_DEMO_TOKEN: 'a'.repeat(16), TILLGATE_DEMO_TOKEN_FILE: '/a' }
  expect(settleSettings(env).faults).toEqual([
    'TILLGATE_DEMO_TOKEN and TILLGATE_DEMO_TOKEN_FILE are set: set one of them',
  ])
})

describe('a configuration file', () => {
  it('sets what the environment does not, in whatever form', async () => {
    const path = await file(
      'conf',
      `TILLGATE_PORT=9000\nTILLGATE_HOST=0.0.0.0\nTILLGATE_VAULT_KEY=${'0'.repeat(64)}\n`,
    )
    const key = await file('other-key', KEY)
    const env = {
      TILLGATE_CONFIG: path,
      TILLGATE_PORT: '9001',
      TILLGATE_HOST: ' ',
      TILLGATE_VAULT_KEY_FILE: key,
    }
    expect(readSettled(settleSettings(env))).toMatchObject({
      port: 9001,
      host: '0.0.0.0',
      vaultKey: Buffer.from(KEY, 'hex'),
    })
    expect(sourceOf('TILLGATE_PORT', env)).toMatchObject({ from: 'environment', form: 'value' })
    expect(sourceOf('TILLGATE_HOST', env)).toMatchObject({ from: 'configuration file' })
    expect(sourceOf('TILLGATE_VAULT_KEY', env)).toEqual({
      variable: 'TILLGATE_VAULT_KEY',
      secret: true,
      from: 'environment',
      form: 'file',
    })
    expect(sourceOf('TILLGATE_DATA_DIR', env)).toMatchObject({ from: 'default' })
  })

  it('may name files and commands of secrets', async () => {
    const key = await file('third-key', KEY)
    const path = await file('conf-of-files', `TILLGATE_VAULT_KEY_FILE=${key}\n`)
    const settled = settleSettings({ TILLGATE_CONFIG: path })
    expect(settled).toMatchObject({ faults: [], env: { TILLGATE_VAULT_KEY: KEY } })
  })

  it('is refused with its lines and names that are wrong', async () => {
    const path = await file('wrong-conf', 'TILLGATE_PROT=1\nnothing\nTILLGATE_CONFIG=/a\n')
    expect(settleSettings({ TILLGATE_CONFIG: path }).faults).toEqual([
      `TILLGATE_CONFIG (${path}): line 2 is not NAME=value`,
      `TILLGATE_CONFIG (${path}): there is no setting TILLGATE_PROT`,
      `TILLGATE_CONFIG (${path}): TILLGATE_CONFIG is a variable of the environment alone`,
    ])
  })

  it('that is not there ends the start', () => {
    expect(settleSettings({ TILLGATE_CONFIG: '/no/such' }).faults).toEqual([
      'TILLGATE_CONFIG: /no/such is not there',
    ])
  })

  it('is warned of where it holds a secret and everybody may read it', async () => {
    const open = await file('open-conf', `TILLGATE_VAULT_KEY=${KEY}\n`, 0o644)
    const plain = await file('plain-conf', 'TILLGATE_PORT=9000\n', 0o644)
    expect(settleSettings({ TILLGATE_CONFIG: open }).warnings).toHaveLength(1)
    expect(settleSettings({ TILLGATE_CONFIG: plain }).warnings).toEqual([])
  })
})
