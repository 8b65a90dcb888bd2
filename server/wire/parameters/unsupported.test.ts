import { describe, expect, test } from 'vitest'
import { referencePage } from '../../api/pages/docs/page.ts'
import { documentParts } from '../../process/routes.ts'
import { openApiDocument } from '../openapi/document.ts'
import { structures } from '../openapi/structures.ts'
import { takenParameters } from '../openapi/taken-parameters.ts'
import { readBySources } from './read-names.fixture.ts'
import type { ParameterTable } from './table.ts'
import { tables } from './tables.ts'
import { passedOnRows, unsupportedNotes, unsupportedText } from './unsupported.ts'

const isRead = readBySources()
const parts = documentParts('https://pay.example', 'test')

const takenRows = new Set(
  parts.routes
    .flatMap(({ operation, alternative }) => [operation, alternative?.operation])
    .flatMap((operation) => (operation === undefined ? [] : takenParameters(operation)))
    .map(({ row }) => row),
)

/** Every row that a route of today takes, and what is said of it. */
const taken = Object.values<ParameterTable>(tables).flatMap((table) => {
  const carried = new Set(passedOnRows(table))
  return Object.entries(table.rows).flatMap(([name, row]) =>
    takenRows.has(row) ? [{ name, row, isCarried: carried.has(name) }] : [],
  )
})

/** Every member of a schema with what is said of it. */
function* membersIn(value: unknown): Generator<readonly [name: string, description: string]> {
  if (typeof value !== 'object' || value === null) return
  for (const [name, member] of Object.entries(value)) {
    if (typeof member?.description === 'string') yield [name, member.description]
    yield* membersIn(member)
  }
}

const namesWhere = (fits: (one: (typeof taken)[number]) => boolean) =>
  taken.filter(fits).map(({ name }) => name)

describe('every parameter that a route takes', () => {
  test('is read by code, or marked as only passed through or as waiting for a feature', () => {
    expect(taken.length).toBeGreaterThan(450)
    expect(
      namesWhere(({ name, row, isCarried }) => !isRead(name) && !isCarried && !row.waitsFor),
    ).toEqual([])
  })

  test('that is marked as waiting for a feature is read by no code', () => {
    expect(namesWhere(({ name, row }) => row.waitsFor !== undefined && isRead(name))).toEqual([])
  })

  test('that is only passed through is read by no code, and waits for no feature', () => {
    expect(
      namesWhere(
        ({ name, row, isCarried }) => isCarried && (isRead(name) || row.waitsFor !== undefined),
      ),
    ).toEqual([])
  })

  test('exists in the table that its mark names', () => {
    for (const { rows, passedOn = [] } of Object.values<ParameterTable>(tables)) {
      const named = 'allExcept' in passedOn ? passedOn.allExcept : passedOn
      expect(Object.keys(rows)).toEqual(expect.arrayContaining([...named]))
    }
  })
})

describe('the notice about parameters that wait for a feature', () => {
  test('names each of them with its feature', () => {
    const sent = [
      ['amount', '92.00'],
      ['notificationUrl', 'https://shop.example/told'],
      ['threeDSecure.challengeIndicator', '04'],
      ['threeDSecure.schemeData[CB-USECASE]', '01'],
      ['merchantMemo', 'for the books'],
    ] as const
    expect(unsupportedNotes(sent)).toEqual([
      'notificationUrl: taken, not acted on yet; waits for webhooks',
    ])
  })

  test('is absent when no parameter waits', () => {
    expect(
      unsupportedNotes([
        ['merchantMemo', 'x'],
        ['card.number', '4200000000000000'],
        ['nothing', 'x'],
      ]),
    ).toEqual([])
  })

  test('contains at most twenty names', () => {
    const sent = Array.from({ length: 25 }, () => ['notificationUrl'] as const)
    expect(unsupportedNotes(sent)[0]).toMatch(/ and 5 more: taken/)
  })
})

describe('the reference', () => {
  const waiting = taken.filter(({ row }) => row.waitsFor !== undefined)

  test('marks each waiting parameter as without effect, in /docs and in OpenAPI', () => {
    expect(waiting.map(({ name }) => name)).toContain('notificationUrl')
    const text = referencePage(parts).html
    const { schemas } = openApiDocument(parts).components
    const described = [...membersIn(schemas)]
    for (const { name, row } of waiting) {
      const words = unsupportedText(row.waitsFor ?? 'webhooks')
      const entry = text.slice(text.indexOf(`id="${name}"`)).split('</li>', 1)[0]
      expect([name, entry]).toEqual([name, expect.stringContaining(words)])
      const member = name.replace(/^.*[.[]([^.\]]+)\]?$/, '$1')
      const said = described.filter(
        ([of, description]) => of === member && description.endsWith(words),
      )
      expect([name, said.length > 0]).toEqual([name, true])
    }
  })

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
