import { isUtf8 } from 'node:buffer'
import { MAX_NAME_LENGTH, MAX_PARAMETERS } from './limits.ts'

/** Decoded name, and decoded value without surrounding blanks, which is never empty. */
export type FormPair = readonly [name: string, value: string]

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
  if (!isUtf8(bytes)) return notUtf8(bytes)
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

function notUtf8(bytes: Buffer): FormFault {
  let begin = 0
  for (let end = bytes.indexOf(PARAMETER_END); end !== -1; ) {
    if (!isUtf8(bytes.subarray(begin, end))) break
    begin = end + 1
    end = bytes.indexOf(PARAMETER_END, begin)
  }
  return faultAt(bytes, begin, bytes.length, 'is not UTF-8')
}

/** About the parameter that begins at `begin`, as far as it has been decoded. */
function faultAt(bytes: Buffer, begin: number, end: number, fault: string): FormFault {
  const parameter = bytes.subarray(begin, end)
  const nameEnd = parameter.findIndex((byte) => byte === PARAMETER_END || byte === NAME_END)
  return { fault, name: parameter.toString('utf8', 0, nameEnd === -1 ? undefined : nameEnd) }
}
