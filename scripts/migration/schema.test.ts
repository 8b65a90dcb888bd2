import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { openPostgresStore } from '../../server/store/postgres/open-postgres-store.ts'
import {
  type Column,
  currency,
  flag,
  integer,
  integerBetween,
  natural,
  oneOf,
  optional,
  sorted,
  text,
  version,
} from '../../server/store/tables/column.ts'
import { type TableDescription, table } from '../../server/store/tables/table.ts'
import { TABLE_LIST } from '../../server/store/tables/tables.ts'
import { usePostgres } from '../../server/store/testing/postgres.ts'
import {
  addColumn,
  createTable,
  describedColumns,
  type Engine,
  type SchemaColumn,
} from './described-schema.ts'
import { newMigration } from './new-migration.ts'
import { migratedSqliteColumns, postgresColumns, sqliteColumns } from './stored-schema.ts'

const postgres = usePostgres()

/** Rows of tables that every payment writes: PostgreSQL leaves these references to the code. */
const WITHOUT_REFERENCE = ['payment_event.payment_id', 'posting.payment_id', 'vault_record.key_id']

const inOrder = (columns: readonly SchemaColumn[]) =>
  columns
    .map(({ table: of, name, ...facts }) => {
      const sortedFacts = Object.entries(facts).sort(([one], [other]) => (one < other ? -1 : 1))
      return `${of}.${name} ${JSON.stringify(sortedFacts)}`
    })
    .sort()

const withoutReference = (columns: readonly SchemaColumn[]) =>
  columns.map((column) =>
    WITHOUT_REFERENCE.includes(`${column.table}.${column.name}`)
      ? { ...column, refersTo: null }
      : column,
  )

describe('a migrated database has exactly the columns that the tables describe', () => {
  it('on SQLite', () => {
    const stored = migratedSqliteColumns()
    expect(stored.length).toBeGreaterThan(400)
    expect(inOrder(stored)).toEqual(inOrder(describedColumns('sqlite')))
  })

  it('on PostgreSQL', async () => {
    const url = await postgres.freshDatabase()
    await (await openPostgresStore({ url })).close()
    const stored = await postgresColumns((sql) => postgres.run(sql, url))
    expect(inOrder(stored)).toEqual(inOrder(withoutReference(describedColumns('postgres'))))
  })
})

/** The columns of a new database after some statements, as it tells them. */
const ENGINES: readonly {
  readonly engine: Engine
  readonly columnsAfter: (statements: readonly string[]) => Promise<readonly SchemaColumn[]>
}[] = [
  {
    engine: 'sqlite',
    columnsAfter: async (statements) => {
      const database = new Database(':memory:')
      database.exec(statements.join('\n'))
      const columns = sqliteColumns(database)
      database.close()
      return columns
    },
  },
  {
    engine: 'postgres',
    columnsAfter: async (statements) => {
      const url = await postgres.freshDatabase()
      for (const statement of statements) await postgres.run(statement, url)
      return postgresColumns((sql) => postgres.run(sql, url))
    },
  },
]

describe.each(ENGINES)('the text of a migration of $engine', ({ engine, columnsAfter }) => {
  it('makes every table that there is as it is described', async () => {
    const stored = await columnsAfter(TABLE_LIST.map((each) => createTable(engine, each)))
    expect(inOrder(stored)).toEqual(inOrder(describedColumns(engine)))
  })

  it('adds every column that may be added as it is described', async () => {
    const keys = TABLE_LIST.filter(({ key }) => key.length > 0).map(keysOnly)
    const added = TABLE_LIST.filter(({ key }) => key.length > 0).flatMap((each) =>
      Object.keys(each.columns)
        .filter((name) => !each.key.includes(name) && each.columns[name]?.isOptional === true)
        .map((name) => ({ of: each, name })),
    )
    expect(added.length).toBeGreaterThan(90)
    const stored = await columnsAfter([
      ...keys.map((each) => createTable(engine, each)),
      ...added.map(({ of, name }) => addColumn(engine, of, name)),
    ])
    const wanted = TABLE_LIST.filter(({ key }) => key.length > 0).map(optionalToo)
    expect(inOrder(stored)).toEqual(inOrder(describedColumns(engine, wanted)))
  })
})

function withColumns(
  of: TableDescription,
  isWanted: (name: string, column: Column) => boolean,
): TableDescription {
  const wanted = Object.entries(of.columns).filter(([name, column]) => isWanted(name, column))
  return { ...of, columns: Object.fromEntries(wanted) }
}

const keysOnly = (of: TableDescription) => withColumns(of, (name) => of.key.includes(name))
const optionalToo = (of: TableDescription) =>
  withColumns(of, (name, column) => of.key.includes(name) || column.isOptional)

const cups = table({
  name: 'cup',
  key: ['id'],
  columns: {
    id: text,
    maker: { ...text, ofOlderRows: "it's old" },
    size: oneOf('small', 'large'),
    paidIn: optional(sorted(currency)),
    isHot: flag,
    drunk: natural,
    refills: version,
    chips: integerBetween(3, Infinity),
    priceMinor: integer,
  },
  insert: 'insertCup',
})

/** Values at and beyond the edge of each kind. */
const TRIED: Readonly<Record<string, readonly unknown[]>> = {
  size: ['small', 'large', 'huge', ''],
  paidIn: ['EUR', 'EURO', 'eur', 'E1R', null],
  drunk: [0, -1, Number.MAX_SAFE_INTEGER],
  refills: [1, 0],
  chips: [3, 2, Number.MAX_SAFE_INTEGER],
  priceMinor: [-5, 0, 7],
}

const SOUND = { id: 'a', maker: 'b', size: 'small', paidIn: 'EUR', isHot: false, drunk: 0 }

/** An INSERT of one row, whose values are harmless. */
function insertOf(engine: Engine, changed: Readonly<Record<string, unknown>>): string {
  const row = { ...SOUND, refills: 1, chips: 3, priceMinor: 0, ...changed }
  const values = Object.values(row).map((value) => {
    if (typeof value === 'boolean') return engine === 'sqlite' ? Number(value) : value
    return typeof value === 'string' ? `'${value}'` : String(value)
  })
  return `INSERT INTO cup VALUES (${values.join(', ')})`
}

const tried = Object.entries(TRIED).flatMap(([name, values]) =>
  values.map((value) => ({ name, value })),
)

describe('the CHECKs of a new table', () => {
  const fits = (name: string, value: unknown) =>
    cups.columns[name as keyof typeof cups.columns].fits(value)

  it.each(tried)('take what the memory engine takes, on SQLite: $name $value', (of) => {
    const database = new Database(':memory:')
    database.exec(createTable('sqlite', cups))
    const insert = () => database.exec(insertOf('sqlite', { [of.name]: of.value }))
    if (fits(of.name, of.value)) insert()
    else expect(insert).toThrow('CHECK')
    database.close()
  })

  it('take it on PostgreSQL', async () => {
    const url = await postgres.freshDatabase()
    await postgres.run(createTable('postgres', cups), url)
    for (const { name, value } of tried) {
      await postgres.run('DELETE FROM cup', url)
      const inserted = postgres.run(insertOf('postgres', { [name]: value }), url)
      if (fits(name, value)) await inserted
      else await expect(inserted).rejects.toThrow('valid_')
    }
  })
})

describe('a new migration', () => {
  const stored = describedColumns('sqlite')

  it('is none where the migrations have all that is described', () => {
    expect(newMigration(migratedSqliteColumns())).toBeUndefined()
  })

  it('makes a new table, and says what is by hand', () => {
    expect(newMigration(stored, [...TABLE_LIST, cups])).toEqual({
      sqlite: `CREATE TABLE cup (
  id TEXT NOT NULL PRIMARY KEY,
  maker TEXT NOT NULL DEFAULT 'it''s old',
  size TEXT NOT NULL,
  paid_in TEXT,
  is_hot INTEGER NOT NULL,
  drunk INTEGER NOT NULL,
  refills INTEGER NOT NULL,
  chips INTEGER NOT NULL,
  price_minor INTEGER NOT NULL,
  CONSTRAINT valid_size CHECK (size = 'small' OR size = 'large'),
  CONSTRAINT valid_paid_in CHECK (paid_in GLOB '[A-Z][A-Z][A-Z]'),
  CONSTRAINT valid_is_hot CHECK (is_hot = 0 OR is_hot = 1),
  CONSTRAINT valid_drunk CHECK (drunk BETWEEN 0 AND 9007199254740991),
  CONSTRAINT valid_refills CHECK (refills BETWEEN 1 AND 9007199254740991),
  CONSTRAINT valid_chips CHECK (chips >= 3)
) STRICT;
`,
      postgres: expect.stringContaining('paid_in TEXT COLLATE "C",'),
      byHand: [
        'cup.price_minor has no range: write its CHECK limit_… if it is an amount',
        'cup: its indexes and triggers, WITHOUT ROWID for small rows',
      ],
    })
  })

  it('adds a column to a table that there is', () => {
    const [first, ...others] = TABLE_LIST
    if (first === undefined) throw new Error('There are tables')
    const columns = { ...first.columns, nick: { ...text, ofOlderRows: '' } }
    expect(newMigration(stored, [{ ...first, columns }, ...others])).toEqual({
      sqlite: `ALTER TABLE entity ADD COLUMN nick TEXT NOT NULL DEFAULT '';\n`,
      postgres: `ALTER TABLE entity ADD COLUMN nick TEXT NOT NULL DEFAULT '';\n`,
      byHand: [],
    })
  })

  it.each<readonly [string, (columns: Record<string, Column>) => void, RegExp]>([
    ['a removed column', (of) => delete of.maker, /^cup\.maker is described no more/],
    [
      'another type',
      (of) => Object.assign(of, { maker: natural }),
      /^cup\.maker was TEXT NOT NULL/,
    ],
    ['NULL', (of) => Object.assign(of, { isHot: optional(flag) }), /^cup\.is_hot was INTEGER NOT/],
    [
      'no value of older rows',
      (of) => Object.assign(of, { nick: text }),
      /^cup\.nick may not be null/,
    ],
  ])('refuses %s', (_, change, what) => {
    const columns: Record<string, Column> = { ...cups.columns }
    change(columns)
    const before = describedColumns('sqlite', [cups])
    expect(() => newMigration(before, [{ ...cups, columns }])).toThrow(what)
  })
})
