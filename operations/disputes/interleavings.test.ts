import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { KeyInUse } from '../../server/http/idempotency/idempotency.ts'
import { sharedClock } from '../../server/kernel/timers/clock.ts'
import { detailsOf, noNotifications } from '../../server/payments/index.ts'
import { isWaiting } from '../../server/payments/second-person/index.ts'
import type { Refusal } from '../../server/results/refusal.ts'
import { StoreError } from '../../server/store/errors.ts'
import type { DisputeRow, PaymentRow, Store } from '../../server/store/port.ts'
import { succeeded } from '../../server/store/testing/sample-rows.ts'
import { openMemoryStore } from '../../simulation/memory-store/open-memory-store.ts'
import type { WholeDispute } from './commit-step.ts'
import { createDisputeService, type DisputeService } from './service.ts'

const AT_MS = Date.UTC(2026, 10, 20)
const DETAILS = JSON.stringify({ result: { code: '000.100.110', description: '' } })

/** What becomes of a commit: its process may die before it, or after it and before the answer. */
const fates = fc.array(fc.constantFrom('answered', 'answered', 'notWritten', 'answerLost'), {
  minLength: 40,
  maxLength: 40,
})

const cases = fc.constantFrom('case-1', 'case-2')
const stages = fc.constantFrom(
  'inquiry' as const,
  'firstChargeback' as const,
  'representment' as const,
  'preArbitration' as const,
  'arbitration' as const,
)
const outcomes = fc.constantFrom(undefined, undefined, 'won' as const, 'lost' as const)

const action = fc.oneof(
  fc.record({ kind: fc.constant('report' as const), of: cases, stage: stages, outcome: outcomes }),
  fc.record({ kind: fc.constant('enter' as const), of: cases, stage: stages, outcome: outcomes }),
  fc.record({ kind: fc.constant('decide' as const) }),
  fc.record({ kind: fc.constant('accept' as const), of: cases }),
)
type Action = typeof action extends fc.Arbitrary<infer Value> ? Value : never

/** A store whose reads and commits take turns by the scheduler, and whose commits have these fates. */
function faultyStore(store: Store, s: fc.Scheduler, left: string[]): Store {
  const turn = (what: string) => s.schedule(Promise.resolve(), what)
  return {
    ...store,
    async commit(changes) {
      await turn('commit')
      const fate = left.pop() ?? 'answered'
      if (fate === 'notWritten') throw new StoreError('broken', 'The process died before')
      const result = await store.commit(changes)
      await turn('answer')
      if (fate === 'answerLost') throw new StoreError('broken', 'The process died after')
      return result
    },
    read: {
      ...store.read,
      async payment(id) {
        await turn('read')
        return store.read.payment(id)
      },
    },
  }
}

/** Who asks does so again after a crash, as acquirers, files and people do. */
async function untilAnswered<Result>(ask: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
    }
  }
}

function performerOf(store: Store, service: DisputeService, payment: PaymentRow) {
  const disputeOf = (of: string) => store.read.disputeOfCase(payment.id, of)

  async function decide(): Promise<unknown> {
    const requests = await store.read.operationRequestsOfFamily(payment.familyId)
    const waiting = requests.find((row) => isWaiting(row, AT_MS))
    if (waiting === undefined) return undefined
    return service.enterAsked(
      async () => {
        const row = await store.read.operationRequest(waiting.id)
        return row && isWaiting(row, AT_MS) ? row : undefined
      },
      ({ id, version }, madeId) => {
        const set = { state: 'made', decidedBy: 'second', madeId, updatedAtMs: AT_MS } as const
        const step = { kind: 'stepOperationRequest', id, expectedVersion: version, set } as const
        return [{ owner: 'operationRequest', changes: [step] }]
      },
    )
  }

  return async (each: Action): Promise<unknown> => {
    if (each.kind === 'decide') return decide()
    if (each.kind === 'accept') {
      const known = await disputeOf(each.of)
      return known && service.accept(known.id, { madeBy: 'merchant', note: '' })
    }
    const { of: acquirerReference, stage, outcome } = each
    const told = { stage, ...(outcome === undefined ? {} : { outcome }) }
    const paymentId = payment.id
    if (each.kind === 'enter') {
      const by = { by: 'Jane Jones', byId: 'jane', reason: 'Letter' }
      return service.enter({ paymentId, acquirerReference, told, ...by })
    }
    const report = { ...told, madeBy: 'acquirer', note: '' }
    return service.report({ paymentId, source: 'acquirer', acquirerReference, report })
  }
}

/** What the books say about a dispute: its chargebacks that were not given back. */
function standingOf(dispute: DisputeRow, family: readonly PaymentRow[]): readonly string[] {
  const own = family.filter((row) => detailsOf(row).resultDetails?.DisputeId === dispute.id)
  const givenBack = new Set(
    own.flatMap(({ paymentType, referencedId }) => (paymentType === 'CR' ? referencedId : [])),
  )
  const reversals = own.filter(({ paymentType }) => paymentType === 'CR')
  expect(reversals.length, 'a chargeback is given back once').toBe(givenBack.size)
  return own.flatMap(({ id, paymentType }) =>
    paymentType === 'CB' && !givenBack.has(id) ? [id] : [],
  )
}

async function judge(store: Store, { id }: PaymentRow): Promise<void> {
  const { read } = store
  const charged = await read.payment(id)
  const family = await read.paymentsOfFamily(id)
  const sumOf = (type: string) =>
    family
      .filter(({ paymentType }) => paymentType === type)
      .reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  expect(charged?.chargedBackMinor).toBe(sumOf('CB') - sumOf('CR'))
  const postings = await read.postingsOfFamily(id)
  expect(postings.length).toBe(2 * (family.length - 1))
  for (const dispute of await read.disputesOfPayment(id)) {
    const { stage, outcome, chargebackId, version } = dispute
    const hasMoney = stage !== 'inquiry' && outcome !== 'won'
    const standing = standingOf(dispute, family)
    expect(standing).toEqual(hasMoney ? [chargebackId] : [])
    expect(chargebackId === null).toBe(!hasMoney)
    const events = await read.disputeEvents(dispute.id)
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, at) => at + 1))
    expect([events.length, events.at(-1)?.stage]).toEqual([version, stage])
    const timer = await read.timer('disputeDeadline', dispute.id)
    expect(timer === undefined).toBe(dispute.respondByMs === null)
  }
  const made = (await read.operationRequestsOfFamily(id)).flatMap(({ madeId }) => madeId ?? [])
  expect(new Set(made).size, 'a request is made once').toBe(made.length)
  for (const madeId of made) expect(family.map((row) => row.id)).toContain(madeId)
}

/** What was answered is in the store, and stays. */
async function judgeAnswer(store: Store, answer: unknown): Promise<void> {
  if (!isWhole(answer)) return
  const events = await store.read.disputeEvents(answer.dispute.id)
  expect(events.slice(0, answer.events.length)).toEqual(answer.events)
}

function isWhole(answer: unknown): answer is WholeDispute {
  return typeof answer === 'object' && answer !== null && 'dispute' in answer
}

test('whatever crashes between, a dispute, its chargeback and its events agree, and nothing is booked twice', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(action, { minLength: 2, maxLength: 9 }),
      fates,
      fc.scheduler(),
      async (actions, left, s) => {
        const store = openMemoryStore()
        const payment = succeeded({ bookedMinor: 9200, amountMinor: 9200, details: DETAILS })
        await store.commit([{ kind: 'insertPayment', row: payment }])
        // A service has no memory of its own: two of them are two processes, and one that was started again.
        const services = [0, 1].map(() =>
          createDisputeService({
            store: faultyStore(store, s, left),
            vault: {
              sealCredential: (_id, text) => text,
              openCredential: (_id, text) => text,
              keyedHash: (text) => text,
            },
            clock: sharedClock({ now: () => AT_MS }),
            notifications: noNotifications,
            access: { settingsOf: async () => ({ secondPersonAbove: { EUR: '50.00' } }) as never },
          }),
        )
        const [first, second] = services.map((each) => performerOf(store, each, payment))
        const all = actions.map((each, at) => {
          const perform = at % 2 === 0 ? first : second
          return untilAnswered<unknown | Refusal | KeyInUse>(async () => perform?.(each))
        })
        const answers = await s.waitFor(Promise.all(all))
        await judge(store, payment)
        for (const answer of answers) await judgeAnswer(store, answer)
      },
    ),
    { numRuns: 300 },
  )
})
