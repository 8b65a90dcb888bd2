import { describe, expect, test } from 'vitest'
import { samplesOf } from '../../server/parameters/formats.fixture.ts'
import { documented } from '../../server/parameters/interface-rows.fixture.ts'
import { parametersOf } from '../../server/parameters/operations.ts'
import { planOf } from '../../server/parameters/plan.ts'
import { bodyOf, messagesOf } from '../../server/parameters/requests.fixture.ts'
import type { ParameterTable } from '../../server/parameters/table.ts'
import { tables } from '../../server/parameters/tables.ts'
import { toTree } from '../../server/parameters/tree.ts'
import { valueWords } from '../../server/parameters/value-words.ts'
import { documentParts } from '../../server/testing/all-features.fixture.ts'
import { type OpenApiContent, openApiDocument } from './document.ts'
import { bodiesOf } from './documented-routes.ts'
import { examplesOf, requestExamples } from './examples.ts'
import type { JsonSchema } from './json-schema.ts'
import { explainedNames } from './meanings.ts'
import { schemaCheck } from './schema-check.fixture.ts'
import { onWire, takenParameters } from './taken-parameters.ts'
import { valueSchema } from './value-schema.ts'

const parts = documentParts('https://pay.example.com', 'test')
const document = openApiDocument(parts)
const { faults, resolve } = schemaCheck(document.components.schemas)
const everyOperation = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
)

/** Every schema of the document with all that stand in it. */
function* schemasIn(value: unknown): Generator<JsonSchema> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield value as JsonSchema
  for (const member of Object.values(value)) yield* schemasIn(member)
}

const everySchema = [...schemasIn(document.components.schemas)]

describe('the OpenAPI 3.1 document', () => {
  test('has every mandatory member', () => {
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'Tillgate', version: 'v1' },
      servers: [{ url: 'https://pay.example.com' }],
    })
    const names = Object.keys(document.components.schemas)
    expect(names.filter((name) => !/^[A-Za-z0-9._-]+$/.test(name))).toEqual([])
  })

  test('names every operation once', () => {
    const ids = everyOperation.map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toHaveLength(parts.routes.length)
  })

  test.each(everyOperation)('$method $path declares its path parameters', (operation) => {
    const declared = (operation.parameters ?? []).flatMap((parameter) =>
      'in' in parameter && parameter.in === 'path' ? [parameter.name] : [],
    )
    const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    expect(declared).toEqual(inPath)
  })

  test.each(everyOperation)('$method $path describes each of its answers', ({ responses }) => {
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', 'default']))
    for (const response of Object.values(responses)) expect(response.description).not.toBe('')
  })

  test('has no reference without a target', () => {
    const text = JSON.stringify(document)
    for (const [, section = '', name = ''] of text.matchAll(
      /"#\/components\/(parameters|headers|securitySchemes)\/(\w+)"/g,
    )) {
      expect(document.components).toHaveProperty([section, name])
    }
    for (const { $ref } of everySchema) if (typeof $ref === 'string') resolve($ref)
  })

  test('has patterns that every reader of JSON Schema can read', () => {
    for (const { pattern, patternProperties } of everySchema) {
      const shapes = [pattern, ...Object.keys(patternProperties ?? {})]
      for (const shape of shapes) {
        if (typeof shape !== 'string') continue
        new RegExp(shape, 'u')
        new RegExp(shape)
        // Readers without the flag u, or without look-aheads, would read something else.
        expect(shape).not.toMatch(/\\[pP]\{|\\u\{|\(\?/)
      }
    }
  })

  test('requires only properties that it declares', () => {
    for (const { required, properties = {} } of everySchema) {
      if (!Array.isArray(required)) continue
      expect(Object.keys(properties)).toEqual(expect.arrayContaining(required))
    }
  })

  test('shows an example refusal for each status', () => {
    const codes = everyOperation.flatMap(({ responses }) =>
      Object.entries(responses).flatMap(([status, { content }]) => {
        const shown = content['application/json']?.examples?.RefusalAnswer?.value
        const { result } = (shown ?? {}) as { readonly result?: { readonly code: string } }
        return result === undefined ? [] : [`${status} ${result.code}`]
      }),
    )
    expect([...new Set(codes)].sort()).toEqual([
      '400 200.300.404',
      '401 800.900.300',
      '403 800.900.301',
      '404 100.150.200',
      '404 100.360.303',
      '404 200.300.404',
      '404 700.400.580',
      '409 800.110.100',
      '409 800.600.100',
      '413 200.300.404',
      '415 200.300.404',
      '429 800.120.100',
      '500 999.999.999',
      '503 800.120.100',
      'default 200.300.403',
    ])
  })

  test('shows examples that fit their schemas', () => {
    const contents = everyOperation.flatMap(({ requestBody, responses }) =>
      [requestBody, ...Object.values(responses)].flatMap((holder): readonly OpenApiContent[] =>
        Object.values(holder?.content ?? {}),
      ),
    )
    const shown = contents.flatMap(({ schema, examples = {} }) =>
      Object.values(examples).map(({ value }) => faults(value, schema)),
    )
    expect(shown.length).toBeGreaterThan(20)
    expect(shown.flat()).toEqual([])
    for (const schema of everySchema) {
      for (const example of schema.examples ?? []) expect(faults(example, schema)).toEqual([])
    }
  })
})

const samplesBySection = new Map(
  documented.map(({ section, rows }) => [section, samplesOfRows(rows)] as const),
)
/** Where two tables share a name, those of the first. */
const sampleOf = new Map(
  [...samplesBySection.values()].flatMap((samples) => [...samples]).reverse(),
)

/** Of parameters that the interface document does not know, or not in this form. */
const undocumented: Readonly<Record<string, string>> = {
  'giftCards.restAmount': '70.00',
  pageOrigins: 'https://shop.example',
  scopes: 'read,pay',
  addresses: '192.0.2.10',
  expiresAt: '2027-01-01 00:00:00',
  'shown.amount': '92.00',
  'shown.currency': 'EUR',
  advance: 'P1D',
  email: 'jane@shop.example',
  active: 'false',
  kind: 'channel',
  tokenRole: 'merchant',
  role: 'reader',
  token: 'a'.repeat(43),
  disputeCode: '000.100.220',
  acceptDifference: '-0.50',
  acceptCurrency: 'USD',
  respondByDays: '30',
  to: '2026-11-21',
  code: '800.100.152',
  types: 'PAYMENT,RISK',
  actions: 'DELETED',
  paymentTypes: 'DB,RF',
  secret: '07'.repeat(32),
  olderSecretHours: '24',
  'date.from': '2026-11-20 00:00:00',
  'date.to': '2026-11-20 23:59:59',
  'job.timeZone': 'Europe/Berlin',
  dryRun: 'true',
  seen: '3-2-1',
  cursor: '1763650800000.8ac7a4a19ab1c2d3e4f5061728394a5e',
}

function samplesOfRows(rows: string) {
  return new Map(
    rows
      .trim()
      .split('\n')
      .map((line) => line.split('|').map((part) => part.trim()))
      .map(([name = '', format = '']) => [name, samplesOf(format)] as const),
  )
}

function schemasOf(id: string, body: string) {
  const operation = everyOperation.find(({ operationId }) => operationId === id)
  const content = operation?.requestBody?.content ?? {}
  const named = (type: string, name: string): JsonSchema => {
    const { anyOf, ...only } = content[type]?.schema ?? {}
    const schema = anyOf === undefined ? only : anyOf.find(({ $ref }) => $ref?.endsWith(`/${name}`))
    return schema ?? {}
  }
  return {
    json: named('application/json', body),
    form: named('application/x-www-form-urlencoded', `${body}Form`),
  }
}

const bodied = parts.routes.flatMap((route) =>
  bodiesOf(route).map(({ operation, body }) => ({ id: route.id, operation, body })),
)

describe('the OpenAPI document and the parameters of the gateway', () => {
  const withoutMissing = (found: readonly string[]) =>
    found.filter((fault) => !fault.endsWith('is required'))

  test.each(bodied)('$id, $body: every parameter is in both bodies', ({ id, operation, body }) => {
    const { json, form } = schemasOf(id, body)
    for (const { name, type, keyPrefix } of takenParameters(operation)) {
      const samples = type.kind === 'choice' ? type.values : (sampleOf.get(name)?.taken ?? [])
      const value = undocumented[name] ?? samples[0] ?? '8ac7a4c79394bdc801939736f17e063d'
      const sent = { [onWire(name).replace('any_key', `${keyPrefix}any_key`)]: value }
      expect([name, withoutMissing(faults(sent, form))]).toEqual([name, []])
      expect([name, withoutMissing(faults(toTree(sent), json))]).toEqual([name, []])
    }
  })

  test.each(bodied)('$id, $body: no other parameter is in them', ({ id, operation, body }) => {
    const { json, form } = schemasOf(id, body)
    const { refused = {}, without = [] } = parametersOf(operation)
    const elsewhere = ['job.nothing', 'cart.items[n].nothing', 'customParameters[a b]', 'nothing']
    for (const name of [...Object.keys(refused), ...without, ...elsewhere]) {
      const sent = { [onWire(name)]: '1' }
      expect([name, withoutMissing(faults(sent, form))]).not.toEqual([name, []])
      expect([name, withoutMissing(faults(toTree(sent), json))]).not.toEqual([name, []])
    }
  })

  test.each(bodied)('$id, $body: the same parameters are required', ({ id, operation, body }) => {
    const { form } = schemasOf(id, body)
    const isPartial = parts.routes.find((route) => route.id === id)?.partial === true
    const required = isPartial ? [] : planOf(operation, 'strict').required
    expect(resolve(form.$ref ?? '').required ?? []).toEqual(
      takenParameters(operation).flatMap(({ name }) =>
        required.some((one) => one === name) ? [name] : [],
      ),
    )
  })

  test.each(parts.routes.filter((route) => bodiesOf(route).length > 0))(
    '$id: its examples are accepted, and there is one for each body',
    (route) => {
      const ownOperations = bodiesOf(route).map(({ operation }) => operation)
      const isPartial = route.partial === true
      const before = isPartial ? (requestExamples.createCheckout?.[0]?.parameters ?? {}) : {}
      const examples = examplesOf(route, 'test')
      const takers = examples.map(({ parameters }) => {
        const sent = bodyOf({ ...before, ...parameters })
        return ownOperations.filter((operation) => messagesOf(operation, sent).length === 0)
      })
      for (const taking of takers) expect(taking).not.toEqual([])
      expect(new Set(takers.flat())).toEqual(new Set(ownOperations))
    },
  )
})

const everyRow = documented.flatMap(({ section, tables: names }) =>
  names.flatMap((table) =>
    Object.entries<ParameterTable['rows'][string]>(tables[table].rows).map(([name, row]) => ({
      section,
      name,
      row,
    })),
  ),
)

/** Lists and calendars that a schema does not know. */
const LOOSE = ['date', 'timestamp', 'currency', 'country', 'url', 'integer', 'list', 'text']

describe('the schema of a value', () => {
  test.each(everyRow)(
    '$section: $name accepts the values that the gateway accepts',
    ({ section, name, row }) => {
      const samples = samplesBySection.get(section)?.get(name)
      if (samples === undefined) throw new Error(`${name} has no samples`)
      const schema = valueSchema(row.type)
      for (const value of samples.taken) expect([value, faults(value, schema)]).toEqual([value, []])
      if (LOOSE.includes(row.type.kind)) return
      for (const value of samples.refused) {
        expect([value, faults(value, schema)]).not.toEqual([value, []])
      }
    },
  )

  test('has a description in words', () => {
    for (const { row } of everyRow) expect(valueWords(row.type)).not.toBe('')
  })
})

test('each explained name is a parameter of a table', () => {
  const names = new Set(
    Object.values<ParameterTable>(tables).flatMap(({ rows }) => Object.keys(rows)),
  )
  expect(explainedNames.filter((name) => !names.has(name))).toEqual([])
})

describe('the document of live', () => {
  const live = openApiDocument(documentParts('https://pay.example.com', 'live'))
  const text = JSON.stringify(live)

  test('contains nothing that only the test environment has', () => {
    expect(text).not.toMatch(/\/test\/|SIMULATOR_|TestClock|WalletToken/)
    expect(live.tags).not.toContainEqual({ name: 'Test' })
  })

  test('contains everything else', () => {
    const paths = Object.keys(document.paths)
    expect(paths.filter((path) => !(path in live.paths))).toEqual([
      '/test/wallet-tokens',
      '/test/clock',
      '/test/disputes',
    ])
    const names = Object.keys(document.components.schemas)
    const left = names.filter((name) => !(name in live.components.schemas))
    expect(left.filter((name) => !/^(?:TestClock|WalletToken|DisputeReport)/.test(name))).toEqual(
      [],
    )
  })

  test('has no reference without a target', () => {
    const references = [...text.matchAll(/"#\/components\/schemas\/([^"/]+)/g)].map(
      ([, name]) => name,
    )
    expect(references.filter((name = '') => !(name in live.components.schemas))).toEqual([])
  })
})
