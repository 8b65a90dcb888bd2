import { describe, expect, it } from 'vitest'
import type { MessageOf } from '../../server/features/three-ds/messages/messages.ts'
import {
  isMessageFault,
  readMessage,
} from '../../server/features/three-ds/messages/read-message.ts'
import type { OutgoingRequest } from '../../server/http/outgoing/client.ts'
import { OWN_RANGES, ownCard, type Scenario } from '../enrolled-cards.ts'
import {
  areqOf,
  createIssuerFixture,
  type IssuerFixture,
  rresOf,
  transactionId,
} from './issuer.fixture.ts'
import { LATE_RESULT_AFTER_MS } from './issuer.ts'
import type { Decision } from './results.ts'
import type { Transaction } from './transaction.ts'

let count = 0
const byCode = { type: '02', count: 2 } as const

function challenged(
  { issuer }: IssuerFixture,
  more: Partial<MessageOf<'AReq'>> = {},
  scenario: Scenario = 'challenge',
): Transaction {
  const own = OWN_RANGES.find(({ version }) => version === (more.messageVersion ?? '2.2.0'))
  if (own === undefined) throw new Error('no range')
  const acctNumber = ownCard(own, scenario)
  const ares = issuer.answer(areqOf(transactionId(++count), { acctNumber, ...more }))
  const sealed = new URL((ares as MessageOf<'ARes'>).acsURL ?? '').searchParams.get('transaction')
  return issuer.envelope.open('challenge', sealed ?? '') as Transaction
}

const DECISIONS: readonly [Decision, Partial<MessageOf<'RReq'>>][] = [
  ['approve', { transStatus: 'Y', eci: '05' }],
  ['fail', { transStatus: 'N', transStatusReason: '01' }],
  ['fraud', { transStatus: 'R', transStatusReason: '11' }],
  ['unavailable', { transStatus: 'U', transStatusReason: '22' }],
  ['cancel', { transStatus: 'N', challengeCancel: '01' }],
  ['timeout', { transStatus: 'N', transStatusReason: '14', challengeCancel: '04' }],
]

describe('a decision of the issuer', () => {
  it.each(DECISIONS)('%s is a result that a gateway takes', async (decision, expected) => {
    for (const messageVersion of ['2.1.0', '2.2.0'] as const) {
      const fixture = createIssuerFixture()
      const transaction = challenged(fixture, { messageVersion })
      await fixture.issuer.decide(transaction, decision, byCode)
      const [sent] = fixture.results
      const rreq = readMessage('RReq', sent?.body)
      if (isMessageFault(rreq)) throw new Error(JSON.stringify(rreq.erro))
      const isOld = messageVersion === '2.1.0' && decision === 'unavailable'
      expect(rreq).toMatchObject({
        ...expected,
        ...(isOld && { transStatusReason: '01' }),
        messageVersion,
        acsTransID: transaction.issuerTransactionId,
        interactionCounter: '02',
        authenticationType: '02',
      })
      expect(rreq.authenticationValue?.length).toBe(decision === 'approve' ? 28 : undefined)
      expect(sent?.token).toBe(`token-of-${transaction.serverTransactionId}`)
      expect(fixture.warnings).toEqual([])
    }
  })

  it('is sent once, and a repeated or another decision gets the answer of the first', async () => {
    const fixture = createIssuerFixture()
    const transaction = challenged(fixture)
    const decide = (decision: Decision) => fixture.issuer.decide(transaction, decision, byCode)
    expect(await Promise.all([decide('fail'), decide('approve'), decide('fail')])).toEqual([
      'fail',
      'fail',
      'fail',
    ])
    expect(await decide('approve')).toBe('fail')
    expect(fixture.results).toHaveLength(1)
  })

  it('stays the same when its result is late or never sent', async () => {
    const late = createIssuerFixture()
    await late.issuer.decide(challenged(late, {}, 'resultLate'), 'approve', byCode)
    expect(late.results).toEqual([])
    expect(late.planned.map(({ milliseconds }) => milliseconds)).toEqual([LATE_RESULT_AFTER_MS])
    for (const { work } of late.planned) work()
    expect(late.results.map(({ body }) => body.transStatus)).toEqual(['Y'])
    const never = createIssuerFixture()
    expect(await never.issuer.decide(challenged(never, {}, 'resultNever'), 'approve', byCode)).toBe(
      'approve',
    )
    expect([never.results, never.planned]).toEqual([[], []])
  })

  it.each([
    [
      'an error message',
      () => ({
        messageType: 'Erro',
        messageVersion: '2.2.0',
        errorCode: '301',
        errorComponent: 'S',
        errorDescription: 'unknown',
        errorDetail: 'unknown',
      }),
      'refused',
    ],
    ['no message', () => 'thanks', 'lost'],
    ['nothing', () => undefined, 'lost'],
    [
      'another transaction',
      (rreq: MessageOf<'RReq'>) => ({ ...rresOf(rreq), threeDSServerTransID: transactionId(0) }),
      'lost',
    ],
    [
      'a message without its status',
      (rreq: MessageOf<'RReq'>) => ({ ...rresOf(rreq), resultsStatus: undefined }),
      'lost',
    ],
    [
      'a fault',
      () => {
        throw new Error('broken')
      },
      'lost',
    ],
  ])(
    'that is answered by %s ends the challenge, and the log says so',
    async (_what, answer, kind) => {
      const fixture = createIssuerFixture(answer)
      const transaction = challenged(fixture)
      expect(await fixture.issuer.decide(transaction, 'approve', byCode)).toBe('approve')
      expect(fixture.warnings).toMatchObject([{ receipt: { kind } }])
    },
  )
})

describe('a result for another server', () => {
  const elsewhere = 'https://pay.example/results/1.token'

  async function decideFor(threeDSServerURL: string) {
    const requests: OutgoingRequest[] = []
    const fixture = createIssuerFixture(rresOf, async (request) => {
      requests.push(request)
      const body = JSON.stringify(rresOf(JSON.parse(String(request.body)) as MessageOf<'RReq'>))
      return { kind: 'answered', status: 200, body }
    })
    await fixture.issuer.decide(challenged(fixture, { threeDSServerURL }), 'approve', byCode)
    return { ...fixture, requests }
  }

  it('is sent by the guarded client, as JSON', async () => {
    const { requests, results, warnings } = await decideFor(elsewhere)
    expect([requests.length, results.length, warnings.length]).toEqual([1, 0, 0])
    expect(requests[0]).toMatchObject({
      method: 'POST',
      url: elsewhere,
      headers: { 'content-type': 'application/json; charset=utf-8' },
    })
    expect(readMessage('RReq', JSON.parse(String(requests[0]?.body)))).toMatchObject({
      transStatus: 'Y',
    })
  })

  it.each([
    'http://gateway.example/v1/threeDSecure/results/',
    'http://gateway.example/v1/threeDSecure/results/id-without-token',
    'http://gateway.example/v1/threeDSecure/results/../payments/1.2/x',
    'http://gateway.example.evil.example/v1/threeDSecure/results/1.2',
    'http://gateway.example:81/v1/threeDSecure/results/1.2',
  ])('is not taken for one of this gateway: %s', async (url) => {
    const { requests, results } = await decideFor(url)
    expect([requests.length, results.length]).toEqual([1, 0])
  })
})
