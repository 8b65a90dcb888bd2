import { describe, expect, it } from 'vitest'
import type { MessageOf } from '../../server/features/three-ds/messages/messages.ts'
import {
  isMessageFault,
  readMessage,
} from '../../server/features/three-ds/messages/read-message.ts'
import { samples } from '../../server/features/three-ds/messages/samples.fixture.ts'
import { CARD_ROWS, OWN_RANGES, ownCard, SCENARIOS, type Scenario } from '../enrolled-cards.ts'
import { SIMULATOR_EXTENSION } from './directory.ts'
import { areqOf, createIssuerFixture, ISSUER_URL, transactionId } from './issuer.fixture.ts'
import { DECOUPLED_AFTER_MS } from './issuer.ts'
import type { Transaction } from './transaction.ts'

let count = 0

/** Sends an AReq and reads the answer like a gateway. */
function ask(more: Partial<MessageOf<'AReq'>> = {}) {
  const fixture = createIssuerFixture()
  const areq = areqOf(transactionId(++count), more)
  const answer = fixture.issuer.answer(areq)
  return { ...fixture, areq, answer }
}

function aresOf(more: Partial<MessageOf<'AReq'>>): MessageOf<'ARes'> {
  const { answer, areq } = ask(more)
  const { deviceChannel, messageCategory } = areq
  const ares = readMessage('ARes', answer, { deviceChannel, messageCategory })
  if (isMessageFault(ares)) throw new Error(JSON.stringify(ares.erro))
  expect(ares.threeDSServerTransID).toBe(areq.threeDSServerTransID)
  return ares
}

function erroOf(answer: unknown): MessageOf<'Erro'> {
  const erro = readMessage('Erro', answer)
  if (isMessageFault(erro)) throw new Error(JSON.stringify(answer))
  return erro
}

const extension = (data: Record<string, string>) => ({
  messageExtension: [
    { name: 'tillgate-simulator', id: SIMULATOR_EXTENSION, criticalityIndicator: false, data },
  ],
})

const DECOUPLED_WISH = {
  threeDSRequestorDecReqInd: 'Y',
  threeDSRequestorDecMaxTime: '00010',
} as const

const STATUS: Readonly<Record<string, string>> = {
  frictionless: 'Y',
  attempt: 'A',
  challenge: 'C',
  unavailable: 'U',
  notEnrolled: 'N',
}

describe('the directory answers each card of the reference', () => {
  const cards = CARD_ROWS.flatMap(({ scenario, numbers }) =>
    numbers.map((number, at) => ({ scenario: scenario ?? 'frictionless', number, at })),
  )

  it.each(cards)('$number with $scenario', ({ scenario, number }) => {
    const ares = aresOf({ acctNumber: number })
    expect(ares.transStatus).toBe(STATUS[scenario])
    if (scenario === 'unavailable') expect(ares.transStatusReason).toBe('22')
    if (scenario === 'notEnrolled') expect(ares.transStatusReason).toBe('13')
    expect(ares.acsURL === undefined).toBe(scenario !== 'challenge')
    const isMastercard = /^(?:5|6[27]|60(?!11))/.test(number)
    const eci = { Y: isMastercard ? '02' : '05', A: isMastercard ? '01' : '06' }
    expect(ares.eci).toBe(eci[ares.transStatus as 'Y' | 'A'])
  })
})

describe('the directory answers each scenario in each of our own ranges', () => {
  const cases = OWN_RANGES.flatMap((own) =>
    SCENARIOS.map((row) => ({
      ...row,
      own,
      version: own.version,
      number: ownCard(own, row.scenario),
    })),
  )

  it.each(cases)('$number ($version): $scenario', ({ answer, version, number }) => {
    const message = { acctNumber: number, messageVersion: version }
    const wish = version === '2.2.0' ? DECOUPLED_WISH : {}
    if (answer === 'none') return expect(ask(message).answer).toBeUndefined()
    if (answer === 'Erro') return expect(erroOf(ask(message).answer).errorCode).toBe('403')
    const ares = aresOf({ ...message, ...wish })
    const inOldVersion: Readonly<Record<string, string>> = { D: 'N', I: 'U' }
    expect(ares.messageVersion).toBe(version)
    expect(ares.transStatus).toBe(version === '2.1.0' ? (inOldVersion[answer] ?? answer) : answer)
  })
})

describe('the directory', () => {
  it('gives the same proof for the same authentication, and another one for another', () => {
    const fixture = createIssuerFixture()
    const id = transactionId(++count)
    const answers = [areqOf(id), areqOf(id), areqOf(transactionId(++count))].map((areq) =>
      fixture.issuer.answer(areq),
    ) as MessageOf<'ARes'>[]
    const [first, again, other] = answers.map(({ authenticationValue = '' }) => authenticationValue)
    expect(first).toMatch(/^[A-Za-z0-9+/]{27}=$/)
    expect(again).toBe(first)
    expect(other).not.toBe(first)
    expect(answers[1]?.acsTransID).toBe(answers[0]?.acsTransID)
    expect(answers[2]?.acsTransID).not.toBe(answers[0]?.acsTransID)
  })

  it('follows the custom parameters in the extension', () => {
    const plain = { acctNumber: '4200000000000000' }
    const status = (data: Record<string, string>) =>
      aresOf({ ...plain, ...extension(data) }).transStatus
    expect(status({ enrolled: 'true' })).toBe('Y')
    expect(status({ flow: 'challenge' })).toBe('C')
    expect(status({ flow: 'challenge', scenario: 'rejected' })).toBe('R')
    expect(status({ scenario: 'no such' })).toBe('Y')
  })

  it('challenges a frictionless card where the challenge is mandated, and says so', () => {
    const mandate = { threeDSRequestorChallengeInd: '04' }
    expect(aresOf({ ...mandate })).toMatchObject({ transStatus: 'C', acsChallengeMandated: 'Y' })
    expect(aresOf({ acctNumber: '4200000000000042' }).acsChallengeMandated).toBe('N')
    expect(aresOf({ ...mandate, acctNumber: '4012001037461114' }).transStatus).toBe('U')
  })

  it('decides outside the browser only where the request asks for that', () => {
    const challenged = '4200000000000042'
    const decoupled = ownCard(OWN_RANGES[0] as (typeof OWN_RANGES)[0], 'decoupled')
    expect(aresOf({ acctNumber: decoupled })).toMatchObject({
      transStatus: 'N',
      transStatusReason: '23',
    })
    const requestorInitiated = { deviceChannel: '03', threeRIInd: '01' } as const
    const series = { recurringExpiry: '20301231', recurringFrequency: '28' }
    const withoutBrowser = { ...requestorInitiated, ...series, acctNumber: challenged }
    expect(aresOf(withoutBrowser).transStatus).toBe('N')
    expect(aresOf({ ...withoutBrowser, ...DECOUPLED_WISH }).transStatus).toBe('D')
  })

  it.each([
    ['decoupled', 'Y'],
    ['decoupledDeclined', 'N'],
    ['decoupledNever', undefined],
  ] satisfies [Scenario, string | undefined][])(
    'sends the result of %s some seconds later',
    async (scenario, status) => {
      const { planned, results } = ask({
        ...DECOUPLED_WISH,
        ...extension({ scenario }),
      })
      expect(planned.map(({ milliseconds }) => milliseconds)).toEqual(
        status === undefined ? [] : [DECOUPLED_AFTER_MS],
      )
      for (const { work } of planned) work()
      await Promise.resolve()
      expect(results.map(({ body }) => [body.transStatus, body.authenticationType])).toEqual(
        status === undefined ? [] : [[status, '04']],
      )
    },
  )

  it('seals the data of the issuer, so that a browser cannot read them', () => {
    const { answer, issuer, areq } = ask({ acctNumber: '4200000000000042' })
    const { acsURL = '' } = answer as MessageOf<'ARes'>
    expect(acsURL.startsWith(`${ISSUER_URL}/simulator/three-ds/challenge?transaction=`)).toBe(true)
    const sealed = new URL(acsURL).searchParams.get('transaction') ?? ''
    expect(issuer.envelope.open('challenge', sealed)).toMatchObject({
      resultUrl: areq.threeDSServerURL,
      card: { brand: 'VISA', lastFour: '0042' },
    } satisfies Partial<Transaction>)
    expect(Buffer.from(sealed, 'base64url').includes('token-of')).toBe(false)
    expect(issuer.envelope.open('challenge form', sealed)).toBeUndefined()
  })

  it('refuses a request whose URLs make the URL of the challenge too long', () => {
    const long = `https://pay.example/${'a'.repeat(1_500)}`
    const { answer } = ask({ acctNumber: '4200000000000042', threeDSServerURL: long })
    expect(erroOf(answer)).toMatchObject({ errorCode: '203', errorComponent: 'D' })
  })

  it.each([
    ['no message', undefined, '101'],
    ['a list', [], '101'],
    ['another message', samples.RReq, '101'],
    ['an unknown version', { ...areqOf(transactionId(0)), messageVersion: '3.0.0' }, '102'],
    ['a version that it does not speak', { ...samples.PReq, messageVersion: '2.3.1' }, '102'],
    ['a missing field', { ...areqOf(transactionId(0)), acctNumber: undefined }, '201'],
    ['an app', { ...areqOf(transactionId(0)), deviceChannel: '01' }, '201'],
    ['a foreign address', { ...areqOf(transactionId(0)), threeDSServerURL: 'file:///etc' }, '203'],
  ])('refuses %s by an error message', (_what, message, code) => {
    const { issuer } = createIssuerFixture()
    expect(erroOf(issuer.answer(message))).toMatchObject({ errorCode: code, errorComponent: 'D' })
  })

  it('gives its 3DS server the same answer as over HTTP', async () => {
    const { directory } = createIssuerFixture().issuer
    const send = (scenario: Scenario) =>
      directory.send(areqOf(transactionId(++count), extension({ scenario })))
    expect(await send('frictionless')).toMatchObject({
      kind: 'answered',
      json: { transStatus: 'Y' },
    })
    expect(await send('error')).toMatchObject({ json: { messageType: 'Erro', errorCode: '403' } })
    expect(await send('timeout')).toEqual({ kind: 'failed', reason: 'timeout' })
  })

  it('makes a card enrolled by custom parameters', () => {
    const { forcedRange } = createIssuerFixture().issuer.directory
    expect(forcedRange({ '3DS2_enrolled': 'true' })).toEqual({ version: '2.2.0' })
    expect(forcedRange({ '3DS2_scenario': 'challenge' })).toEqual({ version: '2.2.0' })
    for (const custom of [{}, { '3DS2_enrolled': 'false' }, { '3DS2_flow': 'challenge' }]) {
      expect(forcedRange(custom as Record<string, string>)).toBeUndefined()
    }
  })
})

describe('the card ranges of the directory', () => {
  const preq = samples.PReq

  function prepare(serialNum?: string): MessageOf<'PRes'> {
    const asked = serialNum === undefined ? preq : { ...preq, serialNum }
    const pres = readMessage('PRes', createIssuerFixture().issuer.answer(asked))
    if (isMessageFault(pres)) throw new Error(JSON.stringify(pres.erro))
    return pres
  }

  it('name the method of each card that has one', () => {
    const { cardRangeData = [] } = prepare('0')
    expect(cardRangeData.length).toBeGreaterThan(60)
    const rangeOf = (start: string) => cardRangeData.find(({ startRange }) => startRange === start)
    expect(rangeOf('4200000000000091')).toMatchObject({
      endRange: '4200000000000091',
      acsEndProtocolVersion: '2.2.0',
      threeDSMethodURL: `${ISSUER_URL}/simulator/three-ds/method`,
    })
    expect(rangeOf('4200000000000026')).not.toHaveProperty('threeDSMethodURL')
    expect(rangeOf('4200000040000000')?.threeDSMethodURL).toMatch(/silent-method$/)
    expect(rangeOf('4200000030000000')?.acsEndProtocolVersion).toBe('2.1.0')
  })

  it('come once for each serial number', () => {
    const { serialNum } = prepare('1')
    expect(prepare(serialNum)).not.toHaveProperty('cardRangeData')
  })
})

describe('an authentication without the shopper', () => {
  it.each([
    ['5200000010000005', '07'],
    ['4200000010000008', '05'],
  ])('of the card %s has the ECI %s', (acctNumber, eci) => {
    const { browserIP, notificationURL, threeDSCompInd, ...areq } = areqOf(transactionId(++count))
    const kept = Object.fromEntries(Object.entries(areq).filter(([name]) => !/^browser/.test(name)))
    const { issuer } = createIssuerFixture()
    const asked = { ...kept, acctNumber, deviceChannel: '03', threeRIInd: '11' }
    expect(issuer.answer(asked)).toMatchObject({ transStatus: 'Y', eci })
  })
})
