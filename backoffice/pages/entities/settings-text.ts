export type Settings = Readonly<Record<string, unknown>>

/** Settings as people write them: JSON, each member on a line of its own. */
export function settingsText(settings: object): string {
  return JSON.stringify(settings, null, 2)
}

/** Where a text stops being JSON, in the words of the browser; `undefined`: it is JSON with members. */
export function settingsFault(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? undefined : '{ }'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** One setting: what is in force, and whether the entity sets it itself. */
export interface SettingRow {
  readonly name: string
  readonly value: unknown
  readonly isOwn: boolean
}

/** Every setting that has a value, the entity's own first. */
export function settingRows(inForce: Settings, own: Settings): readonly SettingRow[] {
  const names = [...new Set([...Object.keys(own), ...Object.keys(inForce)])]
  return names.map((name) => ({
    name,
    value: name in own ? own[name] : inForce[name],
    isOwn: name in own,
  }))
}

/** How a value is edited: by its kind. */
export type ValueKind = 'boolean' | 'number' | 'text' | 'json'

export function kindOf(value: unknown): ValueKind {
  if (typeof value === 'boolean' || typeof value === 'number') return typeof value as 'boolean'
  return typeof value === 'string' ? 'text' : 'json'
}

/** A value as it is typed. */
export function typedValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}

/** The value that a text means; `undefined`: it is none of its kind. The gateway checks the rest. */
export function readTyped(typed: string, kind: ValueKind): unknown {
  if (kind === 'text') return typed
  try {
    const value: unknown = JSON.parse(typed)
    return kind === 'json' || typeof value === kind ? value : undefined
  } catch {
    return undefined
  }
}

/** The entity's own settings with one changed; without a value it is inherited again. */
export function withSetting(own: Settings, name: string, value?: unknown): Settings {
  const { [name]: _, ...others } = own
  return value === undefined ? others : { ...own, [name]: value }
}
