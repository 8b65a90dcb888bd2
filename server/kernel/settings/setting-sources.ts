import { SETTINGS, type Setting } from './config.ts'
import { readConfigFile } from './config-file.ts'
import { type ReadText, readCommand, readSettingsFile } from './secret-values.ts'

/** Names the configuration file. Of the environment alone. */
export const CONFIG_FILE = 'TILLGATE_CONFIG'

export type Env = Readonly<Record<string, string | undefined>>

/** How a setting may be given: itself or, of a secret, as a file that holds it or a command that prints it. */
export type SettingForm = 'value' | 'file' | 'command'

/** Where the value of a setting comes from. It never holds the value. */
export interface SettingSource {
  readonly variable: string
  readonly secret: boolean
  /** `default`: it is set nowhere. */
  readonly from: 'environment' | 'configuration file' | 'default'
  readonly form: SettingForm
}

/** The settings as they are named, before secrets are read from files and commands. */
export interface NamedSettings {
  /** Those of the environment, and those of the configuration file that it does not set. */
  readonly env: Env
  readonly sources: readonly SettingSource[]
  /** Names that the configuration file sets. */
  readonly inFile: readonly string[]
  /** Why a start has to end, a line each. */
  readonly faults: readonly string[]
  readonly warnings: readonly string[]
}

/** The settings with each secret as its own variable, as `readConfig` takes them. */
export type SettledSettings = Omit<NamedSettings, 'inFile'> & {
  /** Variables whose value could not be read, so that they are not named as missing besides. */
  readonly unread: readonly string[]
}

const ENDINGS = { value: '', file: '_FILE', command: '_COMMAND' } as const
const FORMS = ['value', 'file', 'command'] as const

/** The names under which a setting may be given. */
export function namesOf({ variable, secret }: Pick<Setting<unknown>, 'variable' | 'secret'>) {
  return secret ? FORMS.map((form) => variable + ENDINGS[form]) : [variable]
}

/** Every name that a setting may have in the environment. */
export const SETTING_NAMES: readonly string[] = [
  CONFIG_FILE,
  ...Object.values(SETTINGS).flatMap(namesOf),
]

const isGiven = (env: Env, name: string) => (env[name]?.trim() ?? '') !== ''

/**
 * Reads the configuration file, if the environment names one. A setting of the environment, in whatever form, comes
 * before that of the file, in whatever form.
 */
export function nameSettings(env: Env): NamedSettings {
  const file = fileOf(env)
  const merged: Record<string, string | undefined> = { ...env }
  const sources: SettingSource[] = []
  const faults = [...file.faults]
  for (const setting of Object.values(SETTINGS)) {
    const names = namesOf(setting)
    const isOfEnvironment = names.some((name) => isGiven(env, name))
    const values: Env = isOfEnvironment ? env : Object.fromEntries(file.values)
    const given = names.filter((name) => isGiven(values, name))
    for (const name of given) merged[name] = values[name]
    const { variable, secret = false } = setting
    const form = FORMS.find((each) => given.includes(variable + ENDINGS[each])) ?? 'value'
    const from = isOfEnvironment ? 'environment' : 'configuration file'
    sources.push({ variable, secret, form, from: given.length === 0 ? 'default' : from })
    if (given.length > 1) faults.push(`${given.join(' and ')} are set: set one of them`)
  }
  return { env: merged, sources, inFile: [...file.values.keys()], faults, warnings: file.warnings }
}

function fileOf(env: Env) {
  const path = env[CONFIG_FILE]?.trim() ?? ''
  const none = { values: new Map<string, string>(), warnings: [], faults: [] }
  if (path === '') return none
  const read = readSettingsFile(path)
  if ('fault' in read) return { ...none, faults: [`${CONFIG_FILE}: ${read.fault}`] }
  const { values, faults } = readConfigFile(read.text)
  const unknown = [...values.keys()].filter((name) => !SETTING_NAMES.includes(name))
  const wrong = [
    ...faults,
    ...unknown.map((name) => `there is no setting ${name}`),
    ...(values.has(CONFIG_FILE) ? [`${CONFIG_FILE} is a variable of the environment alone`] : []),
  ]
  const holdsSecret = Object.values(SETTINGS).some((one) => one.secret && values.has(one.variable))
  return {
    values,
    faults: wrong.map((fault) => `${CONFIG_FILE} (${path}): ${fault}`),
    warnings: holdsSecret && read.warning !== undefined ? [read.warning] : [],
  }
}

/** Reads the secrets that are given as files and commands. Commands run, one after the other. */
export function openSecrets({ env, sources, faults, warnings }: NamedSettings): SettledSettings {
  const settled: Record<string, string | undefined> = { ...env }
  const found = { faults: [...faults], warnings: [...warnings], unread: [] as string[] }
  for (const { variable, form } of sources) {
    if (form === 'value') continue
    const name = variable + ENDINGS[form]
    const at = env[name]?.trim() ?? ''
    const read = form === 'file' ? readSettingsFile(at) : readCommand(at, env)
    const fault = 'fault' in read ? read.fault : emptyFault(read, form, at)
    if (fault !== undefined) {
      found.faults.push(`${name}: ${fault}`)
      found.unread.push(variable)
    } else if ('text' in read) {
      settled[variable] = read.text.replace(/\r?\n$/, '')
      if (read.warning !== undefined) found.warnings.push(`${name}: ${read.warning}`)
    }
  }
  return { env: settled, sources, ...found }
}

/** A secret of blanks is none, and a NUL is of another file. */
function emptyFault(read: ReadText, form: SettingForm, at: string): string | undefined {
  const text = 'text' in read ? read.text : ''
  const what = form === 'file' ? at : 'what it prints'
  if (text.trim() === '') return `${what} is empty`
  return text.includes('\0') ? `${what} is no text` : undefined
}

/** Both steps: what a start reads. */
export const settleSettings = (env: Env): SettledSettings => openSecrets(nameSettings(env))
