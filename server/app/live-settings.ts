import { featureSettingsFaults } from '../compose.ts'
import { readTlsIdentity } from '../http/transport-certificate.ts'
import { type Config, SETTINGS } from '../kernel/settings/config.ts'

/** What is missing for a start and does not show in the settings alone, one line each. */
export async function missingLiveSettings(config: Config): Promise<readonly string[]> {
  const transport = transportMissing(config)
  const identity = await readTlsIdentity(config).catch((error: Error) => error)
  return [
    ...(transport === undefined ? [] : [transport]),
    ...(identity instanceof Error ? [identity.message] : []),
    ...(await featureSettingsFaults(config)),
  ]
}

/** A live gateway that no request can reach is mostly a mistake, found when the first payment fails. */
function transportMissing(config: Config): string | undefined {
  const { environment, tlsCert, trustProxy, allowNoTls } = config
  if (environment === 'test' || tlsCert !== null || trustProxy.length > 0) return undefined
  if (allowNoTls) return undefined
  const name = (key: 'tlsCert' | 'tlsKey' | 'trustProxy' | 'allowNoTls') => SETTINGS[key].variable
  return `live serves https alone: set ${name('tlsCert')} and ${name('tlsKey')}, or ${name('trustProxy')} for a proxy that ends TLS; ${name('allowNoTls')}=true starts all the same, for health checks alone`
}

/** What a live gateway cannot do with its settings, one line each; logged at start. */
export function unsupportedInLive(config: Config): readonly string[] {
  if (config.environment === 'test') return []
  return [
    ...(config.externalUrl === null ? [NO_RECEIVER] : []),
    ...(config.directoryUrl === null ? [NO_DIRECTORY] : []),
    ...undecryptedWallets(config),
    NOT_YET,
  ]
}

const { externalUrl, externalToken, externalEntity } = SETTINGS
const NO_RECEIVER = `take payments of channels without the setting routing: each is refused with 600.200.201 until that names a connector account, or ${externalUrl.variable}, ${externalToken.variable} and ${externalEntity.variable} name a server to forward them to`

const NO_DIRECTORY = `authenticate cardholders (3-D Secure) until ${SETTINGS.directoryUrl.variable} names a directory server: send the proof of your own 3-D Secure server`

/** The one of these that an operator can change, for the log and /readyz. */
export function receiverWarning({ environment, externalUrl }: Config): string | undefined {
  if (environment === 'test' || externalUrl !== null) return undefined
  return `This gateway cannot ${NO_RECEIVER}`
}

function undecryptedWallets(config: Config): readonly string[] {
  const { applePayKey, applePayCert, googlePayKey } = config
  return [
    ...(applePayKey === null ? [NO_APPLE_PAY] : applePayCert === null ? [NO_APPLE_BUTTON] : []),
    ...(googlePayKey === null ? [NO_GOOGLE_PAY] : []),
    NO_SAMSUNG_PAY,
  ]
}

const NO_APPLE_PAY = `decrypt tokens of Apple Pay until ${SETTINGS.applePayMerchant.variable}, _KEY and _ROOT are set: send their decrypted data`
const NO_APPLE_BUTTON = `show the widget's Apple Pay button until ${SETTINGS.applePayCert.variable} and _KEY are set`
const NO_GOOGLE_PAY = `decrypt tokens of Google Pay until ${SETTINGS.googlePayMerchant.variable}, _KEY and _ROOTS are set: send their decrypted data`
const NO_SAMSUNG_PAY = 'decrypt tokens of Samsung Pay: send their decrypted data'

/** Of this version, however it is set up. */
const NOT_YET =
  'hear of payouts and chargebacks of what it forwards to another gateway: bring the files of the acquirer there (accounts at Stripe and Adyen tell theirs)'
