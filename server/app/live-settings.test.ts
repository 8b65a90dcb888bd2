import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Config } from '../kernel/settings/config.ts'
import { readConfig } from '../kernel/settings/read-config.ts'
import { databaseFiles } from '../store/testing/database-files.ts'
import { LIVE_VAULT_KEY } from '../testing/live-key.ts'
import { missingLiveSettings, receiverWarning, unsupportedInLive } from './live-settings.ts'

const newFile = databaseFiles()

const LIVE = {
  TILLGATE_ENV: 'live',
  TILLGATE_BASE_URL: 'https://pay.example.com',
  TILLGATE_VAULT_KEY: LIVE_VAULT_KEY,
}

function configOf(env: Record<string, string>): Config {
  const config = readConfig(env)
  if ('faults' in config) throw new Error(config.faults.join())
  return config
}

const RECEIVER = {
  TILLGATE_EXTERNAL_URL: 'https://processor.example',
  TILLGATE_EXTERNAL_TOKEN: 'a-token-of-the-processor',
  TILLGATE_EXTERNAL_ENTITY: 'a'.repeat(32),
}

describe('a live start', () => {
  it('without certificate and trusted proxy is refused, and says what to set', async () => {
    const [line, ...more] = await missingLiveSettings(configOf(LIVE))
    expect(more).toEqual([])
    for (const name of ['TLS_CERT', 'TLS_KEY', 'TRUST_PROXY', 'ALLOW_NO_TLS=true']) {
      expect(line).toContain(`TILLGATE_${name}`)
    }
  })

  it.each([{ TILLGATE_TRUST_PROXY: 'loopback' }, { TILLGATE_ALLOW_NO_TLS: 'true' }])(
    'is not refused with %o',
    async (env) => expect(await missingLiveSettings(configOf({ ...LIVE, ...env }))).toEqual([]),
  )

  it('names unusable certificate files before it opens the database', async () => {
    const cert = newFile()
    await writeFile(cert, 'no certificate')
    const env = { ...LIVE, TILLGATE_TLS_CERT: cert, TILLGATE_TLS_KEY: join(cert, 'absent') }
    expect(await missingLiveSettings(configOf(env))).toEqual([
      expect.stringMatching(/^TILLGATE_TLS_KEY is .*cannot be read/),
    ])
  })

  it('names files of the directory server that are none', async () => {
    const ca = newFile()
    await writeFile(ca, 'no certificate')
    const env = {
      TILLGATE_DIRECTORY_URL: 'https://directory.example/areq',
      TILLGATE_DIRECTORY_CA: ca,
    }
    expect(
      await missingLiveSettings(configOf({ ...LIVE, ...env, TILLGATE_TRUST_PROXY: 'loopback' })),
    ).toEqual([`TILLGATE_DIRECTORY_CA names ${ca}, which is no PEM file`])
  })

  it('authenticates cardholders when a directory server is configured', () => {
    const env = { ...LIVE, TILLGATE_DIRECTORY_URL: 'https://directory.example/areq' }
    expect(unsupportedInLive(configOf(LIVE)).join()).toContain('3-D Secure')
    expect(unsupportedInLive(configOf(env)).join()).not.toContain('3-D Secure')
  })

  it('takes the wallets whose keys are configured, and says what the others need', () => {
    const apple = {
      TILLGATE_APPLE_PAY_MERCHANT: 'merchant.com.example',
      TILLGATE_APPLE_PAY_KEY: 'key.pem',
      TILLGATE_APPLE_PAY_ROOT: 'root.pem',
    }
    const session = { TILLGATE_APPLE_PAY_CERT: 'c.pem', TILLGATE_APPLE_PAY_CERT_KEY: 'k.pem' }
    const google = {
      TILLGATE_GOOGLE_PAY_MERCHANT: 'BCR2DN4TZZZZZZZZ',
      TILLGATE_GOOGLE_PAY_KEY: 'key.pem',
      TILLGATE_GOOGLE_PAY_ROOTS: 'keys.json',
    }
    const missing = (env: Record<string, string>) =>
      unsupportedInLive(configOf({ ...LIVE, ...env }))
        .map((line) => /(APPLE|GOOGLE|Samsung)[ _A-Za-z]+/.exec(line)?.[0])
        .filter(Boolean)
    expect(missing({})).toEqual(['APPLE_PAY_MERCHANT', 'GOOGLE_PAY_MERCHANT', 'Samsung Pay'])
    expect(missing(apple)).toEqual([
      'APPLE_PAY_CERT and _KEY are set',
      'GOOGLE_PAY_MERCHANT',
      'Samsung Pay',
    ])
    expect(missing({ ...apple, ...session, ...google })).toEqual(['Samsung Pay'])
  })

  it('lists what live cannot do, and that it needs an account or a gateway to forward payments to', () => {
    const withReceiver = unsupportedInLive(configOf({ ...LIVE, ...RECEIVER }))
    expect(withReceiver.join()).toMatch(/3-D Secure.*Apple Pay.*chargebacks/)
    const [first, ...others] = unsupportedInLive(configOf(LIVE))
    expect(first).toMatch(
      /^take payments of channels .*600\.200\.201 until .* or TILLGATE_EXTERNAL_URL, /,
    )
    expect(others).toEqual(withReceiver)
    expect(receiverWarning(configOf(LIVE))).toBe(`This gateway cannot ${first}`)
    expect(receiverWarning(configOf({ ...LIVE, ...RECEIVER }))).toBeUndefined()
  })
})

it('the test environment starts without TLS and without warnings', async () => {
  const config = configOf({})
  expect(await missingLiveSettings(config)).toEqual([])
  expect([...unsupportedInLive(config), receiverWarning(config)]).toEqual([undefined])
})
