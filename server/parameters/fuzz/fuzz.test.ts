import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type FuzzedOperation,
  fuzzedOperations,
  type SoundBody,
  soundBodies,
} from './corpus.fixture.ts'
import { type FuzzedGateway, openFuzzedGateway } from './fuzzed-gateway.fixture.ts'
import { type FuzzedRequest, fuzzedRequest } from './fuzzed-request.fixture.ts'
import { CARD_NUMBERS } from './hostile-texts.fixture.ts'
import { judge, type Verdict } from './judge.fixture.ts'
import { repeat } from './run.fixture.ts'

const execute = promisify(execFile)

/** What the job of a million does (`node run.mjs fuzz`), as much of it as a test may take. */
const BODIES = 10_000

/** What the job says in its last line, as far as it is asked here. */
interface Figures {
  readonly failures: number
  readonly answers: Readonly<Record<string, number>>
}

/** One for all requests of this file. */
let gateway: FuzzedGateway
beforeAll(async () => {
  gateway = await openFuzzedGateway()
})
afterAll(() => gateway.close())

const [NUMBER] = CARD_NUMBERS
const FORM = 'application/x-www-form-urlencoded'
const sound = formOf(soundBodies('payments.create')[0] ?? [])

function formOf(pairs: SoundBody): string {
  return new URLSearchParams(pairs.map((pair) => [...pair])).toString()
}

async function verdictOn(
  operation: FuzzedOperation,
  sent: { readonly contentType: string; readonly body: string; readonly paymentType?: string },
): Promise<Verdict> {
  const { contentType, body, paymentType = '' } = sent
  const request: FuzzedRequest = {
    operation,
    profile: 'strict',
    paymentType,
    format: 'form',
    headers: { 'content-type': contentType },
    body: Buffer.from(body),
    mutations: [],
  }
  return judge(request, await gateway.send(request))
}

describe('random wrong bodies', () => {
  it('are answered in the common shape, leak no card number and change no prototype', async () => {
    // The job itself, because the gateway runs in half the time as it is bundled. It tells each failure.
    const { stdout } = await execute(process.execPath, [
      'scripts/fuzz.mjs',
      '--bodies',
      `${BODIES}`,
    ])
    const { failures, answers } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Figures
    expect(failures).toBe(0)
    expect(Object.values(answers).reduce((sum, count) => sum + count, 0)).toBe(BODIES)
  }, 240_000)

  it('are the same for the same seed and number, and others for another seed', async () => {
    const { request, fault } = await repeat(7, 1234)
    expect(fault).toBeUndefined()
    expect(request).toEqual(fuzzedRequest(7, 1234))
    expect(request).not.toEqual(fuzzedRequest(8, 1234))
  })
})

/** What the job has found. */
const found: readonly [what: string, contentType: string, body: string][] = [
  ['the content type', `text/plain; ${NUMBER}`, ''],
  ['a reference that matches nothing', FORM, `${sound}&referenceUuid=${NUMBER}`],
  ['a name that is not UTF-8', FORM, `card.49291234%F5%80%80%80%80%8056789015=x`],
]

describe('a refusal', () => {
  it.each(found)('shows no card number of %s', async (_what, contentType, body) => {
    const verdict = await verdictOn('payments.create', { contentType, body })
    expect(verdict).toEqual({ kind: expect.stringMatching(/^4/), carriedNumber: false })
  })
})

const JSON_TYPE = 'application/json'

/** What a person has found: each of them held the gateway up for a third of a second to for ever. */
const costly: readonly [what: string, contentType: string, body: string][] = [
  ['a long name over 2,000 values', JSON_TYPE, `{"${'a'.repeat(16_390)}":[${ones(2000)}]}`],
  ['the longest name over 19,000', JSON_TYPE, `{"${'a'.repeat(900_000)}":[${ones(19_000)}]}`],
  [
    'long names that differ in the end',
    JSON_TYPE,
    JSON.stringify(Object.fromEntries(longNames(60).map((name) => [name, 1]))),
  ],
  [
    'long names of a form',
    FORM,
    longNames(60)
      .map((name) => `${name}=1`)
      .join('&'),
  ],
  ['empty objects', JSON_TYPE, `{"a":[${'{},'.repeat(340_000)}{}]}`],
  ['numbers', JSON_TYPE, `{"a":[${ones(500_000)}]}`],
]

function ones(count: number): string {
  return Array(count).fill(1).join()
}

function longNames(count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => `${'a'.repeat(16_390)}${at}`)
}

describe('an expensive body', () => {
  it.each(costly)('of %s is refused', async (_what, contentType, body) => {
    for (const operation of ['payments.create', 'checkouts.submit'] as const) {
      const verdict = await verdictOn(operation, { contentType, body })
      expect(verdict).toEqual({ kind: '400 200.300.404', carriedNumber: false })
    }
  })
})

describe('the bodies from which the random ones are made', () => {
  it.each(fuzzedOperations)('of %s are accepted', async (operation) => {
    for (const body of soundBodies(operation)) {
      const paymentType = body.find(([name]) => name === 'paymentType')?.[1] ?? ''
      const sent = { contentType: FORM, body: formOf(body), paymentType }
      const verdict = await verdictOn(operation, sent)
      expect([body, verdict]).toEqual([
        body,
        expect.objectContaining({ kind: expect.stringMatching(/^200 000/) }),
      ])
    }
  })
})
