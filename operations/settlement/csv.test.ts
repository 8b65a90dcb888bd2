import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { csvLine, plainCell } from '../../common/csv-line.ts'
import { type CsvFault, type CsvRow, csvRows } from './csv.ts'

/** All rows of a text that comes in pieces of so many bytes, and the fault at its end. */
async function read(text: string | Uint8Array, size = 1_000_000, separator = ',') {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
  const rows: CsvRow[] = []
  const reader = csvRows(chunks(), separator)
  let next = await reader.next()
  for (; !next.done; next = await reader.next()) rows.push(...next.value)
  return { rows, fault: next.value as CsvFault | undefined }
}

const cells = async (text: string) => (await read(text)).rows.map((row) => row.cells)

describe('a CSV file', () => {
  it('has rows of cells, with or without a line break at its end', async () => {
    expect(await cells('a,b\n1,2\n')).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ])
    expect(await cells('a,b\r\n1,')).toEqual([
      ['a', 'b'],
      ['1', ''],
    ])
  })

  it('may have separators, quotes and line breaks in quoted cells', async () => {
    expect(await cells('"a,""b""\nc",d\n"",e')).toEqual([
      ['a,"b"\nc', 'd'],
      ['', 'e'],
    ])
  })

  it('counts lines as an editor does', async () => {
    const { rows } = await read('a\n"b\nb"\n\nc\n')
    expect(rows.map((row) => row.line)).toEqual([1, 2, 5])
  })

  it('may begin with a byte order mark', async () => {
    expect(await cells('\uFEFFa,b\n')).toEqual([['a', 'b']])
  })

  it.each([
    ['a\n"b', { line: 2, message: 'has a quote that is not closed' }],
    ['a\n"b"c\n', { line: 2, message: 'has text between a closing quote and the separator' }],
    ['a"b"\n', { line: 1, message: 'has a quote inside of a cell that is not quoted' }],
  ])('%j is none', async (text, fault) => {
    expect((await read(text)).fault).toEqual(fault)
  })

  it('is UTF-8', async () => {
    const { fault } = await read(Uint8Array.from([0x61, 0xff, 0x0a]))
    expect(fault?.message).toContain('is not UTF-8')
  })

  it('has no NUL character', async () => {
    const { fault } = await read('a\nb\0')
    expect(fault?.message).toMatch(/NUL/)
  })

  it('has rows of a limited length', async () => {
    const { fault } = await read(`a\n"${'b'.repeat(100_001)}`)
    expect(fault).toBeDefined()
  })

  it('is read as it was written, in pieces of any size', async () => {
    const cell = fc.oneof(
      fc.string({ unit: fc.constantFrom('a', 'ä', '€', '😀', '"', ';', '\n', '\r\n') }),
      fc.string(),
    )
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1 })
    await fc.assert(
      fc.asyncProperty(table, fc.integer({ min: 1, max: 40 }), async (rows, size) => {
        const text = rows.map((row) => `${csvLine(row, ';')}\n`).join('')
        const found = await read(text, size, ';')
        expect(found.fault).toBeUndefined()
        expect(found.rows.map((row) => row.cells)).toEqual(rows)
      }),
    )
  })
})

test.each([
  ['=HYPERLINK("https://evil.example")', '\'=HYPERLINK("https://evil.example")'],
  ['+49 30 1', "'+49 30 1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['Jane Jones', 'Jane Jones'],
  ['', ''],
])('a text %s is no formula for a program for tables', (text, plain) => {
  expect(plainCell(text)).toBe(plain)
})
