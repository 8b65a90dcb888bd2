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

/** Where a value comes from that no entity sets whose name the person may read. */
export function originOf(
  { name, value }: SettingRow,
  byDefault: readonly string[],
): 'notSet' | 'byDefault' | 'inherited' {
  if (value === undefined) return 'notSet'
  return byDefault.includes(name) ? 'byDefault' : 'inherited'
}

/** The names of settings that another text of all own settings adds, changes or takes out. */
export function changedNames(own: Settings, next: Settings): readonly string[] {
  const names = [...new Set([...Object.keys(own), ...Object.keys(next)])]
  return names.filter((name) => JSON.stringify(own[name]) !== JSON.stringify(next[name]))
}

/** Settings as they are now, with what was changed in a text of earlier ones. */
export function withChanges(
  now: Settings,
  { before, after }: { readonly before: Settings; readonly after: Settings },
): Settings {
  const names = changedNames(before, after)
  const others = Object.entries(now).filter(([name]) => !names.includes(name))
  const changed = names.flatMap((name) => (name in after ? [[name, after[name]] as const] : []))
  return Object.fromEntries([...others, ...changed])
}

/**
 * What is sent to change the named settings: only those, and as they were when the page was read, so that nobody
 * overwrites what another person has set meanwhile. A name that `next` does not have is inherited again.
 */
export function settingsForm(own: Settings, next: Settings, names: readonly string[]) {
  const settings = Object.fromEntries(names.map((name) => [name, next[name] ?? null]))
  const before = Object.fromEntries(names.map((name) => [name, own[name] ?? null]))
  return { settings: JSON.stringify(settings), settingsBefore: JSON.stringify(before) }
}
