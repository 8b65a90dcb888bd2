/** Units of an em. */
const EM = 1000
const CHARACTERS = ' 0123456789•'

/**
 * A font of boxes with the digits, the blank and the mask, by the OpenType specification. Browsers read it in this
 * form whatever format its address was said to have.
 *
 * @param ligature digits that become one box where they stand together
 * @param widths of characters in thousandths of the font size; of all others 1200, which no text font has
 */
export function madeFont(
  widths: Readonly<Record<string, number>> = {},
  ligature?: MadeLigature,
): Buffer {
  const advances = [500, ...Array.from(CHARACTERS, (character) => widths[character] ?? 1200)]
  const glyph = box()
  const count = advances.length
  return fontFile({
    ...(ligature && { GSUB: substitution(ligature) }),
    // Version 1: 32 numbers, then ten bytes, … are zero but for weight, width, range and heights.
    'OS/2': u16(1, 1200, 400, 5, ...Array(28).fill(0), 0x20, 0x2022, 800, 0xff38, 0, 800, 200)
      .toString('latin1')
      .padEnd(86, '\0'),
    cmap: characterMap(),
    glyf: glyph.toString('latin1').repeat(count),
    head: Buffer.concat([
      u16(1, 0, 1, 0, 0, 0, 0x5f0f, 0x3cf5, 0, EM, 0, 0, 0, 0, 0, 0, 0, 0),
      u16(100, 0, 400, 700, 0, 8, 2, 0, 0),
    ]).toString('latin1'),
    hhea: u16(1, 0, 800, 0xff38, 0, 1200, 0, 0, 400, 1, 0, 0, 0, 0, 0, 0, 0, count).toString(
      'latin1',
    ),
    hmtx: u16(...advances.flatMap((advance) => [advance, 100])).toString('latin1'),
    loca: u16(...Array.from({ length: count + 1 }, (_, at) => (at * glyph.length) / 2)).toString(
      'latin1',
    ),
    maxp: u16(1, 0, count, 4, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0).toString('latin1'),
    name: u16(0, 0, 6).toString('latin1'),
    post: u16(3, ...Array(15).fill(0)).toString('latin1'),
  })
}

interface MadeLigature {
  readonly of: string
  /** Whether the font calls it a feature that text is wrong without, which no style can switch off. */
  readonly isRequired: boolean
}

/** One feature `rlig` with one ligature. */
function substitution({ of, isRequired }: MadeLigature): string {
  const glyphs = Array.from(of, (character) => CHARACTERS.indexOf(character) + 1)
  const [first = 0, ...others] = glyphs
  const none = 0xffff
  const features = isRequired ? [0, 0, 0] : [none, 1, 0]
  const scripts = [1, ...u16Of('DFLT'), 8, 4, 0, 0, ...features]
  const rlig = [1, ...u16Of('rlig'), 8, 0, 1, 0]
  const lookups = [1, 4, 4, 0, 1, 8]
  const ligatures = [1, 4, first, glyphs.length, ...others]
  const table = [1, 8 + ligatures.length * 2, 1, 8, ...ligatures, 1, 1, first]
  return u16(1, 0, 10, 30, 44, ...scripts, ...rlig, ...lookups, ...table).toString('latin1')
}

function u16Of(text: string): readonly number[] {
  const bytes = Buffer.from(text, 'latin1')
  return [bytes.readUInt16BE(0), bytes.readUInt16BE(2)]
}

function u16(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 2)
  for (const [at, number] of numbers.entries()) bytes.writeUInt16BE(number, at * 2)
  return bytes
}

/** One contour of four points on the curve, with long coordinates. */
function box(): Buffer {
  const ends = u16(1, 100, 0, 400, 700, 3, 0)
  const flags = Buffer.from([1, 1, 1, 1])
  const x = u16(100, 300, 0, 0x10000 - 300)
  const y = u16(0, 0, 700, 0)
  return Buffer.concat([ends, flags, x, y])
}

/** Format 4, a segment for each character. */
function characterMap(): string {
  const codes = [...Array.from(CHARACTERS, (character) => character.codePointAt(0) ?? 0), 0xffff]
  const deltas = codes.map((code, at) =>
    code === 0xffff ? 1 : (at + 1 - code + 0x10000) % 0x10000,
  )
  const count = codes.length
  const search = 2 ** Math.floor(Math.log2(count))
  const header = [
    4,
    16 + count * 8,
    0,
    count * 2,
    search * 2,
    Math.log2(search),
    (count - search) * 2,
  ]
  const segments = [...codes, 0, ...codes, ...deltas, ...Array(count).fill(0)]
  return u16(0, 1, 3, 1, 0, 12, ...header, ...segments).toString('latin1')
}

/** @param tables by tag, in the order of tags, as text of bytes */
function fontFile(tables: Readonly<Record<string, string>>): Buffer {
  const entries = Object.entries(tables)
  const search = 2 ** Math.floor(Math.log2(entries.length))
  const header = u16(
    1,
    0,
    entries.length,
    search * 16,
    Math.log2(search),
    (entries.length - search) * 16,
  )
  let offset = header.length + entries.length * 16
  const records: Buffer[] = []
  const bodies: Buffer[] = []
  for (const [tag, text] of entries) {
    const length = text.length
    const body = Buffer.from(text.padEnd(Math.ceil(length / 4) * 4, '\0'), 'latin1')
    const record = Buffer.alloc(16)
    record.write(tag, 'latin1')
    record.writeUInt32BE(sumOf(body), 4)
    record.writeUInt32BE(offset, 8)
    record.writeUInt32BE(length, 12)
    records.push(record)
    bodies.push(body)
    offset += body.length
  }
  return Buffer.concat([header, ...records, ...bodies])
}

function sumOf(body: Buffer): number {
  let sum = 0
  for (let at = 0; at < body.length; at += 4) sum = (sum + body.readUInt32BE(at)) % 2 ** 32
  return sum
}
