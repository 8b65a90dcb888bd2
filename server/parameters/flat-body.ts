import { decodeForm, NAME_TOO_LONG } from './form-bytes.ts'
import { jsonExcess, repeatedMember } from './json-text.ts'
import { MAX_BODY_BYTES, MAX_JSON_DEPTH, MAX_NAME_LENGTH, MAX_PARAMETERS } from './limits.ts'
import { shownText } from './masking.ts'
import { walletTokens } from './mobile-wallets.ts'
import { childName } from './tree.ts'

/**
 * One sent parameter: decoded name, decoded and trimmed value, never empty. A number of a JSON body
 * says so: it could not keep the trailing zero of `92.50`.
 */
export type FlatParameter = readonly [name: string, value: string, origin?: 'number']

/** Parameters in the order in which they were sent; empty ones are absent (decisions §1). */
export type FlatBody = readonly FlatParameter[]

/** A body of which no parameters can be made. `fault` is a sentence for the result's description. */
export interface BodyFault {
  readonly fault: string
}

export function isBodyFault(body: FlatBody | BodyFault): body is BodyFault {
  return 'fault' in body
}

/**
 * Reads `application/x-www-form-urlencoded`, or a query, as UTF-8. Raw bytes that are not UTF-8 are
 * noticed in a Buffer only: in a string they are replaced already.
 */
export function parseFormBody(body: string | Buffer): FlatBody | BodyFault {
  const form = typeof body === 'string' ? Buffer.from(body) : body
  if (form.length > MAX_BODY_BYTES) return tooLarge
  const decoded = decodeForm(form)
  if (decoded === undefined) return tooMany
  return 'fault' in decoded ? { fault: `${shownText(decoded.name)} ${decoded.fault}` } : decoded
}

/**
 * Reads `application/json`. Excess is refused before parsing, a repeated member after it. A body of
 * blanks has no parameters.
 */
export function parseJsonBody(json: string): FlatBody | BodyFault {
  const excess = jsonExcess(json)
  if (excess !== undefined) return excess === 'tooMany' ? tooMany : tooDeep
  if (json.trim() === '') return []
  const value = parsed(json)
  if (value === undefined) {
    return { fault: 'The body is not JSON: check quotes, commas and brackets' }
  }
  const flat = flattenJson(value)
  const repeated = isBodyFault(flat) ? undefined : repeatedMember(json)
  return repeated === undefined ? flat : { fault: `${shownText(repeated)} is sent more than once` }
}

/** Nothing when it is not JSON. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/**
 * Flattens a parsed JSON body to the same names: members of objects are joined by dots, elements of
 * arrays by `[n]`, members of the tables' maps by `[key]`; booleans and numbers become their
 * shortest text, `null` is absent. Flat names as keys stay as they are.
 */
export function flattenJson(value: unknown): FlatBody | BodyFault {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { fault: 'A JSON body must be an object of parameter names and values' }
  }
  const into: Flattening = { flat: [], values: 0 }
  return addMembers(into, value, '', 1) ?? into.flat
}

interface Flattening {
  readonly flat: FlatParameter[]
  /** How many values were read, including nulls and empty containers. */
  values: number
}

function addMembers(
  into: Flattening,
  container: object,
  path: string,
  depth: number,
): BodyFault | undefined {
  if (depth > MAX_JSON_DEPTH) return tooDeep
  const left = MAX_PARAMETERS - into.values
  // Each member is a value at least. The length of a list costs nothing, all of its keys do.
  if (Array.isArray(container) && container.length > left) return tooMany
  const keys = Object.keys(container)
  if (keys.length > left) return tooMany
  if (keys.length === 0) into.values++
  for (const key of keys) {
    const name = path === '' ? key : childName(container, path, key)
    // Here, and not at the end: a long name would be repeated for each value below it.
    if (name.length > MAX_NAME_LENGTH) return { fault: `${shownText(name)} ${NAME_TOO_LONG}` }
    const fault = addValue(into, (container as Record<string, unknown>)[key], name, depth)
    if (fault !== undefined) return fault
  }
  return undefined
}

function addValue(
  into: Flattening,
  value: unknown,
  name: string,
  depth: number,
): BodyFault | undefined {
  if (typeof value === 'object' && value !== null) {
    return isToken(name) ? tokenAsObject(name) : addMembers(into, value, name, depth + 1)
  }
  if (++into.values > MAX_PARAMETERS) return tooMany
  const text = value === null || value === undefined ? '' : String(value).trim()
  if (text === '') return undefined
  if (isRounded(value))
    return { fault: `${shownText(name)} is too long for a JSON number: send it as text` }
  into.flat.push(typeof value === 'number' ? [name, text, 'number'] : [name, text])
  return undefined
}

/** A wallet gives its token as an object or as its text; the interface takes the text. */
const isToken = (name: string) => (walletTokens as readonly string[]).includes(name)

function tokenAsObject(name: string): BodyFault {
  return { fault: `${name} is a JSON object: send it as one text, as JSON.stringify writes it` }
}

/** JSON.parse rounds long numbers: an order number would become another one. */
function isRounded(value: unknown): boolean {
  return typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER
}

const tooDeep: BodyFault = { fault: `The body nests deeper than ${MAX_JSON_DEPTH} levels` }
const tooLarge: BodyFault = { fault: 'The body is larger than 1 MiB' }
const tooMany: BodyFault = { fault: 'The body has more than 20,000 parameters' }
