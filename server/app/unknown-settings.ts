import { SETTINGS } from '../kernel/settings/config.ts'
import { SETTING_NAMES } from '../kernel/settings/setting-sources.ts'
import { closestName } from '../parameters/similar-names.ts'

/** How many unknown variables are named; further ones are counted. */
const MAX_NAMED = 10

/**
 * One line about variables that look like settings and are none, each with the name that was probably
 * meant; `undefined` when there are none. Values are not shown: one of them may be a secret.
 */
export function unknownSettings(
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const unknown = Object.keys(env)
    .filter((name) => name.startsWith('TILLGATE_') && !SETTING_NAMES.includes(name))
    .sort()
  if (unknown.length === 0) return undefined
  const named = unknown.slice(0, MAX_NAMED).map(withNearName)
  const further = unknown.length - named.length
  const all = further === 0 ? named : [...named, `${further} more`]
  return `no such setting, ignored: ${all.join(', ')}`
}

/**
 * Why a start ends whose variable for the environment is misspelt: it would serve a live database in test.
 * `undefined`: no such variable says `live`.
 */
export function misspeltLive(
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const { variable } = SETTINGS.environment
  const [name] =
    Object.entries(env).find(
      ([each, value]) =>
        !SETTING_NAMES.includes(each) && /^T\w*GATE/i.test(each) && value?.trim() === 'live',
    ) ?? []
  return name && `${name} is live and no setting: ${variable} was probably meant`
}

/** Settings that a test environment seldom has. */
const OF_LIVE = [
  'vaultKey',
  'trustProxy',
  'tlsCert',
  'allowNoTls',
  'allowTestDatabase',
  'externalUrl',
  'directoryUrl',
  'applePayKey',
  'applePayCert',
  'googlePayKey',
] as const satisfies readonly (keyof typeof SETTINGS)[]

/**
 * One line where nobody has said that this is the test environment and settings of live are there;
 * `undefined` where all is well.
 */
export function liveSettingsInTest(
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const isSet = (variable: string) => (env[variable]?.trim() ?? '') !== ''
  const { variable } = SETTINGS.environment
  const given = OF_LIVE.map((key) => SETTINGS[key].variable).filter(isSet)
  if (isSet(variable) || given.length === 0) return undefined
  return (
    `${variable} is not set, so this is the test environment, which simulates payments; set as for live: ` +
    `${given.join(', ')}. Set ${variable}=live, or ${variable}=test where test is meant`
  )
}

function withNearName(name: string): string {
  const near = closestName(name, SETTING_NAMES)
  return near === undefined ? name : `${name} (${near}?)`
}
