import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { run } from '../command.fixture.ts'
import { maskedNumber, NumberFinder } from './number-finder.ts'

const VISA = '4012888888881881'
const AMEX = '371449635398431'

const folders: string[] = []
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillgate-scan-'))
  folders.push(folder)
})
afterAll(() => {
  for (const each of folders) rmSync(each, { recursive: true, force: true })
})

const file = (name: string, content: string | Uint8Array): string => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

function foundIn(bytes: Uint8Array, piece = bytes.length): readonly string[] {
  const found: string[] = []
  const finder = new NumberFinder(({ digits }) => found.push(digits))
  for (let at = 0; at < bytes.length; at += piece) finder.push(bytes.subarray(at, at + piece))
  finder.end()
  return found
}

const foundInText = (text: string) => foundIn(Buffer.from(text))

describe('a card number', () => {
  it.each([
    VISA,
    '4012 8888 8888 1881',
    '4012-8888-8888-1881',
    '4012.8888.8888.1881',
    '4012\u00a08888\u00a08888\u00a01881',
    '4 0 1 2 8 8 8 8 8 8 8 8 1 8 8 1',
    `{"card":"${VISA}"}`,
    `card=${VISA}&cvv=123`,
    `2026-11-30 12:00:00 paid with ${VISA}`,
    `Visa${VISA}x`,
    `order 17 ${VISA}`,
  ])('is found as %s', (text) => {
    expect(foundInText(text)).toEqual([VISA])
  })

  it.each(['3714 496353 98431', AMEX])('of fifteen digits is found as %s', (text) => {
    expect(foundInText(text)).toEqual([AMEX])
  })

  it('is found in UTF-16, in groups too', () => {
    for (const text of [VISA, '4012 8888 8888 1881']) {
      expect(foundIn(Buffer.from(`x ${text} y`, 'utf16le'))).toEqual([VISA])
    }
  })

  it.each([
    ['a wrong check digit', '4012888888881882'],
    ['no range of a brand', '9999999999999995'],
    ['a longer number', `1${VISA}`],
    ['a longer number', `${VISA}000000000`],
    ['an id of hexadecimal digits', `8ac7a${VISA}f0`],
    ['an id of hexadecimal digits', `f${VISA}`],
    ['a fraction', `0.${VISA}`],
    ['several lines', '4012 8888\n8888 1881'],
    ['different signs between its groups', '4012-8888 8888.1881'],
    ['a masked number', '401288******1881'],
  ])('is not found in %s', (_what, text) => {
    expect(foundInText(text)).toEqual([])
  })

  it('is found wherever the pieces are cut, at its place', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 40 }).map((text) => text.replaceAll(/[\d\n]/g, 'x')),
        fc.integer({ min: 1, max: 30 }),
        fc.constantFrom(VISA, '4012 8888 8888 1881', AMEX),
        (before, piece, number) => {
          const bytes = Buffer.from(`${before}\n|${number}|${before}`)
          expect(foundIn(bytes, piece)).toEqual([number.replaceAll(' ', '')])
        },
      ),
    )
  })

  it('is shown with its first six and last four digits', () => {
    expect(maskedNumber(VISA)).toBe('401288******1881')
  })
})

describe('tillgate scan', () => {
  it('names file, line and byte, and never the number', async () => {
    const path = file('gateway.log', `one\ntwo ${VISA}\n`)
    const { code, lines } = await run(['scan', path])
    expect([code, lines]).toEqual([
      1,
      [`${path}: line 2, byte 8: 401288******1881 (VISA)`, '1 file, 1 card number'],
    ])
  })

  it('ends with 0 where there is none', async () => {
    file('a.txt', 'nothing')
    mkdirSync(join(folder, 'below'))
    file('below/b.txt', `order ${VISA.slice(0, 12)}`)
    expect(await run(['scan', folder])).toEqual({
      code: 0,
      lines: ['2 files, 0 card numbers'],
      complaints: [],
    })
  })

  it('reads gzip, with several members', async () => {
    const packed = Buffer.concat([gzipSync('one\n'), gzipSync(`two ${AMEX}`)])
    const { code, lines } = await run(['scan', file('log.1.gz', packed)])
    expect([code, lines[0]]).toEqual([
      1,
      expect.stringContaining('unpacked, line 2, byte 8: 371449*****8431 (AMEX)'),
    ])
  })

  it('reads the rows of a SQLite file, and what deleted rows have left', async () => {
    const path = join(folder, 'shop.db')
    const database = new Database(path)
    database.exec('CREATE TABLE "order" (id INTEGER, note TEXT, paid INTEGER)')
    const insert = database.prepare('INSERT INTO "order" VALUES (?, ?, ?)')
    insert.run(1, 'tea', BigInt(VISA))
    insert.run(2, `phoned, ${AMEX}`, 0)
    insert.run(3, `${'x'.repeat(50)}5555555555554444`, 0)
    database.exec('DELETE FROM "order" WHERE id = 3')
    database.close()
    const { code, lines } = await run(['scan', path])
    expect(code).toBe(1)
    expect(lines).toEqual([
      `${path}: order.paid, row 1: 401288******1881 (VISA)`,
      `${path}: order.note, row 2: 371449*****8431 (AMEX)`,
      expect.stringMatching(/outside of its rows, byte \d+: 555555\*{6}4444 \(MASTER\)$/),
      '1 file, 3 card numbers',
    ])
  })

  it('says what it skips, and what it cannot read', async () => {
    file('a.zip', Buffer.from('504b03040a', 'hex'))
    file('b.dump', 'PGDMP rest')
    symlinkSync(folder, join(folder, 'link'))
    file('c.gz', gzipSync('x'.repeat(1000)).subarray(0, 20))
    const { code, lines, complaints } = await run(['scan', folder])
    expect(code).toBe(1)
    expect(lines.toSorted().map((line) => line.replace(`${folder}/`, ''))).toEqual([
      '3 files, 0 card numbers, 3 skipped, 1 not readable',
      'skipped: a.zip: a zip archive: unpack it first',
      'skipped: b.dump: a dump of pg_dump -Fc: pg_restore -f - FILE | tillgate scan -',
      'skipped: link: a link',
    ])
    expect(complaints).toEqual([expect.stringContaining('c.gz could not be read to its end')])
  })

  it('prints twenty of a file and counts the rest', async () => {
    const { lines } = await run(['scan', file('many.txt', `${VISA}\n`.repeat(50))])
    expect(lines).toHaveLength(22)
    expect(lines.slice(-2)).toEqual([expect.stringContaining('30 more'), '1 file, 50 card numbers'])
  })

  it('refuses a path that is not there, and no path', async () => {
    expect(await run(['scan', join(folder, 'nowhere')])).toMatchObject({ code: 2 })
    expect(await run(['scan'])).toMatchObject({ code: 2 })
  })
})
