import { isJsonObject, type JsonObject } from '../../../common/json-object.ts'
import { must, step, UnusableToken } from './unusable-token.ts'

/** A token as merchants send it: the JSON text that the wallet gave, or base64 of that text. */
export function readTokenObject(token: string): JsonObject {
  const isJson = token.trimStart().startsWith('{')
  const text = isJson ? token : Buffer.from(token, 'base64').toString('utf8')
  return readObject(text, UNREADABLE)
}

const UNREADABLE =
  'is neither a JSON object nor base64 of one: send it whole and unchanged, as the wallet gave it'

/** A JSON text that must be an object. */
export function readObject(text: string, fault: string): JsonObject {
  const value: unknown = step(fault, () => JSON.parse(text))
  must(isJsonObject(value), fault)
  return value
}

export function memberObject(object: JsonObject, name: string): JsonObject {
  const value = memberOf(object, name)
  must(isJsonObject(value), `has no object ${name}`)
  return value
}

/** A text that is not empty. */
export function memberText(object: JsonObject, name: string): string {
  const value = memberOf(object, name)
  must(typeof value === 'string' && value !== '', `has no text ${name}`)
  return value
}

/** A text, or nothing where the member is absent, null or empty, as wallets write what they do not know. */
export function optionalText(object: JsonObject, name: string): string | undefined {
  const value = memberOf(object, name)
  return value === undefined || value === null || value === ''
    ? undefined
    : memberText(object, name)
}

export function memberInteger(object: JsonObject, name: string): number {
  const value = memberOf(object, name)
  must(typeof value === 'number' && Number.isSafeInteger(value), `has no integer ${name}`)
  return value
}

/** Milliseconds since 1970 that are written as a text of digits. */
export function memberTime(object: JsonObject, name: string): number {
  const text = memberText(object, name)
  must(/^[0-9]{1,15}$/.test(text), `has no time in milliseconds ${name}`)
  return Number(text)
}

/** Bytes in base64 or hex; another spelling of the same bytes would be an alteration unseen. */
export function memberBytes(
  object: JsonObject,
  name: string,
  encoding: 'base64' | 'hex' = 'base64',
): Buffer {
  return readBytes(memberText(object, name), name, encoding)
}

export function readBytes(text: string, name: string, encoding: 'base64' | 'hex'): Buffer {
  const bytes = Buffer.from(text, encoding)
  const written = bytes.toString(encoding)
  const isExact = encoding === 'hex' ? written === text.toLowerCase() : written === text
  must(isExact, `has a member ${name} that is not ${encoding}`)
  return bytes
}

/** Own members only: a token named `__proto__` or `constructor` shall not find anything. */
export function memberOf(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined
}

/** A list of texts of limited length. */
export function memberTexts(object: JsonObject, name: string, most: number): readonly string[] {
  return memberList(object, name, most, 'texts', (item) => typeof item === 'string')
}

/** A list of objects of limited length. */
export function memberObjects(
  object: JsonObject,
  name: string,
  most: number,
): readonly JsonObject[] {
  return memberList(object, name, most, 'objects', isJsonObject)
}

function memberList<Item>(
  object: JsonObject,
  name: string,
  most: number,
  kind: string,
  isItem: (value: unknown) => value is Item,
): readonly Item[] {
  const value = memberOf(object, name)
  if (!Array.isArray(value) || value.length > most) {
    throw new UnusableToken(`has no list ${name} of at most ${most}`)
  }
  if (!value.every(isItem)) {
    throw new UnusableToken(`has a list ${name} with entries that are not ${kind}`)
  }
  return value
}
