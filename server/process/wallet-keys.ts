import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type Config, SETTINGS } from '../engine/settings/config.ts'
import type { ApplePayKeys } from '../methods/wallets/apple-pay.ts'
import type { MerchantIdentity } from '../methods/wallets/merchant-session.ts'
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

/**
 * With what Apple is asked for merchant sessions; `undefined`: the settings name no certificate. Rejects
 * with one line as `applePayKeysOf` does.
 */
export async function merchantIdentityOf(config: Config): Promise<MerchantIdentity | undefined> {
  const { applePayMerchant: merchantId, applePayCert, applePayCertKey } = config
  if (merchantId === null || applePayCert === null || applePayCertKey === null) return undefined
  const certificate = await readPem('applePayCert', applePayCert, 'no certificate', (text) => ({
    text,
    read: new X509Certificate(text),
  }))
  const fault = 'no private key of the certificate without a passphrase'
  const key = await readPem('applePayCertKey', applePayCertKey, fault, (text) => {
    if (!certificate.read.checkPrivateKey(createPrivateKey(text))) throw new Error(fault)
    return text
  })
  return { merchantId, tls: { cert: certificate.text, key } }
}

async function readPem<Read>(
  setting: 'applePayKey' | 'applePayRoot' | 'applePayCert' | 'applePayCertKey',
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
