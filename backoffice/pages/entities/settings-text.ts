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

/** Members that are in force and that the entity does not set itself: what it inherits. */
export function inherited(
  inForce: Readonly<Record<string, unknown>>,
  own: Readonly<Record<string, unknown>>,
): readonly (readonly [name: string, value: string])[] {
  return Object.entries(inForce)
    .filter(([name]) => !(name in own))
    .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)])
}
