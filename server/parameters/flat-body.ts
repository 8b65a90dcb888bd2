import { decodeForm, NAME_END, PARAMETER_END } from './form-bytes.ts'
import { DEEPEST_JSON, LARGEST_BODY_BYTES, MOST_PARAMETERS } from './limits.ts'
import { shownText } from './masking.ts'
import { isMapName } from './tables.ts'

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
  if (form.length > LARGEST_BODY_BYTES) return tooLarge
  const decoded = decodeForm(form)
  if ('fault' in decoded) return { fault: `${shownText(decoded.name)} ${decoded.fault}` }
  return splitForm(decoded.text) ?? tooMany
}

/** Nothing when there are too many parameters. Cuts names and values straight out of the text. */
function splitForm(text: string): FlatBody | undefined {
  const flat: FlatParameter[] = []
  let begin = 0
  let nameEnd = nextIndex(text, NAME_END, 0)
  for (let count = 0; begin <= text.length; count++) {
    if (count === MOST_PARAMETERS) return undefined
    const end = nextIndex(text, PARAMETER_END, begin)
    // Searched once per `=`, not once per `&`: a body without any would cost the square of its size.
    if (nameEnd < begin) nameEnd = nextIndex(text, NAME_END, begin)
    if (nameEnd < end) {
      const value = text.slice(nameEnd + 1, end).trim()
      if (value !== '') flat.push([text.slice(begin, nameEnd), value])
    }
    begin = end + 1
  }
  return flat
}

function nextIndex(text: string, mark: string, from: number): number {
  const index = text.indexOf(mark, from)
  return index === -1 ? text.length : index
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
  const flat: FlatParameter[] = []
  return addMembers(flat, value, '', 1) ?? flat
}

function addMembers(
  flat: FlatParameter[],
  container: object,
  path: string,
  depth: number,
): BodyFault | undefined {
  if (depth > DEEPEST_JSON) return { fault: `The body nests deeper than ${DEEPEST_JSON} levels` }
  for (const [key, value] of Object.entries(container)) {
    const fault = addValue(flat, value, childName(container, path, key), depth)
    if (fault !== undefined) return fault
  }
  return undefined
}

function addValue(
  flat: FlatParameter[],
  value: unknown,
  name: string,
  depth: number,
): BodyFault | undefined {
  if (typeof value === 'object' && value !== null) return addMembers(flat, value, name, depth + 1)
  const text = value === null || value === undefined ? '' : String(value).trim()
  if (text === '') return undefined
  if (flat.length === MOST_PARAMETERS) return tooMany
  if (isRounded(value))
    return { fault: `${shownText(name)} is too long for a JSON number: send it as text` }
  flat.push(typeof value === 'number' ? [name, text, 'number'] : [name, text])
  return undefined
}

/** Long digits lose their end when JSON is read as a number: an order number would be another one. */
function isRounded(value: unknown): boolean {
  return typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER
}

function childName(container: object, path: string, key: string): string {
  if (path === '') return key
  return Array.isArray(container) || isMapName(path) ? `${path}[${key}]` : `${path}.${key}`
}

const tooLarge: BodyFault = { fault: 'The body is larger than 1 MiB' }
const tooMany: BodyFault = { fault: 'The body has more than 20,000 parameters' }
