/** An object of JSON of another server, whose members are unknown. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Longer texts of an answer are not kept: the interface has `resultDetails` up to this length. */
export const MAX_TEXT = 2048

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The text at a dotted path of member names; `undefined` where there is no text. */
export function textAt(value: unknown, path: string): string | undefined {
  const found = memberAt(value, path)
  return typeof found === 'string' && found.length <= MAX_TEXT ? found : undefined
}

/** What is at a dotted path of member names. */
export function memberAt(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>(memberOf, value)
}

/** A member of its own, or nothing: what an object inherits is no part of an answer. */
export function memberOf(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

/** Another server must not send shoppers to `javascript:` or into an app. */
export function isWebAddress(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
}

/** What a text of JSON says; `undefined`: it is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
