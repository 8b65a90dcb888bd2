import { describe, expect, it } from 'vitest'
import { instrumentNames, instrumentTables } from '../../parameters/instrument-tables.ts'
import type { ParameterTable } from '../../parameters/table.ts'
import { instrumentModules, waysToPay } from './instruments.ts'

const rows = instrumentTables.flatMap((table: ParameterTable) => Object.keys(table.rows))

describe('the modules of instruments', () => {
  it.each(instrumentNames)('read an instrument that only sends %s', (name) => {
    expect(
      waysToPay.filter(({ marks }) => (marks as readonly string[]).includes(name)),
    ).toHaveLength(1)
  })

  it('use only parameters of the tables of instruments', () => {
    const marks = waysToPay.flatMap((way) => [...way.marks, ...(way.weakMarks ?? [])])
    expect(marks.filter((name) => name !== 'registrationId' && !rows.includes(name))).toEqual([])
  })

  it('cover every prefix of the names in these tables', () => {
    const beginnings = new Set(waysToPay.flatMap(({ within }) => within))
    const unknown = rows.filter(
      (name) =>
        name !== 'transactionDueDate' && ![...beginnings].some((one) => name.startsWith(one)),
    )
    expect(unknown).toEqual([])
  })

  it('can be stored if their tables say so', () => {
    const kept = instrumentModules.flatMap(({ kept, within }) => (kept === undefined ? [] : within))
    const storable = instrumentTables.flatMap(({ paysWith, rows: own }) =>
      paysWith.isStorable ? Object.keys(own) : [],
    )
    const wallets = waysToPay.flatMap((way) => ('kind' in way ? [] : way.within))
    const unkept = storable.filter(
      (name) =>
        name !== 'transactionDueDate' && ![...kept, ...wallets].some((one) => name.startsWith(one)),
    )
    expect(unkept).toEqual([])
  })
})
