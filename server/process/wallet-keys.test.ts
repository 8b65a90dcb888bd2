import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../engine/settings/read-config.ts'
import { createSimulatedProvider } from '../methods/wallets/simulated/provider.ts'
import { makeToken, NOW_MS, vaultOf } from '../methods/wallets/wallets.fixture.ts'
import { createWallets } from '../methods/wallets/wallets.ts'
import { localhostIdentity } from '../testing/certificate.fixture.ts'
import { applePayKeysOf, merchantIdentityOf } from './wallet-keys.ts'

const MERCHANT = 'merchant.tillgate.test'
const vault = vaultOf('this one')
const { applePay } = await createSimulatedProvider(vault).walletKeys()
const FILES = {
  key: applePay.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
  root: applePay.rootCertificate.toString(),
}

function configOf(env: Record<string, string>) {
  const config = readConfig(env)
  if ('faults' in config) throw new Error(config.faults.join())
  return config
}

/** What the settings say that name files with these texts. */
async function keysOf(files: Partial<typeof FILES> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'tillgate-keys-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const { key, root } = { ...FILES, ...files }
  await writeFile(join(folder, 'key.pem'), key)
  await writeFile(join(folder, 'root.pem'), root)
  const config = configOf({
    TILLGATE_APPLE_PAY_MERCHANT: MERCHANT,
    TILLGATE_APPLE_PAY_KEY: join(folder, 'key.pem'),
    TILLGATE_APPLE_PAY_ROOT: join(folder, 'root.pem'),
  })
  return applePayKeysOf(config)
}

describe('the keys for Apple Pay in live', () => {
  it('are those in the files of the settings, and open tokens for the merchant', async () => {
    const keys = await keysOf()
    if (keys === undefined) throw new Error('No keys')
    const wallets = createWallets({ vault, environment: 'live', liveKeys: { applePay: keys } })
    const card = await wallets.decrypt('applePay', await makeToken('applePay'), NOW_MS)
    expect(card).toMatchObject({ number: '4200000000000000' })
  })

  it('are none without the settings', async () => {
    expect(await applePayKeysOf(configOf({}))).toBeUndefined()
  })

  it.each([
    ['no PEM', { key: 'secret of somebody' }, 'TILLGATE_APPLE_PAY_KEY'],
    ['a certificate for a key', { key: FILES.root }, 'TILLGATE_APPLE_PAY_KEY'],
    ['a key of another curve', { key: keyOf('P-384') }, 'TILLGATE_APPLE_PAY_KEY'],
    ['a key for a certificate', { root: FILES.key }, 'TILLGATE_APPLE_PAY_ROOT'],
  ])('stop the start where a file is %s, and show nothing of it', async (_case, files, name) => {
    const error = await keysOf(files).catch((cause: Error) => cause)
    expect(error).toBeInstanceOf(Error)
    expect(String(error)).toContain(`${name} names `)
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
  const { privateKey } = generateKeyPairSync('ec', { namedCurve })
  return privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
}
