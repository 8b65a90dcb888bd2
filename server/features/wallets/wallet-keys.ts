import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { WidgetSession } from '../../../common/widget-wire.ts'
import { type Config, SETTINGS } from '../../kernel/settings/config.ts'
import { systemClock } from '../../kernel/timers/clock.ts'
import type { ApplePayKeys } from './apple-pay.ts'
import type { GooglePayKeys } from './google-pay.ts'
import { PROTOCOL_VERSION } from './google-pay-format.ts'
import { readGoogleRootKeys } from './google-root-keys.ts'
import type { MerchantIdentity } from './merchant-session.ts'
import { assertKeyOfP256, pointOf } from './p256.ts'
import type { LiveWalletKeys } from './wallets.ts'

/** Whom Google makes `DIRECT` tokens for. */
const MERCHANT_PREFIX = 'merchant:'

/**
 * The keys for tokens of wallets in live that the settings name; tokens of the others are refused there.
 * Rejects with one line that names the setting and never shows what is in a file.
 *
 * @param nowMs when one of the root keys for Google Pay must be in force
 */
export async function walletKeysOf(
  config: Config,
  nowMs = systemClock.now(),
): Promise<LiveWalletKeys> {
  const [applePay, googlePay] = await Promise.all([
    applePayKeysOf(config),
    googlePayKeysOf(config, nowMs),
  ])
  return { ...(applePay && { applePay }), ...(googlePay && { googlePay }) }
}

async function applePayKeysOf(config: Config): Promise<ApplePayKeys | undefined> {
  const { applePayMerchant: merchantId, applePayKey: keyPath, applePayRoot: rootPath } = config
  if (merchantId === null || keyPath === null || rootPath === null) return undefined
  const [privateKey, rootCertificate] = await Promise.all([
    readKey('applePayKey', keyPath),
    readNamed('applePayRoot', rootPath, 'no certificate', (text) => new X509Certificate(text)),
  ])
  return { merchantId, privateKey, rootCertificate }
}

async function googlePayKeysOf(config: Config, nowMs: number): Promise<GooglePayKeys | undefined> {
  const { googlePayMerchant: merchantId, googlePayKey, googlePayRoots } = config
  if (merchantId === null || googlePayKey === null || googlePayRoots === null) return undefined
  const fault = `no file of root signing keys of Google (${PROTOCOL_VERSION}) with one that is in force`
  const [privateKey, rootKeys] = await Promise.all([
    readKey('googlePayKey', googlePayKey),
    readNamed('googlePayRoots', googlePayRoots, fault, (text) => readGoogleRootKeys(text, nowMs)),
  ])
  return { recipientId: `${MERCHANT_PREFIX}${merchantId}`, privateKey, rootKeys }
}

/** What the widget needs to know of the wallets that a live gateway takes: nothing of it is secret. */
export function widgetWallets(
  { applePay, googlePay }: LiveWalletKeys,
  getsMerchantSessions: boolean,
): NonNullable<WidgetSession['wallets']> {
  return {
    ...(applePay && getsMerchantSessions && { applePay: { merchantId: applePay.merchantId } }),
    ...(googlePay && {
      googlePay: {
        merchantId: googlePay.recipientId.slice(MERCHANT_PREFIX.length),
        publicKey: pointOf(createPublicKey(googlePay.privateKey)).toString('base64'),
      },
    }),
  }
}

/**
 * With what Apple is asked for merchant sessions; `undefined`: the settings name no certificate. Rejects
 * with one line as `walletKeysOf` does.
 */
export async function merchantIdentityOf(config: Config): Promise<MerchantIdentity | undefined> {
  const { applePayMerchant: merchantId, applePayCert, applePayCertKey } = config
  if (merchantId === null || applePayCert === null || applePayCertKey === null) return undefined
  const certificate = await readNamed('applePayCert', applePayCert, 'no certificate', (text) => ({
    text,
    read: new X509Certificate(text),
  }))
  const fault = 'no private key of the certificate without a passphrase'
  const key = await readNamed('applePayCertKey', applePayCertKey, fault, (text) => {
    if (!certificate.read.checkPrivateKey(createPrivateKey(text))) throw new Error(fault)
    return text
  })
  return { merchantId, tls: { cert: certificate.text, key } }
}

/** The settings that name files. */
type FileSetting =
  | 'applePayKey'
  | 'applePayRoot'
  | 'applePayCert'
  | 'applePayCertKey'
  | 'googlePayKey'
  | 'googlePayRoots'

function readKey(setting: FileSetting, path: string): Promise<KeyObject> {
  return readNamed(setting, path, 'no private key of P-256 without a passphrase', (text) => {
    const key = createPrivateKey(text)
    assertKeyOfP256(key)
    return key
  })
}

async function readNamed<Read>(
  setting: FileSetting,
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
