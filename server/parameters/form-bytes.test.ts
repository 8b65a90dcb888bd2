import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeForm } from './flat-body.ts'

/** What a form says, read one byte at a time and one parameter after the other: slow, and easy to follow. */
function plainlyRead(form: Buffer) {
  const parameters: string[][] = []
  for (const parameter of form.toString('latin1').split('&')) {
    const [rawName = '', ...rest] = parameter.split('=')
    const name = unescaped(rawName)
    if ('fault' in name) return { fault: name.fault, name: shown(name.text) }
    const value = unescaped(rest.join('='))
    if ('fault' in value) return { fault: value.fault, name: shown(name.text) }
    parameters.push(
      rest.length === 0 ? [name.text] : [name.text, withoutCutCharacter(name.text, value.text)],
    )
  }
  const wrong = parameters.find((parts) => parts.map(asText).some((text) => text === undefined))
  if (wrong !== undefined) {
    return { fault: 'is not UTF-8', name: shown(wrong[0] ?? '') }
  }
  return parameters
    .filter((parts) => parts.length === 2)
    .map((parts) => parts.map((part) => asText(part) as string))
    .map(([name, value = '']) => [name, value.trim()])
    .filter(([, value]) => value !== '')
}

/** A character that is cut at the end; its first byte alone only behind others beyond ASCII. */
const CUT = /[\xc2-\xf4]$|[\xe0-\xf4][\x80-\xbf]$|[\xf0-\xf4][\x80-\xbf]{2}$/

function withoutCutCharacter(name: string, value: string): string {
  if (asText(name + value) !== undefined) return value
  const cut = CUT.exec(value)
  if (cut === null) return value
  const before = value.slice(0, cut.index)
  const isText = asText(name + before) !== undefined
  return isText && (cut[0].length > 1 || /[^\0-\x7f]/.test(name + before)) ? before : value
}

/** Bytes as characters, of what stood before the fault if there is one. */
function unescaped(part: string): { text: string; fault?: string } {
  let text = ''
  for (let at = 0; at < part.length; at++) {
    const escaped = /^%([0-9a-f]{2})/i.exec(part.slice(at))
    if (part[at] === '%' && escaped === null) {
      return { text, fault: 'has a malformed percent-encoding' }
    }
    const byte = part[at] === '+' ? ' ' : part.charAt(at)
    const character = escaped === null ? byte : String.fromCharCode(Number(`0x${escaped[1]}`))
    if (character < ' ' && !'\t\n\r'.includes(character)) {
      return { text, fault: 'has a control character' }
    }
    text += character
    if (escaped !== null) at += 2
  }
  return { text }
}

function shown(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString()
}

/** Nothing when the bytes are not UTF-8. */
function asText(bytes: string): string | undefined {
  const text = shown(bytes)
  return Buffer.from(text).toString('latin1') === bytes ? text : undefined
}

const piece = fc.oneof(
  fc.constantFrom('a', 'b', '&', '=', '+', '%', '%2', '%26', '%3D', '%3d', '%00', '%09', '%c3%a9'),
  fc.constantFrom('é', '😀', '\u00a0', '\ufeff', '%C2%A0', '\t', '\x01', '\xff', '%F0%9F%98%80'),
  fc.constantFrom('%C3', '%E0%B8', '%F0%9F%98', '%e9', '%F0%80'),
  fc.string({ unit: 'grapheme', maxLength: 3 }),
)
const written = fc.array(piece, { maxLength: 30 }).map((pieces) => Buffer.from(pieces.join('')))
const anyBytes = fc.array(fc.nat(255), { maxLength: 40 }).map((bytes) => Buffer.from(bytes))
const broken = fc
  .tuple(written, fc.nat(), fc.nat(255))
  .map(([form, at, byte]) => form.map((old, index) => (index === at % form.length ? byte : old)))
  .map((bytes) => Buffer.from(bytes))

describe('a form', () => {
  it('is read as if it were read byte by byte, or refused for the same reason', () => {
    fc.assert(
      fc.property(fc.oneof(written, broken, anyBytes), (form) => {
        expect(decodeForm(form)).toEqual(plainlyRead(form))
      }),
      { numRuns: 3000 },
    )
  })

  it('is read the same whatever was read before, and however large it is', () => {
    const large = Buffer.from(`x=${'é '.repeat(100_000)}&y=%c3%a9`)
    const [first, second] = decodeForm(large) as readonly (readonly string[])[]
    expect(first?.[1]).toHaveLength(199_999)
    expect(second).toEqual(['y', 'é'])
    expect(decodeForm(Buffer.from('a'))).toEqual([])
    expect(decodeForm(Buffer.from('b=2'))).toEqual([['b', '2']])
  })
})
