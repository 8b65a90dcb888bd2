/** A request of a connector to its acquirer. */
export type Request = 'prepare' | 'charge' | 'capture' | 'cancel' | 'refund' | 'increment'

/** What can go wrong with one request. Each acquirer says how it comes about there. */
export const FAULTS = [
  /** The connection ends before anything is received. */
  'noConnection',
  /** It is done, and no answer comes. */
  'doneWithoutAnswer',
  /** It is done, and half of the answer comes, with 200. */
  'halfAnswer',
  /** An error inside the acquirer, which has done it all the same. */
  'errorAfterAll',
  /** An error inside the acquirer, which has done nothing. */
  'errorNothingDone',
  /** Too many requests: nothing is done. */
  'tooManyRequests',
  /** Another request with its key is still under way: nothing is done. */
  'keyInUse',
  /** The credential is refused: nothing is done. */
  'credentialRefused',
] as const

export type Fault = (typeof FAULTS)[number]

/** What can go wrong besides, where the emulator plays it. */
export const FURTHER_FAULTS = [
  /** Too many requests, with the time after which they are taken again: nothing is done. */
  'tooManyForAWhile',
  /** The key was forgotten: a second request with it would be done a second time. */
  'keyForgotten',
  /** What is named exists in the other environment only: nothing is done. */
  'otherEnvironment',
] as const

export type FurtherFault = (typeof FURTHER_FAULTS)[number]

/** Faults that only an acquirer with idempotency keys has. */
export const FAULTS_OF_KEYS: ReadonlySet<Fault | FurtherFault> = new Set([
  'keyInUse',
  'keyForgotten',
])

/** How the events of one request are told otherwise. */
export const EVENT_FAULTS = [
  'eventsBeforeAnswer',
  'eventsTwice',
  'eventsReversed',
  'eventsOfOtherVersion',
  'eventsOfOtherEnvironment',
] as const

export type EventFault = (typeof EVENT_FAULTS)[number]

/** What an acquirer tells by itself, and what happens there without a request. */
export interface Telling {
  /** The credential that its events are verified with. */
  readonly slot: string
  /** Events are told at this address from now on; answers the value of that credential. */
  listen(address: string): string
  deliver(): Promise<void>
  /** A refund that had succeeded fails, by the acquirer's name of it. */
  refundFails(operation: string): void
  /** The rest of a hold ends before its time, by the acquirer's name of the payment. */
  holdEnds(payment: string): void
  /** All that is available is paid out, and comes back later. */
  payoutFails(): void
}

/** A page of the acquirer on which the shopper decides about a charge. */
export interface ShopperPage {
  /** What a request says besides for its shopper to be sent there. */
  readonly form: Readonly<Record<string, string>>
  /**
   * The shopper agrees or refuses; answers the address to which the shopper goes back. Throws where the acquirer asks
   * nobody any more. `name`: what the acquirer calls the payment, where it has said so.
   */
  decides(
    payment: { readonly id: string; readonly name: string | undefined },
    hasAgreed: boolean,
  ): string
}

/** What an acquirer holds of a payment, in minor units of this gateway. */
export interface Sums {
  readonly captured: number
  readonly refunded: number
  /** Of a hold: not captured and not held any more. */
  readonly released: number
}

/** An emulated acquirer with an account of a provider, as the conformance suite uses it. */
export interface Acquirer {
  readonly account: {
    readonly provider: string
    readonly merchantId: string
    readonly settings: object
    readonly credentials: Readonly<Record<string, string>>
  }
  /** Where the emulator listens; absent: the settings of the account name it. */
  readonly providerUrls?: Readonly<Record<string, string>>
  /** The number of a card that it approves. */
  readonly card: string
  /** What a request says besides for it to be declined. */
  readonly declined: Readonly<Record<string, string>>
  /** The next request of this kind goes wrong. */
  fail(request: Request, fault: Fault): void
  /** The same with what else its emulator plays; absent: none of these. */
  failFurther?(request: Request, fault: FurtherFault | EventFault): void
  /** The next request of this kind is done, and answered only when that is called. */
  answerLate?(request: Request): { readonly isDone: () => boolean; readonly answer: () => void }
  /** Absent: it tells nothing. */
  readonly telling?: Telling
  /** Absent: no shopper is sent anywhere. */
  readonly shopper?: ShopperPage
  /** Outcomes are known by its events alone: it tells them from the beginning. */
  readonly needsTelling?: true
  /** It knows no idempotency keys, so that none is in use or forgotten. */
  readonly hasNoKeys?: true
  /** Absent: all of them. */
  readonly eventFaults?: readonly EventFault[]
  /** The rest of a hold of which the last part was captured stays held until it expires there. */
  readonly keepsRest?: true
  /** By the name that the acquirer has given to a payment; `undefined`: it holds nothing of it. */
  sums(name: string): Promise<Sums | undefined> | Sums | undefined
  /** How much it has charged at all, of all payments: what nobody here knows counts as well. */
  charged(): Promise<number> | number
  /** Requests that are not as the acquirer describes them. */
  invalid(): readonly string[]
}

/**
 * Starts an acquirer by the clock of the gateway; it ends with the test. `settings`: of the account here, which has to
 * fit that there.
 */
export type StartAcquirer = (
  clock: { readonly now: () => number },
  settings?: { readonly capture?: 'one' },
) => Promise<Acquirer>
