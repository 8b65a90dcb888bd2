import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { startTwoGateways } from '../../../../acquirers/gateway/two-gateways.fixture.ts'
import { openMemoryStore } from '../../../../simulation/memory-store/open-memory-store.ts'
import { readDetails } from '../../../payments/index.ts'
import { cardPayment, type Form, startTestGateway } from '../../../testing/gateway.fixture.ts'
import type { Authenticated } from '../server/contract.ts'
import {
  browser,
  challenge,
  ENROLLED,
  type Redirect,
  ScriptedDirectory,
  said,
  setThreeDSecure,
  useAuthentications,
} from './authentication.fixture.ts'

const using = useAuthentications()
const { directory, pay, read, next, result } = using

const PENDING = '000.200.000'
const APPROVED = '000.100.110'
const SOFT_DECLINE = '300.100.100'

/** The acquirer of the first answers at once, that of the second as a server elsewhere. */
const softDeclines: [string, Form][] = [
  ['at once', { 'card.holder': SOFT_DECLINE }],
  ['later', { 'customParameters[SIMULATOR_outcome]': `delay:1,decline:${SOFT_DECLINE}` }],
]
const softDeclined: Form = { 'card.holder': SOFT_DECLINE }

const noAnswer: Authenticated = { kind: 'failed', reason: 'timeout' }

beforeEach(() => directory.answer())
afterEach(() => using.setting({}))

describe('a soft decline under the default policy', () => {
  it.each(softDeclines)(
    'after status I is repeated with a challenge, declined %s',
    async (_when, more) => {
      directory.answer(said('I'), challenge)
      const { body } = await pay({ 'threeDSecure.exemptionFlag': '01', ...more })
      expect(body.result.code).toBe(PENDING)
      // Nothing of the exemption is shown while the cardholder is asked.
      expect(body.threeDSecure ?? {}).not.toHaveProperty('authenticationStatus')
      expect(body.resultDetails ?? {}).not.toHaveProperty('authenticationLiability')
      expect(await using.gateway().store.read.confidential(body.id)).toBeUndefined()
      const [first, second] = directory.asked
      if (second === undefined) throw new Error('The directory was asked once')
      expect([first?.challengeIndicator, second.challengeIndicator]).toEqual([undefined, '04'])
      expect(second.transactionId).not.toBe(first?.transactionId)
      expect(await next(body.redirect as unknown as Redirect)).toMatchObject({ step: 'challenge' })
      await result(second)
      // The acquirer's second answer may come after that of the directory's result.
      await expect.poll(async () => (await read(body.id)).result.code).toBe(APPROVED)
      const paid = await read(body.id)
      expect(paid.threeDSecure).toMatchObject({ authenticationStatus: 'Y', eci: '05' })
      expect(paid.resultDetails).toMatchObject({ authenticationLiability: 'issuer' })
    },
  )

  it.each<[string, Authenticated]>([
    ['status U', said('U', { transStatusReason: '01' })],
    ['no answer of the directory', noAnswer],
  ])('after %s is repeated, where the channel charges then', async (_what, answer) => {
    await using.setting({ onUnavailable: 'charge' })
    directory.answer(answer, challenge)
    expect((await pay(softDeclined)).body.result.code).toBe(PENDING)
    expect(directory.asked).toHaveLength(2)
  })

  it('is repeated once: the second one is the outcome', async () => {
    await using.setting({ onUnavailable: 'charge' })
    directory.answer(said('I'), noAnswer)
    const { body } = await pay(softDeclined)
    expect(body.result.code).toBe(SOFT_DECLINE)
    expect(directory.asked).toHaveLength(2)
  })

  it('on the page of its shopper continues there, with the method call of the new transaction', async () => {
    directory.answer(said('I'), challenge)
    const { body } = await pay({ 'card.number': '4200000000000042', ...softDeclined })
    const redirect = body.redirect as unknown as Redirect
    const timedOut = { methodTimedOut: true }
    const first = await next(redirect)
    expect(await next(redirect, timedOut)).toMatchObject({ step: 'wait', reason: 'busy' })
    const second = await next(redirect)
    expect([first.step, second.step]).toEqual(['method', 'method'])
    expect(second).not.toEqual(first)
    expect(await next(redirect, timedOut)).toMatchObject({ step: 'challenge' })
    const asked = directory.asked[1]
    if (asked === undefined) throw new Error('The directory was asked once')
    await result(asked)
    expect((await read(body.id)).result.code).toBe(APPROVED)
  })

  it('leaves an event of its payment for each version', async () => {
    directory.answer(said('I'), challenge)
    const { body } = await pay(softDeclined)
    const { store } = using.gateway()
    const kinds = (await store.read.events(body.id)).map(({ kind }) => kind)
    expect((await store.read.payment(body.id))?.version).toBe(kinds.length)
  })

  it.each<[string, Form, object]>([
    [
      'in an exemption that came with a challenge wish',
      { 'threeDSecure.challengeIndicator': '04' },
      {},
    ],
    ['where the channel does not repeat', {}, { repeatSoftDeclines: false }],
  ])('is not repeated %s', async (_what, more, settings) => {
    await using.setting(settings)
    directory.answer(said('I'))
    const { body } = await pay({ ...softDeclined, ...more })
    expect(body.result.code).toBe(SOFT_DECLINE)
    expect(directory.asked).toHaveLength(1)
  })

  it('is not repeated without a browser (3RI): no shopper could answer', async () => {
    await using.setting({ onUnavailable: 'charge' })
    directory.answer(said('U', { transStatusReason: '01' }))
    const { body } = await pay({ ...softDeclined, 'threeDSecure.channel': '3' })
    expect(body.result.code).toBe(SOFT_DECLINE)
  })
})

/** One that also serves payments which go to another gateway. */
class DirectoryOfAll extends ScriptedDirectory {
  override serves(): boolean {
    return true
  }
}

describe('a soft decline of another gateway', () => {
  it('is repeated there as a charge of its own, with a key of its own', async () => {
    const everywhere = new DirectoryOfAll()
    const { near, far, wire } = await startTwoGateways('test', { threeDsServer: everywhere })
    // Else it asks the cardholder itself, before the charge or after its soft decline.
    await setThreeDSecure(far, far.demo.entityId, {
      policy: 'never',
      repeatSoftDeclines: false,
    })
    everywhere.answer(said('I'), said('Y'))
    const { body } = await near.post(
      '/v1/payments',
      cardPayment(near.demo.entityId, {
        testMode: 'EXTERNAL',
        'card.number': ENROLLED,
        shopperResultUrl: 'https://shop.example/result',
        ...browser,
        ...softDeclined,
      }),
    )
    const codeOf = async () => (await near.get(`/v1/payments/${body.id}`)).body.result.code
    await expect.poll(codeOf, { timeout: 20_000 }).toBe('000.100.112')
    const keys = wire.received.map(({ headers }) => headers['idempotency-key'])
    expect(new Set(keys).size).toBe(2)
    const reference = `merchantTransactionId=${body.id}&entityId=${far.demo.entityId}`
    const { body: listed } = await far.get(`/v1/query?${reference}`)
    const payments = listed.payments as unknown as readonly {
      id: string
      result: { code: string }
    }[]
    const codes = payments.map(({ result: { code } }) => code)
    expect(codes.toSorted()).toEqual([APPROVED, SOFT_DECLINE])
    // By its name the first charge is known when it is told again.
    const stored = await near.store.read.payment(body.id)
    const declined = payments.filter(({ result: { code } }) => code === SOFT_DECLINE)
    expect(stored && readDetails(stored).softlyDeclinedAs).toEqual(declined.map(({ id }) => id))
  })
})

describe('threeDSecure.disable', () => {
  it('with an exemption is charged without authentication, and authenticated after a soft decline', async () => {
    directory.answer(challenge)
    const exemption = { 'threeDSecure.disable': 'true', 'threeDSecure.exemptionFlag': '02' }
    expect((await pay(exemption)).body.result.code).toBe(APPROVED)
    expect(directory.asked).toEqual([])
    expect((await pay({ ...exemption, ...softDeclined })).body.result.code).toBe(PENDING)
    expect(directory.asked[0]?.challengeIndicator).toBe('04')
  })

  it('without an exemption skips the authentication also after a soft decline', async () => {
    const { body } = await pay({ 'threeDSecure.disable': 'true', ...softDeclined })
    expect(body.result.code).toBe(SOFT_DECLINE)
    expect(directory.asked).toEqual([])
  })
})

describe('the simulator', () => {
  /** Cards with the outcomes `informational`, `frictionless` and `attempt`, without a method call. */
  it.each([
    ['4200000010000065', PENDING],
    ['4200000010000008', APPROVED],
    ['4200000010000016', APPROVED],
  ])('declines the card %s softly unless it is authenticated: %s', async (number, code) => {
    const gateway = await startTestGateway({ store: openMemoryStore() })
    onTestFinished(() => gateway.close())
    const { body } = await gateway.post(
      '/v1/payments',
      cardPayment(gateway.demo.entityId, {
        'card.number': number,
        shopperResultUrl: 'https://shop.example/result',
        ...browser,
        ...softDeclined,
      }),
    )
    expect(body.result.code).toBe(code)
  })
})
