import { describe, expect, it } from 'vitest'
import {
  answers,
  type Behaviour,
  connect,
  inquiry,
  operation,
  PAYMENT_ID,
  payment,
  RECEIVER_ID,
  startReceiver,
} from './receiver.fixture.ts'

const REFERENCE = 'an-order-of-mine'
const mine = { customParameters: { TILLGATE_paymentId: PAYMENT_ID } }
const other = { customParameters: { TILLGATE_paymentId: 'another one' } }

const list = (...payments: readonly object[]) => ({ result: { code: '000.000.100' }, payments })
const NOT_FOUND = answers(404, { result: { code: '700.400.580' } })

/** What is learnt of a debit whose answer was not heard. */
async function searched(behave: Behaviour, answerMs = 20_000, asked = inquiry()) {
  const receiver = await startReceiver(behave)
  const { connector, logged } = connect(receiver.url, { answerMs })
  const outcome = await connector.inquire(asked)
  return { outcome, logged, paths: receiver.received.map(({ path }) => path) }
}

/** What is learnt of a debit that the receiver has named. */
async function read(behave: Behaviour, isPending = true) {
  const receiver = await startReceiver(behave)
  const { connector, stored } = connect(receiver.url)
  const forwarded = { operation: operation(), receiverId: RECEIVER_ID }
  const state = { connector: connector.name, isPending, isAuthenticatedThere: false }
  stored.set(PAYMENT_ID, { ...forwarded, ...state })
  const outcome = await connector.inquire(inquiry({}, isPending))
  return { outcome, path: receiver.received[0]?.path }
}

describe('an outcome that was not heard', () => {
  it('is found by reference and mark', async () => {
    const found = list(payment('800.100.152', other), payment('000.100.110', mine))
    const { outcome, paths } = await searched(answers(200, found))
    expect(outcome).toMatchObject({ kind: 'approved' })
    expect(paths).toHaveLength(1)
    expect(paths[0]).toContain(`/v1/query?entityId=8ac7a4c79394bdc801939736f17e063d`)
    expect(paths[0]).toContain(`merchantTransactionId=${REFERENCE}`)
  })

  it('is found as a decline, and in the third version of the list', async () => {
    const declined = [payment('800.100.152', mine)]
    const { outcome } = await searched(
      answers(200, { result: { code: '000.000.100' }, records: declined }),
    )
    expect(outcome).toMatchObject({ kind: 'declined', code: '800.100.152' })
  })

  it.each<[string, object]>([
    ['no custom parameters', {}],
    ['custom parameters that are no texts', { customParameters: { TILLGATE_paymentId: 1 } }],
  ])('is found by our id as its reference where the receiver shows %s', async (_what, shown) => {
    const ours = payment('000.100.110', { ...shown, merchantTransactionId: PAYMENT_ID })
    const asked = inquiry({ request: {} })
    const { outcome, paths } = await searched(answers(200, list(ours)), 20_000, asked)
    expect(outcome).toMatchObject({ kind: 'approved' })
    expect(paths[0]).toContain(`merchantTransactionId=${PAYMENT_ID}`)
  })

  it.each([
    ['second', ['300.100.100', '000.100.110']],
    ['first', ['000.100.110', '300.100.100']],
  ])('is that of the charge after a soft decline, listed %s', async (_place, codes) => {
    const found = list(...codes.map((code) => payment(code, mine)))
    expect((await searched(answers(200, found))).outcome).toMatchObject({ kind: 'approved' })
  })

  it('is read by its id where the list says pending, so that the receiver asks as well', async () => {
    const { outcome, paths } = await searched((response, received) =>
      received.path.startsWith('/v1/query')
        ? answers(200, list(payment('000.200.000', mine)))(response, received)
        : answers(200, payment('000.100.110'))(response, received),
    )
    expect(outcome).toMatchObject({ kind: 'approved' })
    expect(paths[1]).toContain(`/v1/payments/${RECEIVER_ID}`)
  })

  it.each<[string, Behaviour]>([
    ['there is none of the reference', NOT_FOUND],
    [
      'all of the reference are marked as others',
      answers(200, list(payment('000.100.110', other))),
    ],
    ['the list is empty', answers(200, list())],
  ])('was never sent where %s', async (_case, behave) => {
    expect((await searched(behave)).outcome).toEqual({ kind: 'notFound' })
  })

  const hundred = Array.from({ length: 100 }, () => payment('000.100.110', other))
  it.each<[string, Behaviour]>([
    ['one of the reference has no mark', answers(200, list(payment('000.100.110')))],
    ['the list goes on', answers(200, list(...hundred))],
    ['the path is wrong', answers(404, { result: { code: '200.300.404' } })],
    ['a proxy knows no such page', (response) => void response.writeHead(404).end('Not Found')],
    ['we are refused', answers(403, { result: { code: '800.900.301' } })],
    ['the receiver fails', answers(500, { result: { code: '999.999.999' } })],
    ['the receiver is busy', answers(429, { result: { code: '800.120.100' } })],
    ['the list is none', answers(200, { result: { code: '000.000.100' }, payments: 'none' })],
    [
      'it is of another amount',
      answers(200, list(payment('000.100.110', { ...mine, amount: '1.00' }))),
    ],
  ])('stays open where %s', async (_case, behave) => {
    const { outcome, logged } = await searched(behave)
    expect(outcome).toEqual({ kind: 'unknown' })
    expect(logged).toHaveLength(1)
  })
})

it('an outcome stays unknown while the receiver does not answer', async () => {
  const { outcome, logged } = await searched(() => undefined, 60)
  expect(outcome).toEqual({ kind: 'unknown' })
  expect(logged).toHaveLength(1)
})

describe('a payment that the receiver has named', () => {
  it('is read by that id', async () => {
    const { outcome, path } = await read(answers(200, payment('000.100.110')))
    expect(outcome).toMatchObject({ kind: 'approved' })
    expect(path).toContain(`/v1/payments/${RECEIVER_ID}?entityId=`)
  })

  it('may have failed', async () => {
    const { outcome } = await read(answers(400, payment('100.396.101')))
    expect(outcome).toMatchObject({ kind: 'declined', code: '100.396.101' })
  })

  it('is never ended by our own patience while the receiver waits', async () => {
    const redirect = { url: 'https://bank.example/pay', parameters: [] }
    const { outcome } = await read(answers(200, payment('000.200.000', { redirect })))
    expect(outcome).toEqual({ kind: 'unknown' })
  })

  it.each<[string, Behaviour]>([
    ['a refusal to show it', answers(400, { result: { code: '200.300.404' } })],
    ['that it is not there', answers(404, { result: { code: '700.400.580' } })],
    ['that we ask too often', answers(429, payment('800.120.100'))],
    ['another payment', answers(200, payment('000.100.110', { id: 'x'.repeat(32) }))],
  ])('is not decided by %s', async (_case, behave) => {
    expect((await read(behave)).outcome).toEqual({ kind: 'unknown' })
  })
})
