import fc from 'fast-check'
import { expect, test } from 'vitest'
import { flattenJson, isBodyFault, parseFormBody } from './flat-body.ts'
import { type Operation, operations } from './operations.ts'
import { strict } from './requests.fixture.ts'
import type { FlatBody, ParameterTable } from './table.ts'
import { tables } from './tables.ts'
import { toTree } from './tree.ts'
import { validate } from './validate.ts'
import { ParameterValues } from './values.ts'

const rowNames = Object.values<ParameterTable>(tables).flatMap((table) => Object.keys(table.rows))
const index = fc.oneof(
  fc.nat(1100).map(String),
  fc.constantFrom('', '01', '-1', '__proto__', '[0]', '9e9'),
)
const knownName = fc
  .tuple(fc.constantFrom(...rowNames), index)
  .map(([name, at]) => name.replaceAll('[n]', `[${at}]`).replace('[key]', `[SHOPPER_${at}]`))
const brokenName = fc
  .tuple(
    knownName,
    fc.nat(30),
    fc.constantFrom('.', '[', ']', '__proto__', '\0', '%', '\ud800', 'constructor', '=', '&'),
  )
  .map(([name, at, insert]) => name.slice(0, at) + insert + name.slice(at))
const name = fc.oneof(
  { weight: 6, arbitrary: knownName },
  { weight: 2, arbitrary: brokenName },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '__proto__',
      'constructor.prototype.x',
      'a.'.repeat(1000),
      '[0]'.repeat(1000),
      '',
    ),
  },
)
const value = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '92.00',
    '10.5',
    'EUR',
    'DB',
    'CP',
    'true',
    'on',
    '2028-02-30',
    '4200000000000000',
    'https://shop.example/',
  ),
)
const pairs = fc.array(fc.tuple(name, value), { maxLength: 25 })
const escapedForm = pairs.map((list) =>
  list
    .map((pair) => pair.map((part) => encodeURIComponent(part.toWellFormed())).join('='))
    .join('&'),
)
/** Bytes of a form with some of them replaced, so that escapes and UTF-8 break anywhere. */
const mutatedForm = fc
  .tuple(escapedForm, fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 5 }))
  .map(([form, changes]) => {
    const bytes = Buffer.from(form)
    for (const [at, byte] of changes) if (bytes.length > 0) bytes[at % bytes.length] = byte
    return bytes
  })
const json = fc.oneof(
  fc.jsonValue({ maxDepth: 20 }),
  pairs.map((list) => Object.fromEntries(list)),
)
const context = fc.record({
  profile: fc.constantFrom('strict' as const, 'legacy' as const),
  environment: fc.constantFrom('test' as const, 'live' as const),
  nowMs: fc.constant(strict.nowMs),
})
const operation = fc.constantFrom(...(Object.keys(operations) as Operation[]))

function readAll(body: FlatBody, asked: Operation, profile: Parameters<typeof validate>[2]) {
  const checked = validate(asked, body, profile)
  // A checkout that holds nothing changes nothing; but then every rule is asked.
  expect(validate(asked, body, { ...profile, stored: ParameterValues.of([]) })).toEqual(checked)
  if (!checked.ok) {
    expect(checked.errors.length).toBeGreaterThan(0)
    for (const error of checked.errors) {
      expect(error.message).not.toBe('')
      expect(error.name.length).toBeLessThan(110)
      expect(error.value.length).toBeLessThan(110)
    }
    return
  }
  toTree(checked.values.echo())
  // What was accepted once is accepted again: checkouts are stored as their entries.
  expect(validate(asked, [...checked.values.entries()], profile).ok).toBe(true)
}

/** R-FZ-1, as many runs as a test may take. */
test('no body makes the parser or the validator throw, and none reaches Object.prototype', () => {
  const forms = fc.oneof(mutatedForm.map(parseFormBody), escapedForm.map(parseFormBody))
  const bodies = fc.oneof(forms, json.map(flattenJson), pairs)
  fc.assert(
    fc.property(bodies, operation, context, (body, asked, profile) => {
      if (!isBodyFault(body)) readAll(body, asked, profile)
    }),
    { numRuns: 5000 },
  )
  expect(Object.keys(Object.prototype)).toEqual([])
}, 300_000)

test('any text arrives as it was sent, except surrounding blanks', () => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are refused, not carried
  const printable = fc.string({ unit: 'grapheme' }).filter((text) => !/[\0-\x1f]/.test(text))
  fc.assert(
    fc.property(fc.array(fc.tuple(printable, printable)), (list) => {
      const flat = parseFormBody(new URLSearchParams(list.map((pair) => [...pair])).toString())
      const expected = list
        .map(([key, text]) => [key, text.trim()])
        .filter(([, text]) => text !== '')
      expect(flat).toEqual(expected)
    }),
  )
})
