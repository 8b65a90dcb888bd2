import type { ServerResponse } from 'node:http'
import { createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import type { ConnectorOutcome } from '../../server/payments/connectors/connector.ts'
import {
  answers,
  type Behaviour,
  connect,
  operation,
  payment,
  RECEIVER_ID,
  startReceiver,
} from './receiver.fixture.ts'

/** What becomes of one debit, and how often it was sent. `answerMs`: short for what never comes. */
async function sentTo(behave: Behaviour, answerMs = 20_000) {
  const receiver = await startReceiver(behave)
  const { connector, logged } = connect(receiver.url, { answerMs, answerBytes: 10_000 })
  const outcome = await connector.send(operation())
  return { outcome, logged, sent: receiver.received.length }
}

const whole = JSON.stringify(payment('000.100.110'))

const kindOf = ({ kind }: ConnectorOutcome) => kind
const codeOf = (outcome: ConnectorOutcome) => (outcome.kind === 'declined' ? outcome.code : '')

describe('a receiver that decides', () => {
  const card = {
    issuer: { bank: 'Bank', phone: '1', website: 'b.example' },
    type: 'DEBIT',
    level: 'GOLD',
    country: 'DE',
    regulatedFlag: 'N',
  }

  it('approves, with the data of its answer', async () => {
    const told = payment('000.100.110', {
      resultDetails: { ConnectorTxID1: '123456789012', AcquirerResponse: '00' },
      transactionLinkId: '123456789012345678',
      result: { code: '000.100.110', avsResponse: 'F', cvvResponse: 'M' },
      descriptor: 'not carried',
      card: { bin: '420000', ...card },
    })
    const { outcome } = await sentTo(answers(200, told))
    expect(outcome).toEqual({
      kind: 'approved',
      saidCode: '000.100.110',
      resultDetails: {
        ConnectorTxID1: '123456789012',
        AcquirerResponse: '00',
        ReceiverPaymentId: RECEIVER_ID,
      },
      shown: {
        transactionLinkId: '123456789012345678',
        'result.avsResponse': 'F',
        'result.cvvResponse': 'M',
      },
      references: [{ kind: 'payment', value: RECEIVER_ID }],
      cardFacts: card,
    })
  })

  const { issuer } = card
  it.each<[string, object]>([
    ['bank', { ...card, issuer: { ...issuer, bank: undefined } }],
    ['telephone number', { ...card, issuer: { ...issuer, phone: undefined } }],
    ['web page', { ...card, issuer: { ...issuer, website: undefined } }],
    ['type', { ...card, type: undefined }],
    ['level', { ...card, level: undefined }],
    ['country', { ...card, country: undefined }],
    ['flag of regulation', { ...card, regulatedFlag: undefined }],
  ])('approves without facts of a card whose %s is missing', async (_what, incomplete) => {
    const { outcome } = await sentTo(answers(200, payment('000.100.110', { card: incomplete })))
    expect(outcome).toMatchObject({ kind: 'approved' })
    expect(outcome).not.toHaveProperty('cardFacts')
  })

  it('declines with its own code, unchanged', async () => {
    const { outcome } = await sentTo(answers(400, payment('800.100.152')))
    expect(outcome).toMatchObject({ kind: 'declined', code: '800.100.152' })
  })

  it('asks for a review, which is a success with its code', async () => {
    const { outcome } = await sentTo(answers(200, payment('000.400.010')))
    expect(outcome).toMatchObject({ kind: 'approved', reviewCode: '000.400.010' })
  })

  it('sends the shopper to its page', async () => {
    const redirect = { url: 'https://bank.example/pay', parameters: [{ name: 'a', value: 'b' }] }
    const { outcome } = await sentTo(answers(200, payment('000.200.000', { redirect })))
    expect(outcome).toMatchObject({ kind: 'pending', code: '000.200.000', redirect })
  })

  it.each(['GET', 'POST'] as const)('sends the shopper to its page by %s', async (method) => {
    const redirect = { url: 'https://bank.example/pay', method, parameters: [] }
    const { outcome } = await sentTo(answers(200, payment('000.200.000', { redirect })))
    expect(outcome).toMatchObject({ kind: 'pending', redirect })
  })

  it('may leave the method and the parameters of its page out, and name no preconditions', async () => {
    const redirect = { url: 'https://bank.example/pay', preconditions: [] }
    const { outcome } = await sentTo(answers(200, payment('000.200.000', { redirect })))
    expect(outcome).toHaveProperty('redirect', expect.anything())
    const sent = outcome.kind === 'pending' ? outcome.redirect : undefined
    expect(sent).toStrictEqual({ url: 'https://bank.example/pay', parameters: [] })
  })

  it('waits for a slip although it names an empty page', async () => {
    const { outcome } = await sentTo(answers(200, payment('000.200.001', { redirect: null })))
    expect(outcome).toMatchObject({ kind: 'pending', code: '000.200.001' })
  })

  describe('with an authentication of the cardholder', () => {
    const methodCall = {
      origin: 'iframe#hidden',
      waitUntil: 'iframe#onload',
      description: 'Hidden iframe post for 3D Secure 2.0',
      method: 'POST',
      url: 'https://issuer.example/method',
      parameters: [{ name: 'threeDSMethodData', value: 'e30' }],
    }
    const page = {
      url: 'https://receiver.example/base/v1/threeDSecure/execute',
      parameters: [{ name: 'id', value: '1' }],
    }
    const redirectedTo = async (redirect: object) =>
      (await sentTo(answers(200, payment('000.200.000', { redirect })))).outcome

    it.each([
      ['its authentication page', page],
      ['a method call of the issuer', { ...page, preconditions: [methodCall] }],
      [
        'a method call before a page of another name',
        { ...page, url: 'https://receiver.example/3ds', preconditions: [methodCall] },
      ],
    ])('is told by %s', async (_sign, redirect) => {
      const outcome = await redirectedTo(redirect)
      expect(outcome).toMatchObject({ kind: 'pending', authenticationRedirect: redirect })
      expect(outcome).not.toHaveProperty('redirect')
    })

    it.each([
      ['of no web page', { ...methodCall, url: 'javascript:alert(1)' }],
      ['by GET', { ...methodCall, method: 'GET' }],
      ['without an address', { ...methodCall, url: undefined }],
      ['with parameters that are no texts', { ...methodCall, parameters: [{ name: 1 }] }],
      ['that is no object', 'iframe#hidden'],
    ])('goes on without a precondition %s', async (_case, unusable) => {
      const outcome = await redirectedTo({ ...page, preconditions: [unusable, methodCall] })
      expect(outcome).toMatchObject({
        authenticationRedirect: { ...page, preconditions: [methodCall] },
      })
    })
  })

  it('waits for a slip', async () => {
    const shown = { merchant: { bankAccount: { holder: 'A bank' } } }
    const { outcome } = await sentTo(answers(200, payment('000.200.001', shown)))
    expect(outcome).toMatchObject({
      kind: 'pending',
      code: '000.200.001',
      shown: { 'merchant.bankAccount.holder': 'A bank' },
    })
  })

  it('declines with a known code for an unknown one, which is shown as well', async () => {
    const { outcome } = await sentTo(answers(400, payment('800.999.999')))
    expect(outcome).toMatchObject({
      kind: 'declined',
      code: '800.100.100',
      resultDetails: { AcquirerResponse: '800.999.999' },
    })
  })

  it('refuses a parameter, and the merchant learns which', async () => {
    const refused = {
      result: {
        code: '200.300.404',
        parameterErrors: [{ name: 'customer.email', value: 'x', message: 'is too short' }],
      },
    }
    const { outcome } = await sentTo(answers(400, refused))
    expect(outcome).toMatchObject({
      kind: 'declined',
      code: '200.300.404',
      resultDetails: { ExtendedDescription: 'customer.email is too short' },
    })
  })

  it('passes on no card number of its answer', async () => {
    const resultDetails = { Echo: 'card 4200 0000 0000 0000', AcquirerResponse: '05' }
    const { outcome } = await sentTo(answers(400, payment('800.100.152', { resultDetails })))
    expect(JSON.stringify(outcome)).not.toContain('4200')
    expect(outcome).toMatchObject({ resultDetails: { AcquirerResponse: '05' } })
  })
})

describe('a receiver that surely did nothing', () => {
  it.each<[string, Behaviour]>([
    ['is throttling', answers(429, { result: { code: '800.120.100' } })],
    ['is throttling in words of its proxy', (response) => void response.writeHead(429).end('slow')],
    ['is full', answers(503, { result: { code: '800.120.100' } })],
    ['does not take our token', answers(401, { result: { code: '800.900.300' } })],
    ['does not take our entity', answers(403, { result: { code: '800.900.301' } })],
  ])('when it %s', async (_case, behave) => {
    const { outcome, sent, logged } = await sentTo(behave)
    expect([kindOf(outcome), sent]).toEqual(['notSent', 1])
    expect(logged).toHaveLength(1)
  })

  it('when no server listens', async () => {
    const server = createServer()
    const url = await new Promise<string>((resolve) => {
      server.listen(0, '127.0.0.1', () => {
        const address = server.address() as { readonly port: number }
        server.close(() => resolve(`http://127.0.0.1:${address.port}`))
      })
    })
    const { connector, logged } = connect(url)
    expect(await connector.send(operation())).toEqual({ kind: 'notSent' })
    expect(logged.join()).toContain('ECONNREFUSED')
  })

  it('when TLS was not agreed on', async () => {
    const receiver = await startReceiver(answers(200, payment('000.100.110')))
    const { connector } = connect(receiver.url.replace('http:', 'https:'))
    expect(await connector.send(operation())).toEqual({ kind: 'notSent' })
    expect(receiver.received).toEqual([])
  })

  it('when no socket is free', async () => {
    const held: ServerResponse[] = []
    const receiver = await startReceiver((response) => void held.push(response))
    const { connector } = connect(receiver.url, { sockets: 1, connectMs: 500 })
    const first = connector.send(operation())
    expect(await connector.send(operation())).toEqual({ kind: 'notSent' })
    held[0]?.end(whole)
    expect(kindOf(await first)).toBe('approved')
    expect(receiver.received).toHaveLength(1)
  })
})

const unusablePages: readonly [string, unknown][] = [
  ['that is none', { url: 'javascript:alert(1)' }],
  ['without an address', { parameters: [] }],
  ['by PUT', { url: 'https://bank.example/pay', method: 'PUT' }],
  ['by no method', { url: 'https://bank.example/pay', method: 1 }],
  ['with parameters that are no list', { url: 'https://bank.example/pay', parameters: 'a=b' }],
  ['that is no object', 'https://bank.example/pay'],
]

describe('a receiver whose answer says nothing for certain', () => {
  it.each<[string, Behaviour]>([
    ['hangs up', (response) => void response.destroy()],
    [
      'hangs up in the middle of a success',
      (response) => {
        response.writeHead(200, { 'content-length': String(whole.length) })
        response.write(whole.slice(0, 40), () => response.destroy())
      },
    ],
    ['answers without end', answers(200, payment('000.100.110', { x: 'x'.repeat(20_000) }))],
    ['answers words', (response) => void response.end('<h1>OK</h1>')],
    ['answers half a document', (response) => void response.end(whole.slice(0, 40))],
    ['answers a list', answers(200, [payment('000.100.110')])],
    ['answers no code', answers(200, { result: {} })],
    ['answers a code that is none', answers(200, payment('approved'))],
    ['answers an unlisted code as a success', answers(200, payment('000.777.000'))],
    ['answers success as an error', answers(400, payment('000.100.110'))],
    ['answers success without an id', answers(200, payment('000.100.110', { id: undefined }))],
    [
      'answers success with an id that is none',
      answers(200, payment('000.100.110', { id: '../../server/payments/connectors/' })),
    ],
    ['approves another amount', answers(200, payment('000.100.110', { amount: '9.20' }))],
    ['approves another currency', answers(200, payment('000.100.110', { currency: 'USD' }))],
    ['answers a chargeback', answers(200, payment('000.100.200'))],
    ['fails inside', answers(500, { result: { code: '999.999.999' } })],
    ['is a proxy without a server', (response) => void response.writeHead(502).end('Bad Gateway')],
    ['is a proxy that gives up', (response) => void response.writeHead(503).end('Busy')],
    ['is still at it', answers(409, { result: { code: '800.600.100' } })],
    ['knows our key', answers(400, { result: { code: '200.200.106' } })],
    ['does not know itself', answers(400, payment('900.100.300'))],
    ['is waiting for somebody itself', answers(200, payment('000.200.000'))],
    ...unusablePages.map(([page, redirect]): [string, Behaviour] => [
      `names a page ${page}`,
      answers(200, payment('000.200.000', { redirect })),
    ]),
    [
      'is somewhere else',
      (response) =>
        void response.writeHead(307, { location: 'http://127.0.0.1:1/v1/payments' }).end(),
    ],
  ])('leaves the outcome open when it %s', async (_case, behave) => {
    const { outcome, sent } = await sentTo(behave)
    expect([kindOf(outcome), codeOf(outcome), sent]).toEqual(['unknown', '', 1])
  })
})

describe('a receiver that lets us wait', () => {
  it.each<[string, Behaviour]>([
    ['never answers', () => undefined],
    [
      'stops in the middle of a success',
      (response) => {
        response.writeHead(200, { 'content-length': String(whole.length) })
        response.write(whole.slice(0, 40))
      },
    ],
  ])('leaves the outcome open when it %s', async (_case, behave) => {
    const { outcome, sent, logged } = await sentTo(behave, 60)
    expect([kindOf(outcome), sent]).toEqual(['unknown', 1])
    expect(logged.join()).toContain('no answer in time')
  })
})

describe('what is logged of it', () => {
  it('names payment and trouble, and nothing that was sent', async () => {
    const { logged } = await sentTo(
      answers(500, payment('999.999.999', { echo: '4200000000000000' })),
    )
    expect(logged.join()).toContain('answers 500, 999.999.999')
    for (const secret of ['4200', '123"', 'Jane', 'a-token-of']) {
      expect(logged.join()).not.toContain(secret)
    }
  })
})
