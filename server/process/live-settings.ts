import { type Config, SETTINGS } from '../engine/settings/config.ts'
import { readTlsIdentity } from '../wire/http/transport-certificate.ts'
import { directoryOf } from './three-ds.ts'
import { applePayKeysOf, merchantIdentityOf } from './wallet-keys.ts'

/** What is missing for a start and does not show in the settings alone, one line each. */
export async function missingLiveSettings(config: Config): Promise<readonly string[]> {
  const transport = transportMissing(config)
  const files = await Promise.all([
    readTlsIdentity(config).catch((error: Error) => error),
    directoryOf(config).catch((error: Error) => error),
    applePayKeysOf(config).catch((error: Error) => error),
    merchantIdentityOf(config).catch((error: Error) => error),
  ])
  return [
    ...(transport === undefined ? [] : [transport]),
    ...files.flatMap((read) => (read instanceof Error ? [read.message] : [])),
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
    config.applePayKey === null ? NO_WALLETS : ONLY_APPLE_PAY,
    NOT_YET,
  ]
}

const { externalUrl, externalToken, externalEntity } = SETTINGS
const NO_RECEIVER = `take payments: each is refused with 600.200.201 until ${externalUrl.variable}, ${externalToken.variable} and ${externalEntity.variable} name a server to forward them to`

const NO_DIRECTORY = `authenticate cardholders (3-D Secure) until ${SETTINGS.directoryUrl.variable} names a directory server: send the proof of your own 3-D Secure server`

/** The one of these that an operator can change, for the log and /readyz. */
export function receiverWarning({ environment, externalUrl }: Config): string | undefined {
  if (environment === 'test' || externalUrl !== null) return undefined
  return `This gateway cannot ${NO_RECEIVER}`
}

const { applePayMerchant, applePayKey, applePayRoot } = SETTINGS
const NO_WALLETS = `decrypt the tokens of mobile wallets: send their decrypted data, or set ${applePayMerchant.variable}, ${applePayKey.variable} and ${applePayRoot.variable} for those of Apple Pay`
const ONLY_APPLE_PAY =
  'decrypt the tokens of mobile wallets other than Apple Pay: send their decrypted data'

/** Of this version, however it is set up. */
const NOT_YET = 'settle, report and receive chargebacks: that stays with the acquirer'
