import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../common/durations.ts'
import type { AcquirerEvent } from '../server/payments/connectors/index.ts'
import type { BookEntry } from './acquirer-book.ts'
import type { AcquirerKind } from './acquirer-kind.ts'
import type { Audit } from './audit.ts'
import { latest } from './audited-payment.ts'
import type { Cluster } from './cluster.ts'
import { SIGNATURE } from './event-reader.ts'
import type { FaultLog } from './faults.ts'
import { assertInvariant } from './invariants.ts'
import type { Random } from './random.ts'
import type { Scheduler } from './scheduler.ts'
import type { Trace } from './trace.ts'

/** Pauses before an event is sent again that was not acknowledged; the last one is repeated. */
const RESEND_AFTER_MS = [SECOND_MS, MINUTE_MS, HOUR_MS]
const SOON_MS = 5 * SECOND_MS
const LOST_FOR_MS = 3 * DAY_MS

export interface EventSenderParts {
  readonly kind: AcquirerKind
  readonly random: Random
  readonly scheduler: Scheduler
  readonly faults: FaultLog
  readonly trace: Trace
  readonly audit: Audit
  readonly cluster: Cluster
  readonly guard: (judging: () => void) => void
}

/** Sends events to the inbox of the account until they are acknowledged: late, repeated and in any order. */
export class EventSender {
  readonly #parts: EventSenderParts
  /** Of all events; true where one was acknowledged. */
  readonly sent = new Map<string, boolean>()
  isTroubled = false

  constructor(parts: EventSenderParts) {
    this.#parts = parts
  }

  /** Tells a decision of the acquirer. */
  tell({ operation, outcome, hasFailedLater, wasTaken }: BookEntry): void {
    if (outcome.kind !== 'approved' && outcome.kind !== 'declined') return
    const { paymentId, amount } = operation
    // Some providers have one word for what has failed, whatever they had said before.
    const isLate = hasFailedLater || (wasTaken === true && this.#parts.random.chance(0.5))
    if (outcome.kind === 'declined' && isLate) {
      const { code } = outcome
      const failure = { kind: 'failedLater', told: { kind: 'failedLater', code } } as const
      this.#send(paymentId, failure)
      // Its report tells it once more.
      if (this.isTroubled && this.#parts.random.chance(0.3)) this.#send(paymentId, failure)
    } else this.#send(paymentId, { kind: 'outcome', told: outcome, amount })
    if (this.isTroubled && this.#parts.random.chance(0.02)) this.#forge(paymentId)
  }

  tellVoided(paymentId: string): void {
    this.#send(paymentId, { kind: 'voided' })
  }

  tellHoldEnded(paymentId: string): void {
    this.#send(paymentId, { kind: 'holdEnded' })
  }

  #send(paymentId: string, what: WhatHappened): void {
    const { kind, random, scheduler, faults } = this.#parts
    const id = `event-${this.sent.size + 1}`
    const event: AcquirerEvent = {
      id,
      name: what.kind,
      about: [{ paymentId }],
      ...(kind.tellsTimes ? { occurredAtMs: scheduler.now() } : {}),
      ...what,
    }
    this.sent.set(id, false)
    const course = this.isTroubled
      ? random.weighted({ plain: 6, late: 2, lost: 1, twice: 2 })
      : 'plain'
    if (course !== 'plain') faults.hit(`event.${course}`)
    const isAtOnce = random.chance(0.5)
    if (course === 'late') this.#deliverAfter(random.integer(1, LOST_FOR_MS), event)
    else if (course === 'lost') this.#deliverAfter(LOST_FOR_MS + random.integer(1, HOUR_MS), event)
    else this.#deliverAfter(isAtOnce ? 0 : random.integer(1, SOON_MS), event)
    if (course === 'twice') this.#deliverAfter(random.integer(1, DAY_MS), event)
  }

  /** Somebody who has no credential tells an approval. */
  #forge(paymentId: string): void {
    const { random, scheduler, cluster, faults, trace, guard } = this.#parts
    faults.hit('event.forged')
    const told = { kind: 'approved' } as const
    const about = [{ paymentId }]
    const event: AcquirerEvent = {
      id: `forged ${paymentId}`,
      name: '',
      about,
      kind: 'outcome',
      told,
    }
    void scheduler.after(1, undefined, 'somebody forges an event', async () => {
      const node = random.pick(cluster.namesUp)
      trace.line(`${node} gets a forged event of ${trace.alias('p', paymentId)}`)
      const taken = await cluster.takeEvents(node, bytesOf(event), { 'x-signature': 'wrong' })
      const isRefused = taken === undefined || taken.kind === 'refused'
      guard(() => assertInvariant('told', isRefused, () => 'a forged event was taken'))
    })
  }

  #deliverAfter(delayMs: number, event: AcquirerEvent, sendings = 1): void {
    const { scheduler } = this.#parts
    void scheduler.after(delayMs, undefined, `${event.id} is sent`, () => {
      // Not awaited: other things happen until the node has answered.
      void this.#deliver(event, sendings)
    })
  }

  async #deliver(event: AcquirerEvent, sendings: number): Promise<void> {
    const { random, cluster, trace, faults, guard, audit } = this.#parts
    const [subject] = event.about
    const paymentId = subject !== undefined && 'paymentId' in subject ? subject.paymentId : ''
    const node = random.pick(cluster.namesUp)
    trace.line(`${node} gets ${event.id}: ${event.kind} of ${trace.alias('p', paymentId)}`)
    if (latest(audit.payment(paymentId).versions).state === 'intent') {
      faults.hit('event.before-the-answer')
    }
    const taken = await cluster.takeEvents(node, bytesOf(event), { 'x-signature': SIGNATURE })
    trace.line(`  ${event.id}: ${taken?.kind ?? 'nothing is heard of it'}`)
    const isHeard = taken?.kind === 'taken' && !(this.isTroubled && random.chance(0.1))
    if (taken?.kind === 'taken') guard(() => judgeAcknowledged(event, audit))
    if (isHeard) {
      this.sent.set(event.id, true)
      return
    }
    guard(() => {
      const isRefused = taken?.kind === 'refused' || taken?.kind === 'noInbox'
      assertInvariant('told', !isRefused, () => `${event.id} is refused: ${taken?.kind}`)
    })
    faults.hit('event.sent-again')
    const pauseMs = RESEND_AFTER_MS[sendings - 1] ?? RESEND_AFTER_MS.at(-1) ?? HOUR_MS
    this.#deliverAfter(pauseMs, event, sendings + 1)
  }
}

type WhatHappened =
  | Pick<Extract<AcquirerEvent, { kind: 'outcome' }>, 'kind' | 'told' | 'amount'>
  | Pick<Extract<AcquirerEvent, { kind: 'failedLater' }>, 'kind' | 'told'>
  | { readonly kind: 'holdEnded' | 'voided' }

function bytesOf(event: AcquirerEvent): Buffer {
  return Buffer.from(JSON.stringify([event]))
}

/** An event is durable before it is acknowledged. */
function judgeAcknowledged({ id }: AcquirerEvent, audit: Audit): void {
  assertInvariant(
    'told',
    audit.inbox.timesWritten(id) > 0,
    () => `${id} was acknowledged before it was durable`,
  )
}
