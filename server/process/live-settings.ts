import { type Config, SETTINGS } from '../engine/settings/config.ts'
import { readTlsIdentity } from '../wire/http/transport-certificate.ts'

/** What a start lacks that the settings alone do not show, one line each. */
export async function missingLiveSettings(config: Config): Promise<readonly string[]> {
  const transport = transportMissing(config)
  const identity = await readTlsIdentity(config).catch((error: Error) => error)
  return [
    ...(transport === undefined ? [] : [transport]),
    ...(identity instanceof Error ? [identity.message] : []),
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
  return [...(config.externalUrl === null ? [NO_RECEIVER] : []), ...NOT_YET]
}

const { externalUrl, externalToken, externalEntity } = SETTINGS
const NO_RECEIVER = `take payments: each is refused with 600.200.201 until ${externalUrl.variable}, ${externalToken.variable} and ${externalEntity.variable} name a server to forward them to`

/** The one of these that an operator can change, for the log and /readyz. */
export function receiverWarning({ environment, externalUrl }: Config): string | undefined {
  if (environment === 'test' || externalUrl !== null) return undefined
  return `This gateway cannot ${NO_RECEIVER}`
}

/** Of this version, however it is set up. */
const NOT_YET = [
  'decrypt the tokens of mobile wallets: send their decrypted data',
  'authenticate cardholders (3-D Secure): send the proof of your own 3-D Secure server',
  'tell merchants what changes later (webhooks, notificationUrl): they read the status',
  'settle, report and receive chargebacks: that stays with the acquirer',
] as const
