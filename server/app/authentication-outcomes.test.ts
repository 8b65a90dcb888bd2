import { describe, expect, it } from 'vitest'
import type { ChallengeWindowSize } from '../../common/authentication-wire.ts'
import { ONE_TIME_CODE } from '../../sandbox/directory/challenge.ts'
import {
  type MethodCall,
  OWN_RANGES,
  ownCard,
  type Scenario,
} from '../../sandbox/enrolled-cards.ts'
import { cardPayment, type Form, useTestGateway } from '../testing/gateway.fixture.ts'
import {
  BROWSER_DATA,
  type EnterInto,
  isAuthenticationPage,
  type SentShopper,
  ShopperBrowser,
} from '../testing/shopper-browser.fixture.ts'

const gateway = useTestGateway()

const METHODS: readonly MethodCall[] = ['none', 'answers', 'silent']
const WINDOWS: readonly ChallengeWindowSize[] = ['01', '02', '03', '04', '05']

function cardOf(
  scenario: Scenario,
  method: MethodCall,
  brand: 'VISA' | 'MASTER' = 'VISA',
  version = '2.2.0',
) {
  const own = OWN_RANGES.find(
    ({ prefix, ...range }) =>
      range.method === method &&
      range.version === version &&
      prefix.startsWith(brand === 'VISA' ? '4' : '5'),
  )
  if (own === undefined) throw new Error(`No range ${method} ${version}`)
  return { paymentBrand: brand, 'card.number': ownCard(own, scenario) }
}

interface Paid {
  readonly code: string
  readonly threeDSecure: Readonly<Record<string, string>> | undefined
  readonly steps: readonly string[]
  readonly window: string | undefined
  readonly card: Readonly<Record<string, string>> | undefined
}

/** Pays like a merchant's server with a shopper, and reads what became of it. */
async function pay(more: Form, enter: EnterInto = () => ({})): Promise<Paid> {
  const { demo, url, post, get } = gateway()
  const { body } = await post(
    '/v1/payments',
    cardPayment(demo.entityId, {
      ...BROWSER_DATA,
      shopperResultUrl: 'https://shop.example/result',
      ...more,
    }),
  )
  expect(body.id, JSON.stringify(body)).toBeDefined()
  const redirect = body.redirect as SentShopper | undefined
  let steps: readonly string[] = []
  let window: string | undefined
  if (redirect !== undefined) {
    expect(body.result.code).toBe('000.200.000')
    expect(isAuthenticationPage(redirect)).toBe(true)
    const journey = await new ShopperBrowser(url).authenticate(redirect, enter)
    steps = journey.steps
    window = journey.challenges[0]?.challengeWindowSize
    if (journey.last.step === 'done') {
      expect(journey.last.returnUrl).toContain(`id=${body.id}`)
    }
  }
  const read = (await get(`/v1/payments/${body.id}?entityId=${demo.entityId}`)).body
  return {
    code: read.result.code,
    threeDSecure: read.threeDSecure as Paid['threeDSecure'],
    card: read.card as Paid['card'],
    steps,
    window,
  }
}

const stepsOfMethod = (method: MethodCall) => (method === 'none' ? [] : ['method'])

/** What becomes of a payment that is decided without a challenge. */
const WITHOUT_CHALLENGE: readonly [Scenario, code: string, eci?: string][] = [
  ['frictionless', '000.100.110', '05'],
  ['attempt', '000.100.110', '06'],
  ['informational', '000.100.110'],
  ['unavailable', '100.390.109'],
  ['notAuthenticated', '100.380.401'],
  ['rejected', '100.390.118'],
  ['notEnrolled', '000.400.102'],
  ['error', '100.390.111'],
  ['timeout', '100.390.111'],
]

describe('a payment that is authenticated without a challenge', () => {
  const cases = WITHOUT_CHALLENGE.flatMap(([scenario, code, eci]) =>
    METHODS.map((method) => ({ scenario, code, eci, method })),
  )

  it.each(cases)(
    '$scenario with the method call $method: $code',
    async ({ scenario, code, eci, method }) => {
      const paid = await pay(cardOf(scenario, method))
      expect(paid.code).toBe(code)
      expect(paid.steps).toEqual(method === 'none' ? [] : ['method', 'done'])
      if (eci !== undefined) {
        expect(paid.threeDSecure?.eci).toBe(eci)
        expect(paid.threeDSecure?.verificationId).toHaveLength(28)
      }
    },
  )
})

/** How a challenge ends, by what the shopper enters. */
const CHALLENGE_RESULTS: readonly [words: string, enter: () => EnterInto, code: string][] = [
  ['the right code', () => () => ({ code: ONE_TIME_CODE }), '000.100.110'],
  ['three wrong codes', () => () => ({ code: '000000' }), '100.380.401'],
  ['cancel', () => () => ({ cancel: 'true' }), '100.396.101'],
  ['a time-out', () => () => ({ returnCode: '100.396.103' }), '100.396.103'],
  ['a technical fault', () => () => ({ returnCode: '100.390.105' }), '100.390.109'],
  ['suspected fraud', () => () => ({ returnCode: '100.390.114' }), '100.390.118'],
  [
    'a confirmation in the app',
    () => {
      let isInApp = false
      return () => {
        if (isInApp) return {}
        isInApp = true
        return { returnCode: 'app' }
      }
    },
    '000.100.110',
  ],
]

describe('a payment with a challenge', () => {
  const cases = CHALLENGE_RESULTS.flatMap(([words, enter, code]) =>
    METHODS.flatMap((method) => WINDOWS.map((window) => ({ words, enter, code, method, window }))),
  )

  it.each(cases)('$words, method call $method, window $window: $code', async (one) => {
    const { enter, code, method, window } = one
    const challengeWindow = { 'customer.browser.challengeWindow': String(Number(window)) }
    const paid = await pay({ ...cardOf('challenge', method), ...challengeWindow }, enter())
    expect(paid.code).toBe(code)
    expect(paid.steps).toEqual([...stepsOfMethod(method), 'challenge', 'done'])
    expect(paid.window).toBe(window)
    if (code === '000.100.110') {
      expect(paid.threeDSecure?.eci).toBe('05')
      expect(paid.threeDSecure?.verificationId).toHaveLength(28)
    }
  })

  it('has the ECIs of Mastercard, and works with version 2.1.0', async () => {
    const right: EnterInto = () => ({ code: ONE_TIME_CODE })
    for (const version of ['2.1.0', '2.2.0']) {
      const paid = await pay(cardOf('challenge', 'none', 'MASTER', version), right)
      expect([paid.code, paid.threeDSecure?.eci, paid.threeDSecure?.version]).toEqual([
        '000.100.110',
        '02',
        version,
      ])
    }
    expect((await pay(cardOf('attempt', 'none', 'MASTER'))).threeDSecure?.eci).toBe('01')
  })

  it('asks in the app, and runs out of time, where the card says so', async () => {
    expect((await pay(cardOf('outOfBand', 'none'))).code).toBe('000.100.110')
    expect((await pay(cardOf('challengeTimeout', 'answers'))).code).toBe('100.396.103')
  })

  it('stays pending while its result has not come', async () => {
    const paid = await pay(cardOf('resultNever', 'none'), () => ({ code: ONE_TIME_CODE }))
    expect([paid.code, paid.steps.at(-1)]).toEqual(['000.200.000', 'wait'])
  })
})

describe('what the request says of the authentication', () => {
  const right: EnterInto = () => ({ code: ONE_TIME_CODE })

  it('forces a challenge on a card that would need none', async () => {
    const paid = await pay(
      { ...cardOf('frictionless', 'none'), 'threeDSecure.challengeIndicator': '04' },
      right,
    )
    expect([paid.code, paid.steps]).toEqual(['000.100.110', ['challenge', 'done']])
  })

  it('lets a card take part that is in no range, with the flow that it names', async () => {
    const enrolled = { 'customParameters[3DS2_enrolled]': 'true' }
    const frictionless = await pay(enrolled)
    expect([frictionless.code, frictionless.threeDSecure?.eci]).toEqual(['000.100.110', '05'])
    const challenged = await pay({ ...enrolled, 'customParameters[3DS2_flow]': 'challenge' }, right)
    expect([challenged.code, challenged.steps]).toEqual(['000.100.110', ['challenge', 'done']])
    const named = await pay({ 'customParameters[3DS2_scenario]': 'rejected' })
    expect(named.code).toBe('100.390.118')
  })

  it('leaves out the authentication of a card without a range, and where it is disabled', async () => {
    const plain = await pay({})
    expect([plain.code, plain.threeDSecure]).toEqual(['000.100.110', undefined])
    const disabled = await pay({ ...cardOf('rejected', 'none'), 'threeDSecure.disable': 'true' })
    expect([disabled.code, disabled.threeDSecure?.eci]).toEqual(['000.100.110', undefined])
  })
})
