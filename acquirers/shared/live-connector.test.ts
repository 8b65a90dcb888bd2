import { describe, expect, it } from 'vitest'
import type { ConnectorOutcome, LateWord } from '../../server/payments/connectors/connector.ts'
import { remote } from '../../server/payments/payments.fixture.ts'
import { operation } from '../gateway/receiver.fixture.ts'
import { liveConnector } from './live-connector.ts'

/** What live makes of an outcome, by each way on which it may come. */
async function inLive(outcome: ConnectorOutcome, approvalCode = '000.000.000') {
  const logged: string[] = []
  const heard: (ConnectorOutcome | LateWord)[] = []
  let tell: (id: string, outcome: ConnectorOutcome) => Promise<void> = async () => undefined
  const connector = liveConnector(
    remote({
      approvalCode,
      decide: () => outcome,
      send: async () => outcome,
      inquire: async () => outcome,
      onUnsolicitedAnswer: (listener) => {
        tell = listener
      },
    }),
    { error: (_fields, message) => void logged.push(message) },
  )
  connector.onUnsolicitedAnswer(async (_id, one) => void heard.push(one))
  const asked = operation()
  await tell(asked.paymentId, outcome)
  const { instrument: _gone, ...known } = asked
  return {
    outcomes: [
      connector.decide(asked),
      await connector.send(asked),
      await connector.inquire({ operation: known, isPending: false, sentAtMs: 0 }),
      ...heard,
    ],
    alarms: logged.length,
  }
}

const refused = {
  kind: 'declined',
  code: '600.200.701',
  isApprovedThere: true,
  resultDetails: { AcquirerResponse: '000.100.112' },
}

describe('a connector in live', () => {
  it('has the success of a test system refused with an alarm, however it comes', async () => {
    const { outcomes, alarms } = await inLive({ kind: 'approved', saidCode: '000.100.112' })
    expect(outcomes).toEqual([refused, refused, refused, refused])
    expect(alarms).toBe(4)
  })

  it('that is a simulator by its own code of approval is believed nothing', async () => {
    const { outcomes } = await inLive({ kind: 'approved' }, '000.100.112')
    expect(outcomes).toEqual([refused, refused, refused, refused])
  })

  it.each<ConnectorOutcome>([
    { kind: 'approved' },
    { kind: 'approved', saidCode: '000.000.000' },
    { kind: 'approved', saidCode: '000.400.010', reviewCode: '000.400.010' },
    { kind: 'declined', code: '800.100.152' },
    { kind: 'unknown' },
    { kind: 'notSent' },
  ])('is believed when it says %o', async (outcome) => {
    const { outcomes, alarms } = await inLive(outcome)
    expect(outcomes).toEqual([outcome, outcome, outcome, outcome])
    expect(alarms).toBe(0)
  })
})
