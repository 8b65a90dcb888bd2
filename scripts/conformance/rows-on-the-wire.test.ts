import { beforeAll, describe, expect, it } from 'vitest'
import type { DocumentedRoute } from '../../reference/openapi/documented-routes.ts'
import { takenParameters } from '../../reference/openapi/taken-parameters.ts'
import { samplesOf } from '../../server/parameters/formats.fixture.ts'
import { documented } from '../../server/parameters/interface-rows.fixture.ts'
import { documentParts } from '../../server/testing/all-features.fixture.ts'
import { cardPayment, type Form, useTestGateway } from '../../server/testing/gateway.fixture.ts'
import { whyUnsent } from './document.mjs'

/** The route that each row is sent to: the first that takes it. None for rows of answers and of later features. */
const routes = new Map<string, DocumentedRoute>()
/** Lists and reports have rows of the same names and of other formats: those of a section go to its routes. */
const TAGS: Readonly<Record<string, string>> = {
  'Query parameters': 'Queries',
  'Reporting parameters': 'Reports',
}
const routesOfTag = new Map<string, Map<string, DocumentedRoute>>()
for (const route of documentParts('', 'test').routes.toReversed()) {
  if (route.operation === undefined) continue
  for (const { name } of takenParameters(route.operation)) {
    routes.set(name, route)
    const ofTag = routesOfTag.get(route.tag) ?? new Map<string, DocumentedRoute>()
    routesOfTag.set(route.tag, ofTag.set(name, route))
  }
}

const everyRow = documented.flatMap(({ section, rows }) =>
  rows
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', format = ''] = line.split('|').map((part) => part.trim())
      const ofSection = routesOfTag.get(TAGS[section] ?? '')
      return { section, name, format, route: ofSection?.get(name) ?? routes.get(name) }
    }),
)

const gateway = useTestGateway()
let payment = ''

beforeAll(async () => {
  const { demo, post } = gateway()
  payment = (await post('/v1/payments', cardPayment(demo.entityId))).body.id
})

describe('every row of the interface document, over the wire', () => {
  it.each(sentRows())(
    '$section: $name is accepted, and refused by name when it is not $format',
    async (row) => {
      const { taken, refused } = samplesOf(row.format)
      const formatFaults = await Promise.all(sendable(refused).map((value) => faultOf(row, value)))
      expect(formatFaults).not.toContain(undefined)
      expect(formatFaults.length).toBeGreaterThan(0)
      const faults = await Promise.all(sendable(taken).map((value) => faultOf(row, value)))
      // A value of the right form may still not go with the rest of the request: that is another fault.
      for (const fault of faults) expect(formatFaults).not.toContain(fault ?? 'none')
    },
  )

  it('is tested, except those of answers and of later features', () => {
    const said = everyRow.filter(({ section, name }) => whyUnsent(section, name) !== undefined)
    const unsent = everyRow.filter(({ route }) => route === undefined)
    expect(unsent).toEqual(said.map((row) => expect.objectContaining({ name: row.name })))
  })
})

function sentRows() {
  return everyRow.flatMap(({ route, ...row }) =>
    route === undefined || whyUnsent(row.section, row.name) !== undefined
      ? []
      : [{ ...row, route }],
  )
}

/** Blanks at the end and characters that no form may hold say nothing about the row. */
function sendable(samples: readonly string[]): readonly string[] {
  return samples
    .filter((value) => !value.includes('\0') && value.trim() !== '')
    .map((value) => value.replace(/^\s|\s$/g, 'x'))
    .slice(0, 2)
}

/** What the answer says is wrong with the value of a row, if it says something. */
async function faultOf(
  { name, route }: { readonly name: string; readonly route: DocumentedRoute },
  value: string,
): Promise<string | undefined> {
  const onWire = name.replaceAll('[n]', '[0]').replace('[key]', '[VISA]')
  const { body } = await ask(route, { [onWire]: value })
  const { parameterErrors = [] } = body.result
  return parameterErrors.find((error) => error.name === onWire)?.message
}

function ask({ method, path, operation }: DocumentedRoute, row: Form) {
  const { demo, post, get } = gateway()
  const address = path.replace('{id}', payment)
  if (method !== 'post')
    return get(`${address}?${new URLSearchParams(row as Record<string, string>)}`)
  const base =
    operation === 'payments.create' ? cardPayment(demo.entityId) : { entityId: demo.entityId }
  return post(address, { ...base, ...row })
}
