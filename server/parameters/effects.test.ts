import { describe, expect, test } from 'vitest'
import { structures } from '../../reference/openapi/structures.ts'
import { takenParameters } from '../../reference/openapi/taken-parameters.ts'
import { documentParts } from '../testing/all-features.fixture.ts'
import { readBySources } from './read-names.fixture.ts'
import { type ParameterTable, passedOnRows } from './table.ts'
import { tables } from './tables.ts'

const { isRead, isMentioned } = readBySources()
const parts = documentParts('https://pay.example', 'test')

const takenOperations = parts.routes
  .flatMap(({ operation, alternative }) => [operation, alternative?.operation])
  .filter((operation) => operation !== undefined)

const takenRows = new Set(takenOperations.flatMap(takenParameters).map(({ row }) => row))

/** Every row that a route of today takes, and what is said of it. */
const taken = Object.values<ParameterTable>(tables).flatMap((table) => {
  const carried = new Set(passedOnRows(table))
  return Object.entries(table.rows).flatMap(([name, row]) =>
    takenRows.has(row) ? [{ name, row, isCarried: carried.has(name) }] : [],
  )
})

const namesWhere = (fits: (one: (typeof taken)[number]) => boolean) =>
  taken.filter(fits).map(({ name }) => name)

describe('every parameter that a route takes', () => {
  test('is read by code, or marked as only passed through', () => {
    expect(taken.length).toBeGreaterThan(450)
    expect(namesWhere(({ name, isCarried }) => !isRead(name) && !isCarried)).toEqual([])
  })

  test('that its route describes is read by code, beside its description', () => {
    const described = takenOperations.flatMap((operation) =>
      typeof operation === 'string' ? [] : takenParameters(operation).map(({ name }) => name),
    )
    expect(described.length).toBeGreaterThan(5)
    expect(described.filter((name) => !isMentioned(name))).toEqual([])
  })

  test('that its route describes as a secret is a secret of people', () => {
    const secrets = takenOperations.flatMap((operation) =>
      typeof operation === 'string'
        ? []
        : takenParameters(operation).flatMap(({ name, row }) =>
            row.secret === undefined ? [] : [`${operation.name} ${name} ${row.secret}`],
          ),
    )
    expect([...new Set(secrets)].toSorted()).toEqual(SECRETS)
  })

  test('that is only passed through is read by no code', () => {
    expect(namesWhere(({ name, isCarried }) => isCarried && isRead(name))).toEqual([])
  })

  test('exists in the table that its mark names', () => {
    for (const { rows, passedOn = [] } of Object.values<ParameterTable>(tables)) {
      const named = 'allExcept' in passedOn ? passedOn.allExcept : passedOn
      expect(Object.keys(rows)).toEqual(expect.arrayContaining([...named]))
    }
  })
})

const SECRETS = [
  'admin.rotateConnectorCredential credential code',
  'passwords.reset newPassword code',
  'passwords.reset token code',
  'people.accept code code',
  'people.accept password code',
  'people.accept token code',
  'people.mailInvitation token code',
  'people.readInvitation token code',
  'profile.changePassword newPassword code',
  'profile.changePassword password code',
  'profile.confirmTotp code code',
  'profile.offerTotp code code',
  'profile.offerTotp password code',
  'profile.removeTotp code code',
  'profile.removeTotp password code',
  'sessions.begin code code',
  'sessions.begin password code',
]

describe('the reference', () => {
  test('marks in each structure the parameters that are only passed through', () => {
    const carried = new Map(
      structures(parts.routes).map((structure) => [structure.id, structure.carried]),
    )
    expect(carried.get('airline')).toBe(
      'The gateway itself acts on none of it: it is only passed on, reported or given back.',
    )
    expect(carried.get('merchant')).toBe(
      'Of these the gateway itself acts on `merchant.name`; the others are only passed on, reported or given back.',
    )
    expect(carried.get('basicPayment')).toContain('`merchantMemo`')
    expect(carried.get('card')).toBeUndefined()
  })

  test('calls no parameter a parameter of the widget', () => {
    const labels = structures(parts.routes).flatMap(({ parameters }) =>
      parameters.flatMap(({ takenBy }) => takenBy),
    )
    expect([...new Set(labels)].filter((label) => /widget/i.test(label))).toEqual([])
  })
})
