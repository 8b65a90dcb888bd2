import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { samples } from '../messages/samples.fixture.ts'
import type { Directory, DirectoryAnswer } from './directory.ts'
import { sampleInput } from './inputs.fixture.ts'
import { createThreeDsServer, RANGES_MAX_AGE_MS } from './server.ts'

type Sent = Parameters<Directory['send']>[0]

/** A 3DS server whose directory gives the answers of the test. */
function serverWith(answer: (message: Sent) => DirectoryAnswer, more: Partial<Directory> = {}) {
  const sent: Sent[] = []
  const warnings: object[] = []
  let nowMs = 1_795_000_000_000
  const server = createThreeDsServer({
    directory: {
      name: 'test',
      send: async (message) => {
        sent.push(message)
        return answer(message)
      },
      ...more,
    },
    identity: { referenceNumber: '3DS_TEST_SERVER', operatorId: 'operator-1' },
    clock: { now: () => nowMs },
    log: { warn: (about: unknown) => void warnings.push(about as object) },
  })
  return { server, sent, warnings, wait: (ms: number) => (nowMs += ms) }
}

const answered = (json: unknown): DirectoryAnswer => ({ kind: 'answered', json })

const ares =
  (changes: object = {}) =>
  (message: Sent) =>
    answered({
      ...samples.ARes,
      threeDSServerTransID: message.threeDSServerTransID,
      messageVersion: message.messageVersion,
      ...changes,
    })

const decoupled = { 'threeDSecure.decoupled': 'true' }

describe('an authentication', () => {
  test('ends with the result of an ARes', async () => {
    const { server, sent } = serverWith(ares({ cardholderInfo: 'Call your bank.' }))
    expect(await server.authenticate(sampleInput())).toEqual({
      kind: 'result',
      result: {
        transStatus: 'Y',
        version: '2.2.0',
        eci: '05',
        authenticationValue: samples.ARes.authenticationValue,
        acsTransId: samples.ARes.acsTransID,
        dsTransId: samples.ARes.dsTransID,
        cardholderInfo: 'Call your bank.',
      },
    })
    expect(sent).toMatchObject([{ messageType: 'AReq', threeDSServerOperatorID: 'operator-1' }])
  })

  test.each(['A', 'N', 'U', 'R', 'I'])('ends with the status %s', async (transStatus) => {
    const { server } = serverWith(ares({ transStatus, transStatusReason: '11' }))
    expect(await server.authenticate(sampleInput())).toMatchObject({
      kind: 'result',
      result: { transStatus, transStatusReason: '11' },
    })
  })

  test.each(['N', 'R'] as const)(
    'is refused by the status %s, whatever else is wrong',
    async (transStatus) => {
      const faults = fc.constantFrom<object>(
        { transStatusReason: undefined },
        { transStatusReason: '99x' },
        { cardholderInfo: 'x'.repeat(140) },
        { eci: 'five' },
        { acsTransID: 'none' },
        { dsTransID: undefined },
        { messageVersion: '9.9.9' },
        { messageType: 'XRes' },
        { threeDSServerTransID: randomUUID() },
        { messageExtension: [{ name: 'x', id: 'x', criticalityIndicator: true, data: {} }] },
      )
      await fc.assert(
        fc.asyncProperty(fc.array(faults, { minLength: 1 }), async (wrong) => {
          const complaints: object[] = []
          const complain = (erro: object) => void complaints.push(erro)
          const answer = ares({
            transStatus,
            transStatusReason: '01',
            ...Object.assign({}, ...wrong),
          })
          const { server } = serverWith(answer, { complain })
          const { kind, result } = (await server.authenticate(sampleInput())) as {
            kind: string
            result?: { transStatus: string; fault?: string }
          }
          expect([kind, result?.transStatus]).toEqual(['result', transStatus])
          expect(result?.fault).toMatch(/\w/)
          expect(complaints).toMatchObject([{ messageType: 'Erro', errorComponent: 'S' }])
        }),
      )
    },
  )

  test('that cannot be read says what is wrong, also to the directory', async () => {
    const complaints: object[] = []
    const complain = (erro: object) => void complaints.push(erro)
    const { server } = serverWith(ares({ cardholderInfo: 'x'.repeat(140) }), { complain })
    const failed = { kind: 'failed', reason: 'notAMessage', fault: 'cardholderInfo' }
    expect(await server.authenticate(sampleInput())).toEqual(failed)
    expect(complaints).toMatchObject([{ errorCode: '203', errorDetail: 'cardholderInfo' }])
  })

  test('continues with a challenge', async () => {
    const challenge = {
      transStatus: 'C',
      acsURL: 'https://acs.example/challenge',
      acsChallengeMandated: 'Y',
      authenticationType: '02',
    }
    const { server } = serverWith(ares(challenge))
    expect(await server.authenticate(sampleInput())).toEqual({
      kind: 'challenge',
      acsUrl: 'https://acs.example/challenge',
      acsTransId: samples.ARes.acsTransID,
      dsTransId: samples.ARes.dsTransID,
      challengeMandated: 'Y',
      authenticationType: '02',
    })
    const byMerchant = sampleInput({ 'threeDSecure.channel': '3' })
    expect(await server.authenticate(byMerchant)).toMatchObject({ result: { transStatus: 'U' } })
  })

  test('is decoupled only where the request asks for that', async () => {
    const outside = { transStatus: 'D', acsDecConInd: 'Y', authenticationType: '04' }
    const { server } = serverWith(ares(outside))
    expect(await server.authenticate(sampleInput(decoupled))).toEqual({
      kind: 'decoupled',
      acsTransId: samples.ARes.acsTransID,
      dsTransId: samples.ARes.dsTransID,
      waitMs: 60 * 60_000,
    })
    expect(await server.authenticate(sampleInput())).toMatchObject({ result: { transStatus: 'U' } })
  })

  test.each<[string, (message: Sent) => DirectoryAnswer]>([
    ['timeout', () => ({ kind: 'failed', reason: 'timeout' })],
    ['unreachable', () => ({ kind: 'failed', reason: 'unreachable' })],
    ['erro', () => answered(samples.Erro)],
    ['notAMessage', () => answered('text')],
    ['notAMessage', () => answered({ ...samples.Erro, errorCode: '999' })],
    ['notAMessage', () => answered(samples.PRes)],
    ['notAMessage', ares({ threeDSServerTransID: samples.ARes.acsTransID })],
    ['notAMessage', ares({ messageVersion: '2.1.0' })],
    ['notAMessage', ares({ authenticationValue: undefined })],
    ['notAMessage', ares({ authenticationValue: 'short' })],
    ['notAMessage', ares({ transStatus: 'C' })],
    ['notAMessage', ares({ transStatus: 'C', acsURL: 'javascript:alert(1)' })],
    ['notAMessage', ares({ transStatus: 'S' })],
  ])('fails: %s', async (reason, answer) => {
    const { server, warnings } = serverWith((message) =>
      JSON.parse(JSON.stringify(answer(message))),
    )
    expect(await server.authenticate(sampleInput())).toMatchObject({ kind: 'failed', reason })
    expect(warnings).toMatchObject([{ directory: 'test', reason }])
    expect(JSON.stringify(warnings)).not.toContain('4200000000000091')
  })

  test('sends the parameters for the test environment in an extension', async () => {
    const { server, sent } = serverWith(ares(), {
      extension: (custom) => ({
        name: 'wishes',
        id: 'wishes',
        criticalityIndicator: false,
        data: custom,
      }),
    })
    await server.authenticate(sampleInput({ 'customParameters[3DS2_flow]': 'challenge' }))
    expect(sent).toMatchObject([{ messageExtension: [{ data: { '3DS2_flow': 'challenge' } }] }])
  })

  test('serves all connectors, or the one that accepts the proofs of its directory', () => {
    const { server } = serverWith(ares())
    expect(server.serves('any')).toBe(true)
    const { server: simulated } = serverWith(ares(), { connector: 'simulator' })
    expect(['simulator', 'other'].map(simulated.serves)).toEqual([true, false])
  })
})

describe('the card ranges', () => {
  const pres =
    (changes: object = {}) =>
    (message: Sent): DirectoryAnswer =>
      answered({
        ...samples.PRes,
        threeDSServerTransID: message.threeDSServerTransID,
        ...changes,
      })
  const card = '4200000000000091'

  test('are requested once a day, and then only the changes', async () => {
    const { server, sent, wait } = serverWith(pres())
    expect(server.rangeOf(card, {})).toBe('unknown')
    await server.refreshRanges()
    await server.refreshRanges()
    expect(server.rangeOf('4000000000000002', {})).toBeUndefined()
    expect(server.rangeOf(card, {})).toEqual({
      version: '2.2.0',
      methodUrl: 'https://acs.example/method',
    })
    wait(RANGES_MAX_AGE_MS)
    await server.refreshRanges()
    expect(sent).toHaveLength(2)
    expect(sent[0]).not.toHaveProperty('serialNum')
    expect(sent[1]).toMatchObject({ messageType: 'PReq', serialNum: '8' })
  })

  test('are kept while the directory does not answer, and requested again with the next call', async () => {
    let isAway = false
    const away: DirectoryAnswer = { kind: 'failed', reason: 'unreachable' }
    const { server, sent, wait } = serverWith((message) => (isAway ? away : pres()(message)))
    await server.refreshRanges()
    isAway = true
    wait(RANGES_MAX_AGE_MS)
    await server.refreshRanges()
    expect(server.rangeOf(card, {})).toBeDefined()
    isAway = false
    await server.refreshRanges()
    expect(sent).toHaveLength(3)
  })

  test('are unknown for every card until the directory has sent its list', async () => {
    let isAway = true
    const away: DirectoryAnswer = { kind: 'failed', reason: 'unreachable' }
    const { server } = serverWith((message) => (isAway ? away : pres()(message)))
    await server.refreshRanges()
    expect(server.rangeOf('4000000000000002', {})).toBe('unknown')
    isAway = false
    await server.refreshRanges()
    expect(server.rangeOf('4000000000000002', {})).toBeUndefined()
  })

  test('are all requested again when the directory does not know the serial number', async () => {
    const { server, sent, wait } = serverWith((message) =>
      'serialNum' in message
        ? answered({ ...samples.Erro, errorCode: '307', errorMessageType: 'PReq' })
        : pres()(message),
    )
    await server.refreshRanges()
    wait(RANGES_MAX_AGE_MS)
    await server.refreshRanges()
    expect(sent.map((message) => 'serialNum' in message)).toEqual([false, true, false])
    expect(server.rangeOf(card, {})).toBeDefined()
  })

  test('are all requested again when a change does not fit the list', async () => {
    const unknown = [
      {
        ...samples.PRes.cardRangeData?.[0],
        startRange: '4300000000000000',
        endRange: '4300000000000001',
        actionInd: 'D',
      },
    ]
    const { server, sent, wait } = serverWith((message) =>
      'serialNum' in message ? pres({ cardRangeData: unknown })(message) : pres()(message),
    )
    await server.refreshRanges()
    wait(RANGES_MAX_AGE_MS)
    await server.refreshRanges()
    expect(sent.map((message) => 'serialNum' in message)).toEqual([false, true, false])
    expect(server.rangeOf(card, {})).toBeDefined()
  })

  test('stay as they are when nothing has changed', async () => {
    const { server, wait } = serverWith((message) =>
      pres('serialNum' in message ? { cardRangeData: undefined } : {})(message),
    )
    await server.refreshRanges()
    wait(RANGES_MAX_AGE_MS)
    await server.refreshRanges()
    expect(server.rangeOf(card, {})).toBeDefined()
  })

  test('can be extended by the test environment with a card that is in none', async () => {
    const { server } = serverWith(pres(), {
      forcedRange: (custom) =>
        custom['3DS2_enrolled'] === 'true' ? { version: '2.1.0' } : undefined,
    })
    expect(server.rangeOf(card, { '3DS2_enrolled': 'true' })).toEqual({ version: '2.1.0' })
    await server.refreshRanges()
    // A listed card must keep its method call and its version.
    expect(server.rangeOf(card, { '3DS2_enrolled': 'true' })).toEqual(server.rangeOf(card, {}))
    expect(server.rangeOf(card, {})).toBeDefined()
  })
})
