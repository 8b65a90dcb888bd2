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

/** Every setting, the entity's own first, then those in force, then those that nothing sets. */
export function settingRows(
  inForce: Settings,
  own: Settings,
  known: readonly string[] = [],
): readonly SettingRow[] {
  const names = [...new Set([...Object.keys(own), ...Object.keys(inForce), ...known])]
  return names.map((name) => ({
    name,
    value: name in own ? own[name] : inForce[name],
    isOwn: name in own,
  }))
}

/** The entity's own settings with one changed; without a value it is inherited again. */
export function withSetting(own: Settings, name: string, value?: unknown): Settings {
  const { [name]: _, ...others } = own
  return value === undefined ? others : { ...own, [name]: value }
}
