import { type Config, SETTINGS, type Setting } from './config.ts'
import { isPlaceholderKey, MIN_DIFFERENT_BYTES } from './setting-readers.ts'
import type { SettledSettings } from './setting-sources.ts'

/**
 * All reasons why the process cannot start. Each is a line that names the variable and its valid
 * values.
 */
export interface ConfigFaults {
  readonly faults: readonly string[]
  /** With defaults in place of wrong values, so that further faults can be found at the same start. */
  readonly otherwise: Config
}

/**
 * Reads every setting from the environment. An empty variable counts as absent, blanks around a
 * value are dropped. Every fault is named at once.
 */
export function readConfig(
  env: Readonly<Record<string, string | undefined>>,
): Config | ConfigFaults {
  const config: Record<string, unknown> = {}
  const wrong: Setting<unknown>[] = []
  const faults: string[] = []
  for (const [key, setting] of Object.entries(SETTINGS)) {
    const text = env[setting.variable]?.trim() ?? ''
    const read = text === '' ? undefined : setting.read(text)
    if (text !== '' && read === undefined) {
      wrong.push(setting)
      faults.push(wrongValue(setting, text))
    }
    // Must follow the table's order: a fallback uses the settings before it.
    config[key] = read ?? setting.fallback(config as unknown as Config)
  }
  const read = config as unknown as Config
  // A fault that was found with a default would be wrong for the value that the operator meant.
  const further = faultsBetweenSettings(read).filter(
    (fault) => !wrong.some(({ variable }) => isAbout(variable, fault)),
  )
  return faults.length + further.length === 0
    ? read
    : { faults: [...faults, ...further], otherwise: read }
}

/** As `readConfig`, of settings whose secrets were read: what could not be read is not named as missing besides. */
export function readSettled({ env, faults, unread }: SettledSettings): Config | ConfigFaults {
  const read = readConfig(env)
  if (faults.length === 0) return read
  const [otherwise, further] = 'faults' in read ? [read.otherwise, read.faults] : [read, []]
  const others = further.filter((fault) => !unread.some((name) => isAbout(name, fault)))
  return { faults: [...faults, ...others], otherwise }
}

function isAbout(variable: string, fault: string): boolean {
  return new RegExp(`\\b${variable}\\b`).test(fault)
}

/** The environment that settings name; test where they name none that there is, which `readConfig` tells. */
export function environmentIn(env: Readonly<Record<string, string | undefined>>): 'test' | 'live' {
  const { variable, read } = SETTINGS.environment
  return read(env[variable]?.trim() ?? '') ?? 'test'
}

function wrongValue(setting: Setting<unknown>, text: string): string {
  const shown = setting.secret ? '' : ` is ${JSON.stringify(text)}, it`
  return `${setting.variable}${shown} must be ${setting.expected}`
}

/** Faults that only several settings together show. */
function faultsBetweenSettings(config: Config): readonly string[] {
  const faults = [
    rehearsalFault(config),
    shopPortFault(config),
    tlsFault(config),
    httpPortFault(config),
    receiverFault(config),
    directoryFault(config),
    applePayFault(config),
    googlePayFault(config),
    merchantSessionFault(config),
    demoFault(config),
    mailFault(config),
    ...vaultKeyFaults(config),
    ...(config.environment === 'live' ? liveFaults(config) : []),
  ]
  return faults.filter((fault) => fault !== undefined)
}

function shopPortFault({ shopPort, port }: Config): string | undefined {
  if (shopPort !== port) return undefined
  return `TILLGATE_SHOP_PORT is ${port}, the gateway's own port; it must be another one`
}

function mailFault({ smtpServer, mailFrom, smtpUser, smtpPassword }: Config): string | undefined {
  if ((smtpServer === null) !== (mailFrom === null)) {
    return 'TILLGATE_SMTP_SERVER and TILLGATE_MAIL_FROM must be set together'
  }
  if ((smtpUser === null) !== (smtpPassword === null)) {
    return 'TILLGATE_SMTP_USER and TILLGATE_SMTP_PASSWORD must be set together'
  }
  return smtpUser !== null && smtpServer === null
    ? 'TILLGATE_SMTP_USER belongs to a mail server: TILLGATE_SMTP_SERVER must be set as well'
    : undefined
}

function liveFaults(config: Config): readonly (string | undefined)[] {
  const { vaultKey, baseUrl, tlsCert, database } = config
  return [
    vaultKey === null
      ? `TILLGATE_VAULT_KEY is missing; in live it must be ${SETTINGS.vaultKey.expected}`
      : placeholderFault(vaultKey),
    // With a certificate, `tlsFault` reports it.
    tlsCert === null && !baseUrl.startsWith('https:')
      ? `TILLGATE_BASE_URL is ${JSON.stringify(baseUrl)}; in live it must be an https address`
      : undefined,
    database.engine === 'memory'
      ? 'TILLGATE_DATABASE_URL is memory:, which forgets all payments; in live it must be sqlite:<path> or postgres://…'
      : undefined,
    config.officeUrl === null || config.officeUrl.startsWith('https:')
      ? undefined
      : `TILLGATE_OFFICE_URL is ${JSON.stringify(config.officeUrl)}; in live it must be an https address`,
    config.issuerUrl === null
      ? undefined
      : 'TILLGATE_ISSUER_URL belongs to the simulated issuer; in live it must not be set',
    config.outgoingSubnets.length === 0
      ? undefined
      : 'TILLGATE_OUTGOING_SUBNETS belongs to the simulated issuer; in live it must not be set',
    ...DEMO_SETTINGS.filter((key) => config[key]).map(
      (key) => `${SETTINGS[key].variable} belongs to the demo; in live it must not be set`,
    ),
  ]
}

const VAULT_KEYS = [
  ['vaultKey', 'vaultKeyPart'],
  ['vaultKeyOther', 'vaultKeyOtherPart'],
] as const

/** A second part says nothing without the first one, and must not take it back. */
function vaultKeyFaults(config: Config): readonly (string | undefined)[] {
  return VAULT_KEYS.map(([whole, second]) => {
    const [key, part] = [config[whole], config[second]]
    const [name, partName] = [SETTINGS[whole].variable, SETTINGS[second].variable]
    if (part === null) return undefined
    if (key === null) return `${partName} is set without ${name}: a key of two parts needs both`
    return key.equals(part)
      ? `${partName} is the same as ${name}: they must be two keys`
      : undefined
  })
}

function placeholderFault(vaultKey: Buffer): string | undefined {
  if (!isPlaceholderKey(vaultKey)) return undefined
  return `TILLGATE_VAULT_KEY is a placeholder: a pattern, counting digits or fewer than ${MIN_DIFFERENT_BYTES} different bytes; in live it must be random: openssl rand -hex 32`
}

function rehearsalFault({ rehearsal, environment }: Config): string | undefined {
  if (!rehearsal || environment === 'live') return undefined
  return 'TILLGATE_REHEARSAL is true and TILLGATE_ENV is not live; a rehearsal has the rules of live: set TILLGATE_ENV=live'
}

function tlsFault({ tlsCert, tlsKey, baseUrl }: Config): string | undefined {
  if ((tlsCert === null) !== (tlsKey === null)) {
    const missing = tlsCert === null ? SETTINGS.tlsCert : SETTINGS.tlsKey
    return `${missing.variable} is missing; it must be ${missing.expected}`
  }
  if (tlsCert === null || baseUrl.startsWith('https:')) return undefined
  return `TILLGATE_BASE_URL is ${JSON.stringify(baseUrl)}; with TILLGATE_TLS_CERT it must be an https address`
}

function httpPortFault({ httpPort, port, shopPort, tlsCert }: Config): string | undefined {
  if (httpPort === 0) return undefined
  if (tlsCert === null) {
    return `TILLGATE_HTTP_PORT is ${httpPort}; without TILLGATE_TLS_CERT the gateway's own port speaks plain HTTP`
  }
  if (httpPort !== port && httpPort !== shopPort) return undefined
  const other = httpPort === port ? 'TILLGATE_PORT' : 'TILLGATE_SHOP_PORT'
  return `TILLGATE_HTTP_PORT is ${httpPort}, that of ${other}; it must be another one`
}

/** In live, a gateway that is its own receiver would forward each payment to itself for ever. */
function receiverFault(config: Config): string | undefined {
  const parts = [SETTINGS.externalUrl, SETTINGS.externalToken, SETTINGS.externalEntity]
  const { externalUrl, externalToken, externalEntity, environment, baseUrl } = config
  const given = [externalUrl, externalToken, externalEntity]
  const missing = parts.find((_, at) => given[at] === null)
  if (missing !== undefined && given.some((value) => value !== null)) {
    const variables = parts.map(({ variable }) => variable).join(', ')
    return `${missing.variable} is missing; it must be ${missing.expected}: ${variables} go together`
  }
  const twice = config.formerReceivers.find(({ entityId }) => entityId === externalEntity)
  if (twice !== undefined) {
    return `${SETTINGS.formerReceivers.variable} names the entity of TILLGATE_EXTERNAL_ENTITY; it must be one that payments no longer go to`
  }
  if (environment === 'test' || externalUrl !== baseUrl) return undefined
  return 'TILLGATE_EXTERNAL_URL is the address of this gateway; it must be another one in live'
}

function directoryFault(config: Config): string | undefined {
  const { directoryUrl, directoryCert, directoryKey } = config
  if ((directoryCert === null) !== (directoryKey === null)) {
    const missing = directoryCert === null ? SETTINGS.directoryCert : SETTINGS.directoryKey
    return `${missing.variable} is missing; it must be ${missing.expected}`
  }
  const set = (['directoryCa', 'directoryCert', 'directoryOperator'] as const).find(
    (key) => config[key] !== null,
  )
  if (directoryUrl !== null || set === undefined) return undefined
  return `TILLGATE_DIRECTORY_URL is missing; ${SETTINGS[set].variable} belongs to it`
}

function applePayFault(config: Config): string | undefined {
  return togetherFault(config, ['applePayMerchant', 'applePayKey', 'applePayRoot'])
}

function googlePayFault(config: Config): string | undefined {
  return togetherFault(config, ['googlePayMerchant', 'googlePayKey', 'googlePayRoots'])
}

/** What is missing where some of these settings are set and others are not. */
function togetherFault(
  config: Config,
  keys: readonly (keyof Config & keyof typeof SETTINGS)[],
): string | undefined {
  const missing = keys.find((key) => config[key] === null)
  if (missing === undefined || keys.every((key) => config[key] === null)) return undefined
  return `${SETTINGS[missing].variable} is missing; it must be ${SETTINGS[missing].expected}`
}

function merchantSessionFault(config: Config): string | undefined {
  const { applePayCert, applePayCertKey, applePayMerchant } = config
  if (applePayCert === null && applePayCertKey === null) return undefined
  const keys = ['applePayCert', 'applePayCertKey'] as const
  const missing = keys.find((key) => config[key] === null)
  if (missing !== undefined) {
    return `${SETTINGS[missing].variable} is missing; it must be ${SETTINGS[missing].expected}`
  }
  if (applePayMerchant !== null) return undefined
  return `${SETTINGS.applePayMerchant.variable} is missing; ${SETTINGS.applePayCert.variable} belongs to it`
}

function demoFault({ demoEntityId, demoLegacyEntityId }: Config): string | undefined {
  if (demoEntityId === null || demoEntityId !== demoLegacyEntityId) return undefined
  return 'TILLGATE_DEMO_LEGACY_ENTITY_ID is that of TILLGATE_DEMO_ENTITY_ID; it must be another one'
}

const DEMO_SETTINGS = ['shopPort', 'demoEntityId', 'demoLegacyEntityId', 'demoToken'] as const
