import { isUtf8 } from 'node:buffer'
import { jsonExcess, repeatedMember } from './json-text.ts'
import { MAX_BODY_BYTES, MAX_JSON_DEPTH, MAX_NAME_LENGTH, MAX_PARAMETERS } from './limits.ts'
import { shownText } from './masking.ts'
import { walletTokens } from './mobile-wallets.ts'
import type { FlatBody, FlatParameter } from './table.ts'
import { childName } from './tree.ts'

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

/** Decoded name, and decoded value without surrounding blanks, which is never empty. */
type FormPair = readonly [name: string, value: string]

/** The end of a sentence about the parameter, and the parameter's name. */
interface FormFault {
  readonly fault: string
  readonly name: string
}

/** The end of a sentence about a parameter of any body. */
export const NAME_TOO_LONG = `is longer than ${MAX_NAME_LENGTH} characters`

const AMPERSAND = 0x26
const EQUALS = 0x3d
const PLUS = 0x2b
const PERCENT = 0x25
const BLANK = 0x20
const BEYOND_ASCII = 0x80

/** Stand between parameters, and between name and value, in decoded bytes. */
const PARAMETER_END = 0
const NAME_END = 1

/**
 * Forms up to this size are decoded in memory that is there already and wiped afterwards: asking the
 * system for 64 kB costs 0.16 ms, copying them 0.1.
 */
const shared = Buffer.alloc(128 * 1024)

/**
 * The positions of the parameters of the form that is being decoded, `PLACES` numbers for each
 * parameter with a value: the start of its name, the end of its name, the end of its value, and the
 * bits of its bytes.
 */
const marks = new Int32Array(MAX_PARAMETERS * 4)
const PLACES = 4

/**
 * Undoes the escapes of a form in one pass over its bytes, which makes one string of it, and cuts names
 * and values out of that: decoding them one by one takes twice as long. Nothing when there are too
 * many parameters, empty ones counted; `fault` when it cannot.
 */
export function decodeForm(form: Buffer): readonly FormPair[] | FormFault | undefined {
  const bytes = form.length <= shared.length ? shared : Buffer.allocUnsafe(form.length)
  const decoded = decodeInto(bytes, form)
  const read = 'fault' in decoded ? decoded : cutForm(bytes.subarray(0, decoded.length), decoded)
  bytes.fill(0, 0, form.length)
  return read
}

/** Positions in decoded bytes. */
interface Decoded {
  readonly length: number
  /** How many parameters there are, empty ones counted. */
  readonly count: number
  /** How many numbers `marks` holds. */
  readonly marked: number
}

/**
 * The separators become two control characters, so none may be in the form itself, escaped or not;
 * tabs and line ends may.
 */
function decodeInto(bytes: Buffer, form: Buffer): Decoded | FormFault {
  let marked = 0
  let count = 1
  let length = 0
  let begin = 0
  let nameEnd = -1
  let bits = 0
  for (let at = 0; at < form.length; at++) {
    let byte = form[at] as number
    // The bytes of letters, and all that are not ASCII, are larger than those of all special
    // characters.
    if (byte > EQUALS) {
      bits |= byte
      bytes[length++] = byte
      continue
    }
    if (byte === AMPERSAND) {
      if (nameEnd !== -1) marked = mark(marked, begin, nameEnd, length, bits)
      bytes[length++] = PARAMETER_END
      count++
      begin = length
      nameEnd = -1
      bits = 0
      continue
    }
    if (byte === EQUALS && nameEnd === -1) {
      nameEnd = length
      bytes[length++] = NAME_END
      continue
    }
    if (byte === PLUS) byte = BLANK
    else if (byte === PERCENT) {
      byte = escapedByte(form, at)
      if (byte === -1) return faultAt(bytes, begin, length, 'has a malformed percent-encoding')
      at += 2
    }
    if (byte < BLANK && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) {
      return faultAt(bytes, begin, length, 'has a control character')
    }
    bits |= byte
    bytes[length++] = byte
  }
  if (nameEnd !== -1) marked = mark(marked, begin, nameEnd, length, bits)
  return { length, count, marked }
}

/** Answers where the next mark goes. Values that are empty have none, nor have parameters that are too many. */
function mark(at: number, begin: number, nameEnd: number, end: number, bits: number): number {
  if (nameEnd + 1 === end || at === marks.length) return at
  marks[at] = begin
  marks[at + 1] = nameEnd
  marks[at + 2] = end
  marks[at + 3] = bits
  return at + PLACES
}

function cutForm(bytes: Buffer, { count, marked }: Decoded): FormPair[] | FormFault | undefined {
  if (!isUtf8(bytes)) {
    const fault = withoutCutCharacters(bytes)
    if (fault !== undefined) return fault
  }
  if (count > MAX_PARAMETERS) return undefined
  // One character per byte, so a position is the same in both.
  const text = bytes.toString('latin1')
  const pairs: FormPair[] = []
  for (let at = 0; at < marked; at += PLACES) {
    const begin = marks[at] as number
    const nameEnd = marks[at + 1] as number
    const end = marks[at + 2] as number
    const isAscii = (marks[at + 3] as number) < BEYOND_ASCII
    const sent = isAscii ? text.slice(nameEnd + 1, end) : bytes.toString('utf8', nameEnd + 1, end)
    const value = sent.trim()
    if (value === '') continue
    const name = isAscii ? text.slice(begin, nameEnd) : bytes.toString('utf8', begin, nameEnd)
    if (name.length > MAX_NAME_LENGTH) return { fault: NAME_TOO_LONG, name }
    pairs.push([name, value])
  }
  return pairs
}

function escapedByte(form: Buffer, percent: number): number {
  const high = hexDigit(form[percent + 1])
  const low = hexDigit(form[percent + 2])
  return high === -1 || low === -1 ? -1 : high * 16 + low
}

function hexDigit(byte: number | undefined): number {
  if (byte === undefined) return -1
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : -1
}

/**
 * Plugins shorten texts to so many bytes, in the middle of their last character: what is left of it becomes blanks,
 * which no value keeps at its end. Anything else that is not UTF-8 is a fault.
 */
function withoutCutCharacters(bytes: Buffer): FormFault | undefined {
  for (let begin = 0; begin < bytes.length; ) {
    const next = bytes.indexOf(PARAMETER_END, begin)
    const end = next === -1 ? bytes.length : next
    const parameter = bytes.subarray(begin, end)
    if (!isUtf8(parameter)) {
      const cut = cutCharacterAt(parameter)
      if (cut === -1) return faultAt(bytes, begin, bytes.length, 'is not UTF-8')
      parameter.fill(BLANK, cut)
    }
    begin = end + 1
  }
  return undefined
}

/**
 * Where the unfinished character begins that is all that is wrong with a parameter; -1: there is none. A lone byte
 * is one only behind other characters of UTF-8: else it is as well a whole letter of Latin-1.
 */
function cutCharacterAt(parameter: Buffer): number {
  const nameEnd = parameter.indexOf(NAME_END)
  let at = parameter.length - 1
  while (at > parameter.length - 3 && isContinuation(parameter[at])) at--
  const before = parameter.subarray(0, at)
  const length = parameter.length - at
  const whole = lengthOfCharacter(parameter[at])
  const isCut = nameEnd !== -1 && at > nameEnd && length < whole && isUtf8(before)
  return isCut && (length > 1 || before.some((byte) => byte >= BEYOND_ASCII)) ? at : -1
}

const isContinuation = (byte = 0) => byte >= 0x80 && byte < 0xc0

/** By its first byte, in bytes; 0: no character begins with it. */
function lengthOfCharacter(byte = 0): number {
  if (byte >= 0xf0 && byte < 0xf5) return 4
  if (byte >= 0xe0) return byte < 0xf0 ? 3 : 0
  return byte >= 0xc2 ? 2 : 0
}

/** About the parameter that begins at `begin`, as far as it has been decoded. */
function faultAt(bytes: Buffer, begin: number, end: number, fault: string): FormFault {
  const parameter = bytes.subarray(begin, end)
  const nameEnd = parameter.findIndex((byte) => byte === PARAMETER_END || byte === NAME_END)
  return { fault, name: parameter.toString('utf8', 0, nameEnd === -1 ? undefined : nameEnd) }
}
