import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type Config, SETTINGS } from '../engine/settings/config.ts'
import type { ApplePayKeys } from '../methods/wallets/apple-pay.ts'
import { assertKeyOfP256 } from '../methods/wallets/p256.ts'

/**
 * The keys for tokens of Apple Pay that the settings name; `undefined`: none, and such tokens are refused in
 * live. Rejects with one line that names the setting and never shows what is in a file.
 */
export async function applePayKeysOf(config: Config): Promise<ApplePayKeys | undefined> {
  const { applePayMerchant: merchantId, applePayKey: keyPath, applePayRoot: rootPath } = config
  if (merchantId === null || keyPath === null || rootPath === null) return undefined
  const [privateKey, rootCertificate] = await Promise.all([
    readPem('applePayKey', keyPath, 'no private key of P-256 without a passphrase', (text) => {
      const key = createPrivateKey(text)
      assertKeyOfP256(key)
      return key
    }),
    readPem('applePayRoot', rootPath, 'no certificate', (text) => new X509Certificate(text)),
  ])
  return { merchantId, privateKey, rootCertificate }
}

async function readPem<Read>(
  setting: 'applePayKey' | 'applePayRoot',
  path: string,
  fault: string,
  read: (text: string) => Read,
): Promise<Read> {
  try {
    return read(await readFile(path, 'utf8'))
  } catch {
    throw new Error(`${SETTINGS[setting].variable} names ${path}, which is ${fault}`)
  }
}
