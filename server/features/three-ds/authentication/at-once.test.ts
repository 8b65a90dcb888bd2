import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { openMemoryStore } from '../../../../simulation/memory-store/open-memory-store.ts'
import type { Change } from '../../../store/port.ts'
import {
  cardPayment,
  startTestGateway,
  type TestGateway,
} from '../../../testing/gateway.fixture.ts'

/** Cards of the simulated issuer without a method call. */
const CARDS = {
  frictionless: '4200000000000026',
  challenge: '4200000000000018',
  unavailable: '4012001037461114',
  withMethod: '4200000000000042',
}

const browser = {
  shopperResultUrl: 'https://shop.example/back',
  'customer.givenName': 'Jane',
  'customer.surname': 'Jones',
  'customer.ip': '192.0.2.1',
  'customer.browser.acceptHeader': 'text/html',
  'customer.browser.language': 'de',
  'customer.browser.screenHeight': '1080',
  'customer.browser.screenWidth': '1920',
  'customer.browser.timezone': '-60',
  'customer.browser.userAgent': 'Mozilla/5.0',
  'customer.browser.javaEnabled': 'false',
  'customer.browser.screenColorDepth': '24',
}

describe('a payment whose directory is in this process', () => {
  let gateway: TestGateway
  let commits: (readonly Change[])[]

  beforeEach(async () => {
    const store = openMemoryStore()
    commits = []
    const commit: typeof store.commit = (changes) => {
      commits.push(changes)
      return store.commit(changes)
    }
    gateway = await startTestGateway({ store: { ...store, commit } })
    onTestFinished(() => gateway.close())
  })

  const pay = (card: keyof typeof CARDS, more: Record<string, string> = {}) =>
    gateway.post(
      '/v1/payments',
      cardPayment(gateway.demo.entityId, { 'card.number': CARDS[card], ...browser, ...more }),
    )
  const kindsOf = (id: string) =>
    commits
      .filter((changes) => JSON.stringify(changes).includes(id))
      .map((changes) => changes.map(({ kind }) => kind))

  it('is authenticated and charged in one commit, which keeps no security code', async () => {
    const { status, body } = await pay('frictionless')
    expect([status, body.result.code]).toEqual([200, '000.100.110'])
    expect(body.threeDSecure).toMatchObject({ eci: '05', authenticationStatus: 'Y' })
    const kinds = kindsOf(body.id)
    expect(kinds).toHaveLength(1)
    expect(kinds[0]).toEqual(expect.arrayContaining(['insertPayment', 'insertAuthentication']))
    expect(kinds[0]).not.toContain('insertConfidential')
    const payment = await gateway.store.read.payment(body.id)
    const authentication = await gateway.store.read.authentication(payment?.authenticationId ?? '')
    expect(authentication).toMatchObject({ state: 'passed', paymentId: body.id })
  })

  it('fails in one commit where its issuer answers U', async () => {
    const { body } = await pay('unavailable')
    const payment = await gateway.store.read.payment(body.id)
    expect(payment?.state).toBe('failed')
    expect(kindsOf(body.id)).toHaveLength(1)
    const authentication = await gateway.store.read.authentication(payment?.authenticationId ?? '')
    expect(authentication?.state).toBe('failed')
  })

  it('waits in its first commit where its issuer wants a challenge', async () => {
    const { body } = await pay('challenge')
    expect(body.result.code).toBe('000.200.000')
    const payment = await gateway.store.read.payment(body.id)
    expect(payment?.state).toBe('authenticating')
    const authentication = await gateway.store.read.authentication(payment?.authenticationId ?? '')
    expect(authentication?.state).toBe('challenge')
    expect(await gateway.store.read.confidential(body.id)).toBeDefined()
  })

  it('waits for its browser where its issuer wants a call before, and asks nobody yet', async () => {
    const { body } = await pay('withMethod')
    expect(body.result.code).toBe('000.200.000')
    const payment = await gateway.store.read.payment(body.id)
    const authentication = await gateway.store.read.authentication(payment?.authenticationId ?? '')
    expect([payment?.state, authentication?.state]).toEqual(['authenticating', 'browser'])
    expect(kindsOf(body.id)).toHaveLength(1)
  })
})
