import { describe, expect, it } from 'vitest'
import type { FuzzedAnswer } from './fuzzed-gateway.fixture.ts'
import type { FuzzedRequest } from './fuzzed-request.fixture.ts'
import { CARD_NUMBERS } from './hostile-texts.fixture.ts'
import { holdsCardNumber, judge, LARGEST_ANSWER_BYTES } from './judge.fixture.ts'
import { foreignNames, forgetForeignNames } from './prototypes.fixture.ts'

const [NUMBER] = CARD_NUMBERS
const memo = 'merchantMemo'

const request: FuzzedRequest = {
  operation: 'payments.create',
  profile: 'strict',
  paymentType: 'DB',
  format: 'form',
  headers: {},
  body: Buffer.from(`${memo}=number+${NUMBER}&card.number=${NUMBER}`),
  mutations: [],
}

const error = { name: 'amount', value: '1,00', message: 'must match' }
const refused = {
  result: { code: '200.300.404', description: 'invalid', parameterErrors: [error] },
  buildNumber: `${'0'.repeat(40)}@1970-01-01 00:00:00 +0000`,
  timestamp: '2026-11-20 15:00:00+0000',
  ndc: 'a'.repeat(32),
}
const paid = { ...refused, id: 'b'.repeat(32), result: { code: '000.100.110', description: 'ok' } }

function answer(body: object, more: Partial<FuzzedAnswer> = {}): FuzzedAnswer {
  const headers = { 'content-type': 'application/json; charset=utf-8' }
  const text = JSON.stringify(body)
  return { status: 400, headers, text, log: '', milliseconds: 1, ...more }
}

function errors(...parameterErrors: unknown[]): object {
  return { ...refused, result: { ...refused.result, parameterErrors } }
}

describe('the judge of answers', () => {
  it('finds nothing wrong with a refusal, nor with a payment', () => {
    expect(judge(request, answer(refused))).toMatchObject({
      kind: '400 200.300.404 parameterErrors',
    })
    expect(judge(request, answer(paid, { status: 200 }))).toMatchObject({ kind: '200 000.100.110' })
  })

  it.each<[what: string, wrong: FuzzedAnswer]>([
    ['a failure', answer(refused, { status: 500 })],
    ['an overload that does not say when to come back', answer(refused, { status: 503 })],
    ['a status of nobody', answer(refused, { status: 418 })],
    ['a page', answer(refused, { headers: { 'content-type': 'text/html' } })],
    ['half an answer', answer(refused, { text: '{"result":' })],
    ['a list', answer([refused])],
    ['no result', answer({ ...refused, result: undefined })],
    ['an unknown code', answer({ ...refused, result: { code: '1', description: 'x' } })],
    ['no timestamp', answer({ ...refused, timestamp: 'now' })],
    ['no ndc', answer({ ...refused, ndc: '' })],
    ['a dot in ndc', answer({ ...refused, ndc: `${'A'.repeat(32)}.uat01-vm-tx01` })],
    ['errors without words', answer(errors({ ...error, message: '' }))],
    ['a long value in an error', answer(errors({ ...error, value: 'x'.repeat(200) }))],
    ['too many errors', answer(errors(...Array.from({ length: 1002 }, () => error)))],
    ['too large an answer', answer({ ...refused, x: 'x'.repeat(LARGEST_ANSWER_BYTES) })],
    ['a card number in an error', answer(errors({ ...error, value: NUMBER }))],
    ['a card number in the log', answer(refused, { log: `{"msg":"${NUMBER}"}` })],
    ['the number of the card', answer({ ...paid, card: { number: NUMBER } }, { status: 200 })],
    ['a number from elsewhere', answer({ ...paid, descriptor: NUMBER }, { status: 200 })],
  ])('finds %s', (_what, wrong) => {
    expect(judge(request, wrong)).toEqual({ fault: expect.any(String) })
  })

  it('counts a card number that a text field of an accepted request returns', () => {
    const carried = answer({ ...paid, [memo]: `number ${NUMBER}` }, { status: 200 })
    expect(judge(request, carried)).toMatchObject({ carriedNumber: true })
  })

  it.each([
    '4929 1234 5678 9015',
    '4929-1234-5678-9015',
    '４９２９１２３４５６７８９０１５',
    '٤٩٢٩١٢٣٤٥٦٧٨٩٠١٥',
    '4929\\n1234\\u00a05678\\t9015',
  ])('recognises a card number in %s', (text) => {
    expect(holdsCardNumber(text)).toBe(true)
  })

  it('accepts a masked number', () => {
    expect(holdsCardNumber('492912***9015')).toBe(false)
  })
})

describe('the watch over prototypes', () => {
  it('finds what was added, and removes it', () => {
    expect(foreignNames()).toEqual([])
    Object.defineProperty(Object.prototype, 'polluted', { value: 1, configurable: true })
    expect(foreignNames()).toEqual(['polluted'])
    forgetForeignNames()
    expect(foreignNames()).toEqual([])
  })
})
