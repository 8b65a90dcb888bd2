import { expect, it } from 'vitest'
import type { TransactionQuery } from '../port.ts'
import { usePostgres } from '../testing/postgres.ts'
import { wantedTransactions } from '../wanted-transactions.ts'
import { connect, type Query } from './connection.ts'
import { POSTGRES_LIMITS } from './limits.ts'
import { openPostgresStore } from './open-postgres-store.ts'
import { type LookStatements, searchStatements } from './transaction-query-statements.ts'

const postgres = usePostgres()

/** Every module with statements, so that a new one is looked at as well. */
const modules = import.meta.glob<object>('./////*-statements.ts', { eager: true })

function isQuery(value: unknown): value is Query {
  return typeof value === 'object' && value !== null && 'text' in value && 'name' in value
}

/** Statements stand in the exports of a module and in tables of them. */
function queriesIn(value: unknown): readonly Query[] {
  if (isQuery(value)) return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(queriesIn)
}

const entityIds = ['8ac7a4c9000000000000000000000001']
const asked: readonly TransactionQuery[] = [
  { entityIds },
  { entityIds, paymentTypes: ['DB'] },
  { entityIds, paymentTypes: ['RG', 'DR', 'RF'] },
]

function statementsOf(query: TransactionQuery): readonly Query[] {
  const { page, count, ...fixed } = searchStatements(wantedTransactions(query)) as LookStatements
  const ways = (['reference', 'id', 'time'] as const).flatMap((way) => [page(way), count(way)])
  return [...Object.values(fixed), ...ways]
}

function allStatements(): readonly Query[] {
  return [...Object.values(modules).flatMap(queriesIn), ...asked.flatMap(statementsOf)]
}

/** The types of columns, and lists of them: nothing smaller can be handed over. */
async function typesOfColumns(url: string): Promise<ReadonlySet<string>> {
  const columns = await postgres.run(
    `SELECT DISTINCT data_type AS type FROM information_schema.columns
     WHERE table_schema = current_schema() AND table_name <> 'migration'`,
    url,
  )
  const types = columns.map(({ type }) => String(type))
  return new Set(types.flatMap((type) => [type, `${type}[]`]))
}

/** What the server takes each parameter of a statement for. */
async function preparedTypes(
  url: string,
  statements: readonly Query[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const connection = await connect({ url, limits: POSTGRES_LIMITS, allowUnsafeCommit: false })
  try {
    for (const [at, { text }] of statements.entries()) {
      await connection.run({ text: `PREPARE statement_${at} AS ${text}` })
    }
    const { rows } = await connection.run({ text: PREPARED_TYPES })
    return new Map(
      rows.map(({ place, types }) => [
        statements[Number(place)]?.text ?? '',
        String(types).split(','),
      ]),
    )
  } finally {
    await connection.end()
  }
}

const PREPARED_TYPES = `
  SELECT substr(name, 11) AS place, array_to_string(parameter_types::text[], ',') AS types
  FROM pg_prepared_statements WHERE name LIKE 'statement_%' AND parameter_types <> '{}'`

it('takes every parameter of every statement as a type that a column has', async () => {
  const url = await postgres.freshDatabase()
  await (await openPostgresStore({ url })).close()
  const columnTypes = await typesOfColumns(url)
  expect([...columnTypes].sort()).toEqual(
    ['bigint', 'bigint[]', 'boolean', 'boolean[]', 'text', 'text[]'].sort(),
  )
  const statements = allStatements()
  const prepared = await preparedTypes(url, statements)
  expect(prepared.size).toBeGreaterThan(60)
  const wrong = [...prepared].flatMap(([text, types]) =>
    types.filter((type) => !columnTypes.has(type)).map((type) => `${type} in ${text}`),
  )
  expect(wrong).toEqual([])
})

it('names the type of every parameter in the statement, so that none is guessed', () => {
  const guessed = allStatements().filter(({ text }) => /\$\d+(?!\d|::)/.test(text))
  expect(guessed).toEqual([])
})
