import type { Random } from '../../../simulation/random.ts'
import { toTree } from '../tree.ts'
import type { Pair } from './corpus.fixture.ts'

export type BodyFormat = 'form' | 'json'

/** Writes parameters as the body of a request, in one of the ways that clients have. */
export function writeBody(pairs: readonly Pair[], format: BodyFormat, random: Random): Buffer {
  if (format === 'form') return Buffer.from(formText(pairs, random), 'latin1')
  return Buffer.from(random.chance(0.5) ? nestedJson(pairs) : flatJson(pairs))
}

/** How a client writes each byte: which of them it escapes, and in which letters. */
const WAYS: readonly (readonly string[])[] = [
  // Not even what is outside of ASCII.
  escapesOf(/[\0- %&+=]/),
  escapesOf(/[^A-Za-z0-9*\-._[\]@:/]/),
  escapesOf(/[^A-Za-z0-9*\-._]/),
  escapesOf(/[^A-Za-z0-9*\-._]/).map((written) =>
    written.length === 1 ? written : written.toLowerCase(),
  ),
  escapesOf(/[\s\S]/),
]

function escapesOf(escaped: RegExp): string[] {
  return Array.from({ length: 256 }, (_, byte) => {
    const letter = String.fromCharCode(byte)
    if (!escaped.test(letter)) return letter
    return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
  })
}

function formText(pairs: readonly Pair[], random: Random): string {
  const way = random.pick(WAYS)
  const text = (part: string) => {
    let written = ''
    for (const byte of bytesOf(part)) written += way[byte]
    return written
  }
  return pairs.map((pair) => pair.map(text).join('=')).join('&')
}

/** UTF-8. Half a surrogate pair is written as if it were a character, which is none. */
function bytesOf(text: string): Buffer {
  if (text.isWellFormed()) return Buffer.from(text)
  const letters = [...text].map((letter) =>
    letter.isWellFormed() ? Buffer.from(letter) : HALF_A_PAIR,
  )
  return Buffer.concat(letters)
}

const HALF_A_PAIR = Buffer.from('eda080', 'hex')

/** Flat names as keys; a name that is there twice stays there twice. */
function flatJson(pairs: readonly Pair[]): string {
  const members = pairs.map((pair) => pair.map((text) => JSON.stringify(text)).join(':'))
  return `{${members.join(',')}}`
}

/** Objects within objects where the names allow it. */
function nestedJson(pairs: readonly Pair[]): string {
  const flat = Object.fromEntries(pairs)
  try {
    return JSON.stringify(toTree(flat))
  } catch {
    // One name is the beginning of another one's path.
    return JSON.stringify(flat)
  }
}
