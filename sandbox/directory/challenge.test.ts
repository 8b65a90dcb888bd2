import { describe, expect, it } from 'vitest'
import { encodeForBrowser } from '../../server/features/three-ds/messages/browser-text.ts'
import type { MessageOf } from '../../server/features/three-ds/messages/messages.ts'
import { OWN_RANGES, ownCard, type Scenario } from '../enrolled-cards.ts'
import {
  ASK_IN_APP,
  type ChallengeForm,
  finalResponse,
  MAX_CHALLENGE_MS,
  ONE_TIME_CODE,
  RETURN_CODES,
  reactTo,
  readChallenge,
  type SentAnswer,
} from './challenge.ts'
import { areqOf, createIssuerFixture, transactionId } from './issuer.fixture.ts'

let count = 0

/** A challenge that has begun: the sealed transaction in its URL, and the CReq of its gateway. */
function begin(scenario: Scenario = 'challenge') {
  const fixture = createIssuerFixture()
  const id = transactionId(++count)
  const [own] = OWN_RANGES
  if (own === undefined) throw new Error('no range')
  const ares = fixture.issuer.answer(
    areqOf(id, { acctNumber: ownCard(own, scenario) }),
  ) as MessageOf<'ARes'>
  const sealed = new URL(ares.acsURL ?? '').searchParams.get('transaction') ?? ''
  const creq: MessageOf<'CReq'> = {
    messageType: 'CReq',
    messageVersion: '2.2.0',
    threeDSServerTransID: id,
    acsTransID: ares.acsTransID,
    challengeWindowSize: '05',
  }
  const read = (text = encodeForBrowser(creq), address = sealed) =>
    readChallenge(address, text, fixture.issuer.envelope)
  return { ...fixture, sealed, creq, read }
}

function formOf(scenario?: Scenario): ChallengeForm {
  const form = begin(scenario).read()
  if ('errorCode' in form) throw new Error(JSON.stringify(form))
  return form
}

/** The reaction to a series of answers. */
function answer(form: ChallengeForm, ...answers: readonly SentAnswer[]) {
  const nowMs = form.transaction.startedAtMs + 1_000
  let current = form
  for (const sent of answers.slice(0, -1)) {
    const reaction = reactTo(current, sent, nowMs)
    if (reaction.kind !== 'asked') throw new Error(`decided: ${reaction.decision}`)
    current = reaction.form
  }
  return reactTo(current, answers.at(-1) ?? {}, nowMs)
}

describe('a challenge request', () => {
  it('of the gateway is read, and asks the question of the scenario', () => {
    expect(formOf()).toMatchObject({ asks: 'code', answers: 0, wrongCodes: 0 })
    expect(formOf('outOfBand').asks).toBe('app')
    expect(formOf('challengeTimeout').asks).toBe('nothing')
  })

  it('of another transaction is refused', () => {
    const { read, creq } = begin()
    const other = begin()
    const refused = (changed: object, address?: string) =>
      read(encodeForBrowser({ ...creq, ...changed }), address)
    expect(refused({ threeDSServerTransID: transactionId(0) })).toMatchObject({ errorCode: '301' })
    expect(refused({ acsTransID: other.creq.acsTransID })).toMatchObject({ errorCode: '301' })
    expect(refused({}, other.sealed)).toMatchObject({ errorCode: '301' })
    expect(refused({ messageVersion: '2.1.0' })).toMatchObject({ errorCode: '102' })
    expect(refused({ challengeWindowSize: '06' })).toMatchObject({ errorCode: '203' })
    expect(refused({ messageType: 'CRes' })).toMatchObject({ errorCode: '101' })
  })

  it('is refused when its text has padding, characters of another alphabet, or 64 KB', () => {
    const { read, creq } = begin()
    const text = encodeForBrowser(creq)
    const padded = Buffer.from(JSON.stringify({ ...creq, x: 'ab' })).toString('base64')
    expect(padded).toMatch(/=$/)
    for (const wrong of [
      padded,
      `${text}=`,
      `${text}!`,
      '',
      'a'.repeat(70_000),
      text.slice(0, -2),
    ]) {
      expect(read(wrong), wrong.slice(-20)).toMatchObject({ errorCode: '203', errorComponent: 'A' })
    }
  })

  it('is refused when the address was altered in any character', () => {
    const { read, sealed } = begin()
    for (let at = 0; at < sealed.length; at += 7) {
      const altered = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1)
      expect(read(undefined, altered), String(at)).toMatchObject({ errorCode: '301' })
    }
    for (const none of ['', '{}', 'AAAA', '__proto__']) {
      expect(read(undefined, none)).toMatchObject({ errorCode: '301' })
    }
  })
})

describe('the cardholder', () => {
  it('is authenticated by the code, even with spaces in it', () => {
    for (const code of [ONE_TIME_CODE, ' 123 456 ']) {
      expect(answer(formOf(), { code })).toEqual({
        kind: 'decided',
        decision: 'approve',
        interaction: { type: '02', count: 1 },
      })
    }
  })

  it('fails with the third wrong code, where an empty code does not count', () => {
    const wrong = { code: '111111' }
    expect(answer(formOf(), wrong)).toMatchObject({ notice: 'codeWrong', form: { wrongCodes: 1 } })
    expect(answer(formOf(), wrong, {})).toMatchObject({
      notice: 'codeEmpty',
      form: { wrongCodes: 1 },
    })
    expect(answer(formOf(), wrong, wrong, {}, { code: ONE_TIME_CODE })).toMatchObject({
      decision: 'approve',
      interaction: { count: 4 },
    })
    expect(answer(formOf(), wrong, wrong, wrong)).toMatchObject({ decision: 'fail' })
  })

  it('confirms in the app', () => {
    const confirmed = { kind: 'decided', decision: 'approve', interaction: { type: '03' } }
    expect(answer(formOf('outOfBand'), {})).toMatchObject(confirmed)
    expect(answer(formOf(), { returnCode: ASK_IN_APP }, {})).toMatchObject(confirmed)
  })

  it('cancels, even if a code was entered', () => {
    const all = { cancel: 'true', code: ONE_TIME_CODE, returnCode: '000.000.000' }
    for (const scenario of ['challenge', 'outOfBand', 'challengeTimeout'] as const) {
      expect(answer(formOf(scenario), all)).toMatchObject({ decision: 'cancel' })
    }
  })

  it('times out in the scenario for that, and after ten minutes', () => {
    expect(answer(formOf('challengeTimeout'), {})).toMatchObject({ decision: 'timeout' })
    const form = formOf()
    const { startedAtMs } = form.transaction
    const right = { code: ONE_TIME_CODE }
    expect(reactTo(form, right, startedAtMs + MAX_CHALLENGE_MS)).toMatchObject({
      decision: 'approve',
    })
    expect(reactTo(form, right, startedAtMs + MAX_CHALLENGE_MS + 1)).toMatchObject({
      decision: 'timeout',
    })
  })

  it.each(Object.entries(RETURN_CODES))(
    'ends as the tester chooses: %s is %s',
    (returnCode, decision) => {
      expect(answer(formOf(), { returnCode, code: '999' })).toMatchObject({ decision })
    },
  )

  it('is asked again for outcomes that do not exist', () => {
    for (const returnCode of ['', '000.100.110', '__proto__', 'toString']) {
      expect(answer(formOf(), { returnCode })).toMatchObject({ kind: 'asked' })
    }
  })
})

describe('the final response', () => {
  it('is base64url without padding and says Y only for an approval', () => {
    const { transaction } = formOf()
    for (const decision of Object.values(RETURN_CODES)) {
      const text = finalResponse(transaction, decision)
      expect(text).toMatch(/^[A-Za-z0-9_-]+$/)
      expect(JSON.parse(Buffer.from(text, 'base64url').toString())).toEqual({
        messageType: 'CRes',
        messageVersion: '2.2.0',
        threeDSServerTransID: transaction.serverTransactionId,
        acsTransID: transaction.issuerTransactionId,
        challengeCompletionInd: 'Y',
        transStatus: decision === 'approve' ? 'Y' : 'N',
      })
    }
  })
})
