import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../common/durations.ts'
import { openMemoryStore } from '../../../simulation/memory-store/open-memory-store.ts'
import { LEASE_MS } from '../../kernel/timers/timers.ts'
import type { AcquirerEvent, EventReader } from '../connectors/acquirer-event.ts'
import type { Connector } from '../connectors/connector.ts'
import type { ToldDispute } from '../connectors/told-dispute.ts'
import { paymentRow } from '../payment-row.fixture.ts'
import { paymentsOn, prepared, remote } from '../payments.fixture.ts'
import type { ReportToldDispute, ToldCase } from '../record/report-told-dispute.ts'

const { id } = paymentRow()

/** What the provider sends is the list of its events. */
const events: EventReader = {
  read: (raw) => ({ kind: 'genuine', events: JSON.parse(raw.toString()) }),
}

/** Reads like a card number, and is none. */
const CASE = '4111111111111111'

const dispute: ToldDispute = { caseReference: CASE, stage: 'firstChargeback' }

const told: AcquirerEvent = {
  id: 'evt_1',
  name: 'dispute.created',
  kind: 'dispute',
  about: [{ reference: { kind: 'dispute', value: CASE } }, { paymentId: id }],
  dispute,
}

/** A gateway that hears of disputes, and what it reports of them. */
function hearing(answer: ReportToldDispute | undefined, given: Partial<Connector> = {}) {
  const connector = remote({ events, ...given })
  const reported: { readonly about: ToldCase; readonly told: ToldDispute | undefined }[] = []
  const report: ReportToldDispute = async (about, load) => {
    reported.push({ about, told: await load() })
    return answer?.(about, load) ?? { kind: 'later' }
  }
  const store = openMemoryStore()
  const gateway = paymentsOn(connector, store, [], answer && report)
  return {
    ...gateway,
    reported,
    pay: () => gateway.payments.pay(async () => prepared(connector)),
    async tell(...all: readonly AcquirerEvent[]) {
      await gateway.inbox.intake.take('remote', Buffer.from(JSON.stringify(all)), {})
      gateway.advance(10)
      await gateway.timers.runDue()
    },
    stateOf: async () => (await store.read.acquirerEvent('remote', 'evt_1'))?.state,
  }
}

const takes: ReportToldDispute = async ({ payment }) => ({ kind: 'reported', payment })

describe('a dispute that a provider tells', () => {
  it('is reported once of its payment, by the number of its case', async () => {
    const { pay, tell, reported, stateOf, store } = hearing(takes)
    await pay()
    await tell(told, told)
    expect(reported).toMatchObject([
      { about: { payment: { id }, caseReference: CASE, name: 'dispute.created' }, told: dispute },
    ])
    expect(await stateOf()).toBe('done')
    expect(await store.read.providerReference(CASE, 'dispute', 'remote')).toMatchObject({
      paymentId: id,
    })
  })

  it('names its payment for later events of the case that do not', async () => {
    const { pay, tell, reported } = hearing(takes)
    await pay()
    await tell(told)
    await tell({ ...told, id: 'evt_2', about: told.about.slice(0, 1) })
    expect(reported.map(({ about }) => about.payment.id)).toEqual([id, id])
  })

  it('waits for a payment that is not known yet', async () => {
    const { pay, tell, reported, stateOf, advance, timers } = hearing(takes)
    await tell(told)
    expect([reported, await stateOf()]).toEqual([[], 'waiting'])
    await pay()
    advance(5_000)
    await timers.runDue()
    expect([reported.length, await stateOf()]).toEqual([1, 'done'])
  })

  it('of no payment that becomes known within three days is told to people', async () => {
    const { tell, stateOf, advance, timers, logged } = hearing(takes)
    await tell(told)
    advance(3 * DAY_MS)
    await timers.runDue()
    expect(await stateOf()).toBe('unmatched')
    expect(logged).toEqual(['an event of an acquirer has no effect'])
  })

  it('is read at its provider where that is possible, and waits while it does not answer', async () => {
    let answered: ToldDispute | undefined
    const asked: string[] = []
    const report: ReportToldDispute = async ({ payment }, load) =>
      (await load()) === undefined ? { kind: 'later' } : { kind: 'reported', payment }
    const { pay, tell, stateOf, advance, timers } = hearing(report, {
      readDispute: async (caseReference) => {
        asked.push(caseReference)
        return answered
      },
    })
    await pay()
    await tell(told)
    expect(await stateOf()).toBe('waiting')
    answered = { ...dispute, outcome: 'won' }
    advance(5_000)
    await timers.runDue()
    expect(await stateOf()).toBe('done')
    expect(new Set(asked)).toEqual(new Set([CASE]))
  })

  it('that takes longer than its lease has ended then, although it was claimed again', async () => {
    let isClaimedAgain = () => {}
    const claimedAgain = new Promise<void>((resolve) => {
      isClaimedAgain = resolve
    })
    let hasEnded = () => {}
    const ended = new Promise<void>((resolve) => {
      hasEnded = resolve
    })
    let second: Promise<number> | undefined
    const { pay, tell, stateOf, store, advance, timers } = hearing(async ({ payment }) => {
      if (second === undefined) {
        advance(LEASE_MS + 1)
        second = timers.runDue()
        await claimedAgain
      } else {
        isClaimedAgain()
        await ended
      }
      return { kind: 'reported', payment }
    })
    await pay()
    await tell(told)
    expect(await stateOf()).toBe('done')
    hasEnded()
    await second
    const timersLeft = await store.read.dueTimers(Number.MAX_SAFE_INTEGER, 10)
    expect([await stateOf(), timersLeft]).toEqual(['done', []])
  })

  it('of a payment of another account has no effect', async () => {
    const { tell, reported, stateOf, store } = hearing(takes)
    await store.commit([{ kind: 'insertPayment', row: paymentRow({ connector: 'other' }) }])
    await tell(told)
    expect([reported, await stateOf()]).toEqual([[], 'refused'])
  })

  it('that is none has no effect, and says why', async () => {
    const { pay, tell, stateOf } = hearing(async () => ({ kind: 'refused', why: 'it is a credit' }))
    await pay()
    await tell(told)
    expect(await stateOf()).toBe('refused')
  })

  it.each([
    ['where nobody keeps disputes', undefined, told],
    ['where its connector cannot say what it is', takes, { ...told, dispute: undefined }],
  ] as const)('is kept for people %s', async (_, answer, event) => {
    const { pay, tell, stateOf } = hearing(answer)
    await pay()
    await tell(event as AcquirerEvent)
    expect(await stateOf()).toBe('kept')
  })
})
