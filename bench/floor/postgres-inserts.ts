import type { QueryConfig } from 'pg'
import type { FloorPayment } from './schema.ts'

type ColumnType = 'text' | 'bigint'
type Cell = string | number

/** One statement that inserts all rows of a batch into one table, and how a payment makes its rows. */
interface TableInsert {
  readonly name: string
  readonly text: string
  readonly columnCount: number
  readonly rowsOf: (payment: FloorPayment) => readonly (readonly Cell[])[]
}

function tableInsert(
  table: string,
  columns: Readonly<Record<string, ColumnType>>,
  rowsOf: TableInsert['rowsOf'],
): TableInsert {
  const names = Object.keys(columns)
  const arrays = Object.values(columns).map((type, index) => `$${index + 1}::${type}[]`)
  return {
    name: `insert ${table}`,
    text: `INSERT INTO ${table} (${names.join(', ')}) SELECT * FROM unnest(${arrays.join(', ')})`,
    columnCount: names.length,
    rowsOf,
  }
}

const INSERTS: readonly TableInsert[] = [
  tableInsert(
    'vault_record',
    { id: 'text', entity_id: 'text', key_id: 'text', sealed: 'text', created_at_ms: 'bigint' },
    ([columns, , sealedCard]) => [[columns[8], columns[1], 'floor', sealedCard, columns[9]]],
  ),
  tableInsert(
    'payment',
    {
      id: 'text',
      entity_id: 'text',
      payment_type: 'text',
      payment_brand: 'text',
      amount_minor: 'bigint',
      currency: 'text',
      merchant_transaction_id: 'text',
      result_code: 'text',
      vault_record_id: 'text',
      created_at_ms: 'bigint',
      version: 'bigint',
      details: 'text',
    },
    ([columns]) => [columns],
  ),
  tableInsert(
    'payment_event',
    { payment_id: 'text', sequence: 'bigint', kind: 'text', at_ms: 'bigint', data: 'text' },
    ([columns]) => [[columns[0], 1, 'succeeded', columns[9], '{}']],
  ),
  tableInsert(
    'posting',
    {
      payment_id: 'text',
      account: 'text',
      amount_minor: 'bigint',
      currency: 'text',
      at_ms: 'bigint',
    },
    ([[id, , , , amountMinor, currency, , , , createdAtMs]]) => [
      [id, 'shopper', -amountMinor, currency, createdAtMs],
      [id, 'captured', amountMinor, currency, createdAtMs],
    ],
  ),
  tableInsert(
    'outbox',
    { payment_id: 'text', sequence: 'bigint', due_at_ms: 'bigint' },
    ([columns]) => [[columns[0], 1, columns[9]]],
  ),
  tableInsert('idempotency', { key: 'text', payment_id: 'text' }, ([columns, idempotencyKey]) => [
    [idempotencyKey, columns[0]],
  ]),
]

/** The statements that write a batch, seven rows for each payment: six tables, one statement each. */
export function insertsOf(batch: readonly FloorPayment[]): QueryConfig<Cell[][]>[] {
  return INSERTS.map(({ name, text, columnCount, rowsOf }) => {
    const values = Array.from({ length: columnCount }, (): Cell[] => [])
    for (const payment of batch) {
      for (const row of rowsOf(payment)) {
        for (let column = 0; column < columnCount; column++) {
          values[column]?.push(row[column] ?? '')
        }
      }
    }
    return { name, text, values }
  })
}
