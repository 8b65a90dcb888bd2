import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../../common/durations.ts'
import { cardPayment } from '../../../testing/gateway.fixture.ts'
import type { Authenticated, AuthenticationInput } from '../server/contract.ts'
import {
  ACS_URL,
  browser,
  challenge,
  ENROLLED,
  METHOD_URL,
  proof,
  type Redirect,
  said,
  useAuthentications,
  WITH_METHOD,
} from './authentication.fixture.ts'

const using = useAuthentications()
const { directory, pay, read, next, result } = using

const PENDING = '000.200.000'
const APPROVED = '000.100.110'

beforeEach(() => directory.answer())
afterEach(() => using.setting({}))

/** A payment that waits for its challenge. */
async function challenged(more: Parameters<typeof pay>[0] = {}) {
  directory.answer(challenge)
  const { body } = await pay(more)
  const [asked] = directory.asked
  if (asked === undefined) throw new Error('The directory was not asked')
  return { id: body.id, redirect: body.redirect as unknown as Redirect, asked, body }
}

async function secretOf(id: string) {
  return using.gateway().store.read.confidential(id)
}

describe('a payment with an enrolled card', () => {
  it('is charged with the proof where the issuer asks nothing', async () => {
    directory.answer(said('Y'))
    const { status, body } = await pay()
    expect([status, body.result.code]).toEqual([200, APPROVED])
    expect(body.redirect).toBeUndefined()
    expect(body.threeDSecure).toMatchObject({
      eci: '05',
      verificationId: proof.authenticationValue,
      authenticationStatus: 'Y',
      version: '2.2.0',
    })
    expect(body.resultDetails).toMatchObject({ authenticationLiability: 'issuer' })
    expect(await secretOf(body.id)).toBeUndefined()
    expect((await read(body.id)).threeDSecure).toEqual(body.threeDSecure)
  })

  it('is asked about with the name of its merchant, or with the one that its settings name', async () => {
    directory.answer(said('Y'), said('Y'))
    await pay()
    await using.setting({ merchantName: 'Shop of Jane' })
    await pay()
    const names = directory.asked.map(({ merchantName }) => merchantName)
    expect(names).toEqual([expect.stringMatching(/^Demo/), 'Shop of Jane'])
  })

  it.each([
    'customer.browser.language',
    'customer.browser.screenHeight',
    'customer.browser.screenWidth',
    'customer.browser.timezone',
    'customer.browser.userAgent',
  ])('waits for its page, which knows it, where the request has no %s', async (name) => {
    const { body } = await pay({ [name]: '' })
    expect(body.result.code).toBe(PENDING)
    expect(body.redirect).toBeDefined()
    expect(directory.asked).toEqual([])
  })

  it('asks with what the request says of the device, which its row does not keep', async () => {
    const deviceInfo = 'eyJEViI6IjEuMCIsIkREIjp7fX0'
    directory.answer(challenge)
    const { body } = await pay({ 'threeDSecure.deviceInfo': deviceInfo })
    expect(directory.asked[0]?.values).toMatchObject({
      'threeDSecure.deviceInfo': deviceInfo,
      'customer.givenName': 'Jane',
    })
    const stored = await using.gateway().store.read.payment(body.id)
    expect(JSON.stringify(stored)).not.toContain(deviceInfo)
  })

  it.each([
    ['N', '100.380.401'],
    ['R', '100.390.114'],
    ['U', '100.390.109'],
  ] as const)('fails where the issuer says %s, and is not charged', async (status, code) => {
    directory.answer(said(status, { transStatusReason: '01' }))
    const { body } = await pay()
    expect(body.result.code).toBe(code)
    expect(body.resultDetails).not.toHaveProperty('AcquirerResponse')
    expect(await secretOf(body.id)).toBeUndefined()
  })

  it('fails where the directory cannot be reached, unless the channel charges then', async () => {
    directory.answer({ kind: 'failed', reason: 'timeout' })
    expect((await pay()).body.result.code).toBe('100.390.111')
    await using.setting({ onUnavailable: 'charge' })
    directory.answer({ kind: 'failed', reason: 'timeout' })
    const { body } = await pay()
    expect(body.result.code).toBe(APPROVED)
    expect(body.resultDetails).toMatchObject({ AcquirerResponse: '00' })
  })

  it.each([
    ['fails', {}, '100.390.111'],
    ['fails under the policy always', { policy: 'always' }, '100.390.111'],
    ['is charged where the channel charges then', { onUnavailable: 'charge' }, APPROVED],
    ['is charged under the policy never', { policy: 'never' }, APPROVED],
  ] as const)('%s while no list of card ranges is known', async (_words, settings, code) => {
    await using.setting(settings)
    directory.hasRanges = false
    const { body } = await pay()
    directory.hasRanges = true
    expect(body.result.code).toBe(code)
    expect(directory.asked).toEqual([])
  })

  it('asks the directory with the card, the amount and the browser', async () => {
    const { asked } = await challenged()
    expect(asked).toMatchObject({
      version: '2.2.0',
      card: { number: ENROLLED, expiryMonth: '05', expiryYear: '2034', holder: 'Jane Jones' },
      brand: 'VISA',
      amount: { minor: 9200, currency: 'EUR' },
      methodCompletion: 'U',
      notificationUrl: 'http://gateway.example/v1/threeDSecure/challenge-notification',
      values: { 'customer.browser.language': 'de-DE', 'customer.browser.timezone': '-60' },
    })
  })

  it('needs a shopperResultUrl', async () => {
    const { status, body } = await pay({ shopperResultUrl: undefined })
    expect([status, body.result.code]).toEqual([400, '200.300.404'])
    expect(body.result.parameterErrors?.map(({ name }) => name)).toEqual(['shopperResultUrl'])
    expect(directory.asked).toEqual([])
  })

  it.each([
    ['threeDSecure.disable=true', { 'threeDSecure.disable': 'true' }],
    [
      'a proof of an external server',
      { 'threeDSecure.eci': '05', 'threeDSecure.verificationId': proof.authenticationValue },
    ],
    [
      'a merchant who charges without the shopper',
      {
        'standingInstruction.source': 'MIT',
        'standingInstruction.mode': 'REPEATED',
        'standingInstruction.type': 'UNSCHEDULED',
        'standingInstruction.initialTransactionId': '123456789012345',
        'card.cvv': undefined,
      },
    ],
    ['a credit', { paymentType: 'CD' }],
  ])('is not authenticated with %s', async (_what, more) => {
    const { body } = await pay(more)
    expect(body.result.code).toBe(APPROVED)
    expect(directory.asked).toEqual([])
  })
})

describe('a payment without a browser', () => {
  it('of a merchant (3RI) is authenticated at once, without a shopperResultUrl', async () => {
    directory.answer(said('Y'))
    const { body } = await pay({
      'card.number': WITH_METHOD,
      'threeDSecure.channel': '3',
      'threeDSecure.threeRIInd': 'RECURRING',
      shopperResultUrl: undefined,
    })
    expect(body.result.code).toBe(APPROVED)
    expect(directory.asked[0]?.methodCompletion).toBe('U')
  })
})

describe('a challenge', () => {
  it('leaves the payment pending until the result of the directory, which charges it', async () => {
    const { id, redirect, asked, body } = await challenged()
    expect(body.result.code).toBe(PENDING)
    expect(redirect.url).toBe('http://gateway.example/v1/threeDSecure/execute')
    expect(redirect.preconditions).toBeUndefined()
    expect(await secretOf(id)).toBeDefined()
    const step = await next(redirect)
    expect(step).toMatchObject({ step: 'challenge', url: ACS_URL, windowSize: '05' })
    // The final message of the browser must decide nothing (R-3DS-1).
    expect(await next(redirect, { challengeEnded: true })).toMatchObject({ step: 'wait' })
    expect((await read(id)).result.code).toBe(PENDING)
    expect(await result(asked)).toMatchObject({ messageType: 'RRes', resultsStatus: '01' })
    const paid = await read(id)
    expect(paid.result.code).toBe(APPROVED)
    expect(paid.redirect).toBeUndefined()
    expect(paid.threeDSecure).toMatchObject({ authenticationStatus: 'Y', eci: '05' })
    expect(await secretOf(id)).toBeUndefined()
    expect(await next(redirect)).toMatchObject({
      step: 'done',
      outcome: 'accepted',
      returnUrl: `https://shop.example/result?id=${id}&resourcePath=${encodeURIComponent(`/v1/payments/${id}`)}`,
    })
  })

  it('hands the security code to the acquirer as it was typed', async () => {
    const { id, asked } = await challenged({ 'card.cvv': '000' })
    await result(asked)
    directory.answer(said('Y'))
    const direct = await pay({ 'card.cvv': '000' })
    const late = await read(id)
    expect(late.result).toEqual(direct.body.result)
  })

  it('charges once when the result is repeated', async () => {
    const { id, asked } = await challenged()
    const answers = await Promise.all([result(asked), result(asked), result(asked)])
    expect(answers.map(({ messageType }) => messageType)).toEqual(['RRes', 'RRes', 'RRes'])
    const opposite = await result(asked, { transStatus: 'N' })
    expect(opposite.messageType).toBe('RRes')
    expect((await read(id)).result.code).toBe(APPROVED)
    const refund = { amount: '92.00', currency: 'EUR', paymentType: 'RF' }
    const { post } = using.gateway()
    expect((await post(`/v1/payments/${id}`, refund)).body.result.code).toBe(APPROVED)
    expect((await post(`/v1/payments/${id}`, refund)).body.result.code).not.toBe(APPROVED)
  })

  it.each([
    ['failed', { transStatus: 'N' }, '100.380.401'],
    ['was cancelled', { transStatus: 'N', challengeCancel: '01' }, '100.396.101'],
    ['ran out of time at the issuer', { transStatus: 'N', challengeCancel: '04' }, '100.396.103'],
    ['could not be had', { transStatus: 'U' }, '100.390.109'],
  ])('that %s fails the payment', async (_what, more, code) => {
    const { id, asked } = await challenged()
    await result(asked, more)
    expect((await read(id)).result.code).toBe(code)
    expect(await secretOf(id)).toBeUndefined()
  })

  it.each([
    [
      'another token',
      (asked: AuthenticationInput) => ({ ...asked, serverUrl: `${asked.serverUrl}0` }),
      {},
    ],
    [
      'a foreign transaction of the issuer',
      (asked: AuthenticationInput) => asked,
      {
        acsTransID: 'ffffffff-9478-44a6-b1f2-391e29c6b340',
      },
    ],
    [
      'a foreign transaction of the directory',
      (asked: AuthenticationInput) => asked,
      {
        dsTransID: 'ffffffff-9478-44a6-b1f2-391e29c6b340',
      },
    ],
    [
      'an unknown transaction',
      (asked: AuthenticationInput) => asked,
      {
        threeDSServerTransID: 'ffffffff-9478-44a6-b1f2-391e29c6b340',
      },
    ],
    ['no status', (asked: AuthenticationInput) => asked, { transStatus: '' }],
  ])('takes no result with %s', async (_what, change, more) => {
    const { id, asked } = await challenged()
    const answer = await result(change(asked), more)
    expect(answer.messageType).toBe('Erro')
    expect((await read(id)).result.code).toBe(PENDING)
  })

  it('can be cancelled by the shopper, and a later result charges nothing', async () => {
    const { id, redirect, asked } = await challenged()
    expect(await using.cancel(redirect)).toMatchObject({ step: 'done', outcome: 'cancelled' })
    expect((await result(asked)).messageType).toBe('RRes')
    expect((await read(id)).result.code).toBe('100.396.101')
  })

  it('fails after ten minutes without a result', async () => {
    const { id } = await challenged()
    using.gateway().clock.advance(9 * MINUTE_MS)
    expect((await read(id)).result.code).toBe(PENDING)
    using.gateway().clock.advance(2 * MINUTE_MS)
    await expect.poll(async () => (await read(id)).result.code).toBe('100.396.103')
    expect(await secretOf(id)).toBeUndefined()
  })

  it('gives the same answer for a wrong token and an unknown payment', async () => {
    const { redirect } = await challenged()
    const [id, token] = redirect.parameters
    const wrong = { ...redirect, parameters: [id, { name: 'token', value: 'x' }] } as Redirect
    const unknown = {
      ...redirect,
      parameters: [{ name: 'id', value: '0'.repeat(32) }, token],
    } as Redirect
    const answers = await Promise.all([next(wrong), next(unknown)])
    for (const answer of answers) expect(answer).toMatchObject({ result: { code: '200.300.404' } })
  })
})

describe('the method call of an issuer', () => {
  const withMethod = () => pay({ 'card.number': WITH_METHOD })

  it('comes before the directory is asked, as a precondition and on the page', async () => {
    const { body } = await withMethod()
    const redirect = body.redirect as unknown as Redirect
    expect(body.result.code).toBe(PENDING)
    expect(redirect.preconditions).toMatchObject([
      { origin: 'iframe#hidden', waitUntil: 'iframe#onload', method: 'POST', url: METHOD_URL },
    ])
    expect(await next(redirect)).toMatchObject({ step: 'method', url: METHOD_URL })
    expect(directory.asked).toEqual([])
  })

  it.each([
    ['Y', 'after the notification of the issuer', true],
    ['N', 'after the time is over', false],
  ])('is reported as %s %s', async (completion, _when, notifies) => {
    const { body } = await withMethod()
    const redirect = body.redirect as unknown as Redirect
    directory.answer(said('Y'))
    if (notifies) {
      const step = await next(redirect)
      const data = step.step === 'method' ? step.data : ''
      const form = new URLSearchParams({ threeDSMethodData: data })
      const path = '/v1/threeDSecure/method-notification'
      await fetch(using.gateway().url + path, { method: 'POST', body: form })
    }
    const done = await next(redirect, { methodTimedOut: !notifies })
    expect(done).toMatchObject({ step: 'done', outcome: 'accepted' })
    expect(directory.asked[0]?.methodCompletion).toBe(completion)
  })

  it('leads to one request to the directory when two tabs continue at the same time', async () => {
    const { body } = await withMethod()
    const redirect = body.redirect as unknown as Redirect
    directory.answer(said('Y'), said('Y'))
    const tab = () => next(redirect, { methodTimedOut: true })
    await Promise.all([tab(), tab(), tab()])
    expect(directory.asked).toHaveLength(1)
    expect((await read(body.id)).result.code).toBe(APPROVED)
  })

  it('fails the payment after half an hour without the shopper', async () => {
    const { body } = await withMethod()
    using.gateway().clock.advance(31 * MINUTE_MS)
    await expect.poll(async () => (await read(body.id)).result.code).toBe('100.396.103')
  })
})

describe('a directory whose answer is lost with its process', () => {
  it('is asked again as a new transaction, and a result of the old one is refused', async () => {
    const { id, lost, asked, answerLate } = await askedTwice()
    expect(asked.transactionId).not.toBe(lost.transactionId)
    expect((await result(lost)).messageType).toBe('Erro')
    expect((await result(asked)).messageType).toBe('RRes')
    expect((await read(id)).result.code).toBe(APPROVED)
    answerLate()
  })

  it('leaves an event of its payment for each version', async () => {
    const { id, asked, answerLate } = await askedTwice()
    await result(asked)
    const { store } = using.gateway()
    const kinds = (await store.read.events(id)).map(({ kind }) => kind)
    expect(kinds).toEqual(['authenticating', 'authenticating', 'succeeded'])
    expect((await store.read.payment(id))?.version).toBe(kinds.length)
    answerLate()
  })

  /** The first process dies before the directory answers, and the browser asks another process. */
  async function askedTwice() {
    const { body } = await pay({ 'card.number': WITH_METHOD })
    const redirect = body.redirect as unknown as Redirect
    let answerLate = (_answer: Authenticated) => {}
    const late = new Promise<Authenticated>((resolve) => {
      answerLate = resolve
    })
    directory.answer(() => late, challenge)
    void next(redirect, { methodTimedOut: true }).catch(() => undefined)
    await expect.poll(() => directory.asked.length).toBe(1)
    expect(await next(redirect)).toMatchObject({ step: 'wait', reason: 'busy' })
    using.gateway().clock.advance(MINUTE_MS)
    expect(await next(redirect)).toMatchObject({ step: 'challenge' })
    const [lost, asked] = directory.asked
    if (lost === undefined || asked === undefined) throw new Error('It was not asked twice')
    return {
      id: body.id,
      lost,
      asked,
      /** Otherwise its request would keep the gateway from closing. */
      answerLate: () => answerLate({ kind: 'failed', reason: 'timeout' }),
    }
  }
})

describe('the policy of a channel', () => {
  it('"never" authenticates no card', async () => {
    await using.setting({ policy: 'never' })
    expect((await pay()).body.result.code).toBe(APPROVED)
    expect(directory.asked).toEqual([])
  })

  it('"always" refuses a card that is not enrolled', async () => {
    await using.setting({ policy: 'always' })
    const { body } = await pay({ 'card.number': using.notEnrolled })
    expect(body.result.code).toBe('000.400.109')
  })

  it('"never" repeats a soft decline with a challenge, without the security code', async () => {
    await using.setting({ policy: 'never' })
    directory.answer(challenge)
    const { body } = await pay({ 'card.holder': '300.100.100' })
    expect(body.result.code).toBe(PENDING)
    expect(await secretOf(body.id)).toBeUndefined()
    const [asked] = directory.asked
    if (asked === undefined) throw new Error('The directory was not asked')
    expect(asked.challengeIndicator).toBe('04')
    await result(asked)
    expect((await read(body.id)).result.code).toBe(APPROVED)
    await using.setting({ policy: 'never', repeatSoftDeclines: false })
    expect((await pay({ 'card.holder': '300.100.100' })).body.result.code).toBe('300.100.100')
  })
})

describe('an authentication without a payment', () => {
  const authenticate = (more = {}) => {
    const { post, demo } = using.gateway()
    const { paymentType: _type, ...form } = cardPayment(demo.entityId, {
      'card.number': ENROLLED,
      shopperResultUrl: 'https://shop.example/result',
      ...browser,
      ...more,
    })
    return post('/v1/threeDSecure', form)
  }

  it('passes without a challenge, moves no money, and its proof is accepted by a payment', async () => {
    directory.answer(said('Y'))
    const { body } = await authenticate()
    expect([body.result.code, body.paymentType]).toEqual(['000.400.110', '3D'])
    const shown = body.threeDSecure as unknown as Record<string, string>
    const sent = Object.fromEntries(
      Object.entries(shown).map(([name, value]) => [`threeDSecure.${name}`, value]),
    )
    const paid = await pay(sent)
    expect(paid.body.result.code).toBe(APPROVED)
    expect(directory.asked).toHaveLength(1)
    expect((await using.gateway().get(`/v1/payments/${body.id}`)).status).toBe(404)
  })

  it('can be read as pending until its challenge has ended', async () => {
    directory.answer(challenge)
    const { body } = await authenticate()
    const status = async () =>
      (await using.gateway().get(`/v1/threeDSecure/${body.id}`)).body.result.code
    expect(await status()).toBe(PENDING)
    const [asked] = directory.asked
    if (asked === undefined) throw new Error('The directory was not asked')
    await result(asked)
    expect(await status()).toBe('000.000.000')
    const resourcePath = encodeURIComponent(`/v1/threeDSecure/${body.id}`)
    expect(await next(body.redirect as unknown as Redirect)).toMatchObject({
      step: 'done',
      returnUrl: `https://shop.example/result?id=${body.id}&resourcePath=${resourcePath}`,
    })
  })

  it('of a card that is not enrolled says so', async () => {
    expect((await authenticate({ 'card.number': using.notEnrolled })).body.result.code).toBe(
      '000.400.109',
    )
  })
})

describe('a checkout with an enrolled card', () => {
  async function submitted() {
    const { post, demo } = using.gateway()
    const { entityId } = demo
    const made = await post('/v1/checkouts', {
      entityId,
      amount: '92.00',
      currency: 'EUR',
      paymentType: 'DB',
    })
    const {
      amount: _a,
      currency: _c,
      paymentType: _t,
      entityId: _e,
      ...card
    } = cardPayment('', {
      'card.number': ENROLLED,
      shopperResultUrl: 'https://shop.example/result',
      ...browser,
    })
    const submit = () => post(`/v1/checkouts/${made.body.id}/payment`, card)
    const status = async () =>
      (await using.gateway().get(`/v1/checkouts/${made.body.id}/payment?entityId=${entityId}`)).body
        .result.code
    return { submit, status }
  }

  it('is pending during the challenge, refuses a second submit, and is paid after the challenge', async () => {
    const { submit, status } = await submitted()
    directory.answer(challenge)
    const { body } = await submit()
    expect(body.result.code).toBe(PENDING)
    expect(await status()).toBe(PENDING)
    expect((await submit()).status).toBe(409)
    const [asked] = directory.asked
    if (asked === undefined) throw new Error('The directory was not asked')
    await result(asked)
    expect(await status()).toBe(APPROVED)
  })

  it('opens again when the authentication fails', async () => {
    const { submit, status } = await submitted()
    directory.answer(challenge)
    await submit()
    const [asked] = directory.asked
    if (asked === undefined) throw new Error('The directory was not asked')
    await result(asked, { transStatus: 'N' })
    expect(await status()).toBe('100.380.401')
    directory.answer(said('Y'))
    expect((await submit()).body.result.code).toBe(APPROVED)
  })
})

describe('a request with an idempotency key', () => {
  it('gets the same answer while the payment waits, and the outcome after that', async () => {
    directory.answer(challenge)
    const headers = { 'idempotency-key': 'challenged-once' }
    const first = await pay({}, headers)
    const second = await pay({}, headers)
    expect(second.body.id).toBe(first.body.id)
    expect(directory.asked).toHaveLength(1)
    const [asked] = directory.asked
    if (asked === undefined) throw new Error('The directory was not asked')
    await result(asked)
    expect((await pay({}, headers)).body.id).toBe(first.body.id)
    expect((await read(first.body.id)).result.code).toBe(APPROVED)
  })
})
