import type { IncomingHttpHeaders } from 'node:http'
import type { Money } from '../../../common/money.ts'
import type { PaymentOperation } from '../../store/port.ts'
import type { ConnectorOutcome, LateWord, NamedByProvider } from './connector.ts'
import type { ToldDispute } from './told-dispute.ts'
import type { ToldReport } from './told-report.ts'

/** A payment, by its id here or by what the provider of the account calls it. */
export type EventSubject = { readonly paymentId: string } | { readonly reference: NamedByProvider }

/** What every event of a provider has. */
interface EventFacts {
  /** The provider's own, the same in all repetitions of the event. */
  readonly id: string
  /** The provider's own word for its kind, such as `refund.failed`. */
  readonly name: string
  /** When it happened there. An earlier outcome of a payment has no effect after a later one. */
  readonly occurredAtMs?: number
  /** Absent: the provider does not say it. An event of the other environment has no effect. */
  readonly environment?: 'test' | 'live'
  /** Which payment it is about; the first one that is known, and is of `operation`, counts. */
  readonly about: readonly EventSubject[]
  /** What that payment must be: providers tell some operations with the name of the payment that they change. */
  readonly operation?: PaymentOperation
  /** What the provider calls that payment besides; the first 20 are kept. */
  readonly references?: readonly NamedByProvider[]
  /** For people: what an event says that has no effect here. The first 30 are kept, 255 characters of each. */
  readonly facts?: Readonly<Record<string, string>>
}

/** A refund that the merchant has made in the provider's own pages. */
export interface RefundElsewhere {
  readonly amount: Money
  /** What the provider calls it: the same in all that is told of it. */
  readonly reference: NamedByProvider
  /** The provider tells in the same words what of a hold was not captured, and went back. */
  readonly mayBeRestOfHold?: true
}

/** An operation that was made in the provider's own pages, to the payment that `about` names. Absent: a cancel. */
export interface MadeElsewhere {
  readonly about: readonly EventSubject[]
  readonly refund?: RefundElsewhere
}

/** An outcome that can be told: whoever tells it has got the operation, and knows it. */
export type ToldOutcome = Exclude<ConnectorOutcome, { readonly kind: 'notSent' | 'unknown' }>

/**
 * What an acquirer tells of its own accord. `outcome`: of an operation that was sent. `failedLater`: one that it had
 * called done has failed. `holdEnded`: the open rest of a preauthorisation has expired or was cancelled there.
 * `madeElsewhere`: an operation that was made in the provider's own pages; a `refund` that has succeeded is booked.
 * `dispute`: what the provider says of one; `report`: a settlement report is there, which is fetched and imported; each
 * is kept for people where it says nothing more. All other kinds are kept for
 * people and have no effect; `other`: a kind that the connector does not know.
 */
export type AcquirerEvent = EventFacts &
  (
    | {
        readonly kind: 'outcome'
        readonly told: ToldOutcome
        /** Of the operation. An approval of another amount is voided, or a person has to look. */
        readonly amount?: Money
        /** By what `Connector.readRest` reads what later payments need of this one and the event does not say. */
        readonly restReadBy?: string
        /** What it is where no such operation of ours is under way: it was made in the provider's own pages. */
        readonly elsewhere?: MadeElsewhere
      }
    | { readonly kind: 'failedLater'; readonly told: LateWord }
    | { readonly kind: 'holdEnded' | 'voided' }
    | { readonly kind: 'madeElsewhere'; readonly refund?: RefundElsewhere }
    | { readonly kind: 'dispute'; readonly dispute?: ToldDispute }
    | { readonly kind: 'report'; readonly report?: ToldReport }
    | { readonly kind: 'fraudReport' | 'payout' | 'other' }
  )

export type OutcomeEvent = Extract<AcquirerEvent, { readonly kind: 'outcome' }>

/** An event without members that a reader adds to events of every kind alike. */
export type EventWithout<Member extends keyof EventFacts> = AcquirerEvent extends infer Event
  ? Event extends AcquirerEvent
    ? Omit<Event, Member>
    : never
  : never

/**
 * `genuine`: verified, with the events in it, of which there may be none; `answer` is the text that the provider
 * expects with the status 200. `refused`: it proves nothing, or cannot be read. `reason`: the end of a sentence
 * about the request, for the log and the answer, without anything secret.
 */
export type EventsRead =
  | {
      readonly kind: 'genuine'
      readonly events: readonly AcquirerEvent[]
      readonly answer?: string
    }
  | { readonly kind: 'refused'; readonly status: 400 | 401; readonly reason: string }

/** Reads what the provider of an account sends to `POST /connectors/events/{id of the account}`. */
export interface EventReader {
  /**
   * Verifies a request over its bytes as they came, then reads it. Unknown members are passed over, unknown kinds
   * are events of the kind `other`. Changes nothing; what it throws is a bug.
   */
  read(raw: Buffer, headers: IncomingHttpHeaders, nowMs: number): EventsRead | Promise<EventsRead>
  /** What becomes of an outcome before it is written, as of one that was asked for; set by `mapOutcomes`. */
  judge?(paymentId: string, outcome: ConnectorOutcome): ConnectorOutcome
}
