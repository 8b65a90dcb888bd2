/** Of a configuration file, and of a file that holds a secret: a larger one is another file. */
export const MAX_SETTINGS_FILE_BYTES = 65_536

/** What a configuration file says, or the lines of it that say nothing. Lines are counted from 1. */
export interface ReadConfigFile {
  readonly values: ReadonlyMap<string, string>
  readonly faults: readonly string[]
}

const LINE = /^(?:export\s+)?([A-Z][A-Z0-9_]*)\s*=(.*)$/

/**
 * Reads `NAME=value` lines, as systemd's EnvironmentFile has them: empty lines and those that begin with # are passed
 * over, a value may stand in quotes, nothing is replaced in it. Faults name the line, never what it holds.
 */
export function readConfigFile(text: string): ReadConfigFile {
  const values = new Map<string, string>()
  const faults: string[] = []
  for (const [at, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    const bare = line.trim()
    if (bare === '' || bare.startsWith('#')) continue
    const [, name, given = ''] = LINE.exec(bare) ?? []
    const value = unquoted(given.trim())
    if (name === undefined) faults.push(`line ${at + 1} is not NAME=value`)
    else if (value === undefined)
      faults.push(`line ${at + 1} (${name}) has a quote without its pair`)
    else if (values.has(name)) faults.push(`line ${at + 1} sets ${name} again`)
    else values.set(name, value)
  }
  return { values, faults }
}

function unquoted(text: string): string | undefined {
  const [quote = ''] = text
  if (quote !== '"' && quote !== "'") return text
  return text.length > 1 && text.endsWith(quote) ? text.slice(1, -1) : undefined
}
