import type { Exchange, OutgoingClient } from '../server/http/outgoing/client.ts'
import type { FaultLog } from './faults.ts'
import type { Random } from './random.ts'
import type { Owner, Scheduler } from './scheduler.ts'

/** How long a node waits for an answer, in milliseconds. */
const ANSWER_MS = 30_000

export interface ReceiverParts {
  readonly random: Random
  readonly scheduler: Scheduler
  readonly faults: FaultLog
  /** A call has arrived, before it is answered. */
  readonly onReceived: (deliveryId: string) => void
}

/** The merchant's server that gets the notifications of all nodes. It never takes one for lost. */
export class WebhookReceiver {
  readonly #parts: ReceiverParts
  /** Deliveries that were answered with 2xx, whether or not the answer arrived. */
  readonly taken = new Set<string>()
  isTroubled = false

  constructor(parts: ReceiverParts) {
    this.#parts = parts
  }

  /** The calls of one life of a node. */
  connect(owner: Owner): OutgoingClient {
    return async ({ headers = {} }) => {
      const { random, scheduler, faults } = this.#parts
      const { 'webhook-id': webhookId } = headers
      // Another call to the merchant, whose judge is not here.
      if (webhookId === undefined) return this.#after(0, owner, answered(200))
      const id = webhookId.replace('msg_', '')
      const course = this.isTroubled
        ? random.weighted({
            plain: 12,
            'not-sent': 1,
            'request-lost': 1,
            'answer-lost': 2,
            fails: 2,
          })
        : 'plain'
      if (course !== 'plain') faults.hit(`receiver.${course}`)
      if (course === 'not-sent') return this.#after(0, owner, notSent)
      if (course === 'request-lost') return this.#after(ANSWER_MS, owner, lost)
      await scheduler.defer(undefined, 'a receiver gets a call', () => this.#take(id, course))
      if (course === 'answer-lost') return this.#after(ANSWER_MS, owner, lost)
      return this.#after(random.integer(0, 50), owner, answered(course === 'fails' ? 500 : 200))
    }
  }

  #take(id: string, course: string): void {
    this.#parts.onReceived(id)
    if (course !== 'fails') this.taken.add(id)
  }

  #after(delayMs: number, owner: Owner, exchange: Exchange): Promise<Exchange> {
    const { scheduler } = this.#parts
    return scheduler.after(delayMs, owner, 'hears of its call', () => exchange)
  }
}

const notSent: Exchange = { kind: 'notSent', reason: 'ECONNREFUSED', isTimeout: false }
const lost: Exchange = { kind: 'lost', reason: 'no answer in time', isTimeout: true }

function answered(status: number): Exchange {
  return { kind: 'answered', status, body: '' }
}
