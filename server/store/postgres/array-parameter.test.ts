import pg from 'pg'
import { expect, it } from 'vitest'
import { usePostgres } from '../testing/postgres.ts'
import { arrayParameter } from './array-parameter.ts'
import type { Cell, ColumnKind } from './cells.ts'

const postgres = usePostgres()

it.each<[ColumnKind, string, readonly Cell[]]>([
  ['text', 'text', ['', 'tea', '{"a":"\\"}', 'NULL', '漢字 🫖']],
  ['text?', 'text', [null, 'tea', null]],
  ['integer', 'bigint', [0, 1, -1, 2 ** 32, -(2 ** 32) - 1, Number.MAX_SAFE_INTEGER, 2 ** 62]],
  ['integer', 'bigint', [Number.MIN_SAFE_INTEGER, -(2 ** 62)]],
  ['integer?', 'bigint', [null, 7]],
  ['flag', 'boolean', [true, false]],
  ['flag?', 'boolean', [null]],
  ['text', 'text', []],
])('PostgreSQL reads an array of %s as %s[]: %j', async (kind, type, cells) => {
  const client = new pg.Client({ connectionString: await postgres.freshDatabase() })
  await client.connect()
  const { rows } = await client.query(`SELECT unnest($1::${type}[])::text AS cell`, [
    arrayParameter(kind, cells),
  ])
  await client.end()
  const texts = cells.map((cell) => (typeof cell === 'number' ? String(BigInt(cell)) : cell))
  expect(rows.map(({ cell }) => cell)).toEqual(texts.map((cell) => cell?.toString() ?? null))
})
