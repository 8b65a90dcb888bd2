import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createSimulatedProvider } from '../../../sandbox/wallets/provider.ts'
import { readConfig } from '../../kernel/settings/read-config.ts'
import { localhostIdentity } from '../../testing/certificate.fixture.ts'
import { pointOf, spkiOf } from './p256.ts'
import { merchantIdentityOf, walletKeysOf, widgetWallets } from './wallet-keys.ts'
import { makeToken, NOW_MS, vaultOf } from './wallets.fixture.ts'
import { createWallets } from './wallets.ts'

const MERCHANT = 'merchant.tillgate.test'
const vault = vaultOf('this one')
const { applePay, googlePay } = await createSimulatedProvider(vault).walletKeys()
const pemOf = (key: KeyObject) => key.export({ format: 'pem', type: 'pkcs8' }).toString()
const rootsUntil = (nowMs: number) => ({
  keys: googlePay.rootKeys.map(({ publicKey }) => ({
    keyValue: spkiOf(publicKey).toString('base64'),
    protocolVersion: 'ECv2',
    keyExpiration: String(nowMs),
  })),
})
const FILES = {
  APPLE_PAY_KEY: pemOf(applePay.privateKey),
  APPLE_PAY_ROOT: applePay.rootCertificate.toString(),
  GOOGLE_PAY_KEY: pemOf(googlePay.privateKey),
  GOOGLE_PAY_ROOTS: JSON.stringify(rootsUntil(NOW_MS + 1)),
}

function configOf(env: Record<string, string>) {
  const config = readConfig(env)
  if ('faults' in config) throw new Error(config.faults.join())
  return config
}

/** What the settings say that name files with these texts. */
async function keysOf(changed: Partial<typeof FILES> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'tillgate-keys-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const env: Record<string, string> = {
    TILLGATE_APPLE_PAY_MERCHANT: MERCHANT,
    TILLGATE_GOOGLE_PAY_MERCHANT: 'tillgate',
  }
  for (const [name, text] of Object.entries({ ...FILES, ...changed })) {
    env[`TILLGATE_${name}`] = join(folder, name)
    await writeFile(join(folder, name), text)
  }
  return walletKeysOf(configOf(env), NOW_MS)
}

describe('the keys for wallets in live', () => {
  it('are those in the files of the settings, and open tokens for the merchant', async () => {
    const keys = await keysOf()
    // The simulated provider makes its tokens for a gateway.
    expect(keys.googlePay?.recipientId).toBe('merchant:tillgate')
    const liveKeys = {
      ...keys,
      googlePay: { ...googlePay, ...keys.googlePay, recipientId: googlePay.recipientId },
    }
    const wallets = createWallets({ vault, liveKeys })
    for (const wallet of ['applePay', 'googlePay'] as const) {
      const card = await wallets.decrypt(wallet, await makeToken(wallet), NOW_MS)
      expect(card).toMatchObject({ number: '4200000000000000' })
    }
  })

  it('are none without the settings', async () => {
    expect(await walletKeysOf(configOf({}))).toEqual({})
  })

  it('let the widget know whom it pays, and for which key tokens of Google Pay are encrypted', async () => {
    const keys = await keysOf()
    const publicKey = pointOf(createPublicKey(googlePay.privateKey)).toString('base64')
    const ofGoogle = { googlePay: { merchantId: 'tillgate', publicKey } }
    expect(widgetWallets(keys, true)).toEqual({ applePay: { merchantId: MERCHANT }, ...ofGoogle })
    expect(widgetWallets(keys, false)).toEqual(ofGoogle)
    expect(widgetWallets({}, true)).toEqual({})
  })

  it.each<[string, Partial<typeof FILES>]>([
    ['no PEM', { APPLE_PAY_KEY: 'secret of somebody' }],
    ['a certificate for a key', { APPLE_PAY_KEY: FILES.APPLE_PAY_ROOT }],
    ['a key of another curve', { APPLE_PAY_KEY: keyOf('P-384') }],
    ['a key for a certificate', { APPLE_PAY_ROOT: FILES.APPLE_PAY_KEY }],
    ['a key of another curve', { GOOGLE_PAY_KEY: keyOf('P-384') }],
    ['no JSON', { GOOGLE_PAY_ROOTS: 'secret of somebody' }],
    ['of keys that have expired', { GOOGLE_PAY_ROOTS: JSON.stringify(rootsUntil(NOW_MS)) }],
  ])('stop the start where a file is %s, and show nothing of it', async (_case, changed) => {
    const error = await keysOf(changed).catch((cause: Error) => cause)
    expect(error).toBeInstanceOf(Error)
    expect(String(error)).toContain(`TILLGATE_${Object.keys(changed)[0]} names `)
    expect(String(error)).not.toMatch(/secret of|BEGIN/)
  })
})

describe('the certificate for merchant sessions', () => {
  async function identityOf(files: { readonly cert: string; readonly key: string }) {
    const folder = await mkdtemp(join(tmpdir(), 'tillgate-keys-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    await writeFile(join(folder, 'cert.pem'), files.cert)
    await writeFile(join(folder, 'key.pem'), files.key)
    const config = configOf({
      TILLGATE_APPLE_PAY_MERCHANT: MERCHANT,
      TILLGATE_APPLE_PAY_KEY: join(folder, 'key.pem'),
      TILLGATE_APPLE_PAY_ROOT: join(folder, 'cert.pem'),
      TILLGATE_APPLE_PAY_CERT: join(folder, 'cert.pem'),
      TILLGATE_APPLE_PAY_CERT_KEY: join(folder, 'key.pem'),
    })
    return merchantIdentityOf(config)
  }

  it('is the one of the settings, with its key', async () => {
    const own = await localhostIdentity()
    expect(await identityOf(own)).toEqual({ merchantId: MERCHANT, tls: own })
  })

  it('stops the start where the key is that of another', async () => {
    const { cert } = await localhostIdentity()
    const error = await identityOf({ cert, key: keyOf('P-256') }).catch((cause: Error) => cause)
    expect(String(error)).toMatch(/TILLGATE_APPLE_PAY_CERT_KEY names .* no private key of the cert/)
    expect(String(error)).not.toContain('BEGIN')
  })
})

function keyOf(namedCurve: string): string {
  return pemOf(generateKeyPairSync('ec', { namedCurve }).privateKey)
}
