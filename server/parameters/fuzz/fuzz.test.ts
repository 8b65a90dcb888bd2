import { describe, expect, it } from 'vitest'
import {
  type FuzzedOperation,
  fuzzedOperations,
  type SoundBody,
  soundBodies,
} from './corpus.fixture.ts'
import { openFuzzedGateway } from './fuzzed-gateway.fixture.ts'
import { type FuzzedRequest, fuzzedRequest } from './fuzzed-request.fixture.ts'
import { CARD_NUMBERS } from './hostile-texts.fixture.ts'
import { judge, type Verdict } from './judge.fixture.ts'
import { repeat, runFuzz } from './run.fixture.ts'

/** What the job of a million does (`npm run fuzz`), as much of it as a test may take. */
const BODIES = 20_000

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
  const gateway = await openFuzzedGateway()
  const answer = await gateway.send(request).finally(() => gateway.close())
  return judge(request, answer)
}

describe('bodies that are wrong', () => {
  it('are answered in the common shape, leak no card number and change no prototype', async () => {
    const report = await runFuzz({ seed: 1, bodies: BODIES })
    const shown = report.failures.map(({ number, fault, answer }) => ({
      number,
      fault,
      text: answer?.text.slice(0, 300),
    }))
    expect(shown).toEqual([])
    const answered = [...report.answers.values()].reduce((sum, count) => sum + count, 0)
    expect(answered).toBe(BODIES)
  }, 240_000)

  it('come again by their seed and number, and others by another seed', async () => {
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

describe('the bodies that they are made from', () => {
  it.each(fuzzedOperations)('of %s are right', async (operation) => {
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
