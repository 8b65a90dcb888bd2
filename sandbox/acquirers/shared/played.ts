/** An emulated acquirer that runs beside a gateway, in real time. */
export interface PlayedAcquirer {
  /** As connector accounts name it. */
  readonly provider: string
  /** For people. */
  readonly title: string
  /** Origin of its API. */
  readonly url: string
  /** Where people see its requests, and let faults and other things happen. */
  readonly page: string
  /** What it calls the merchant. */
  readonly merchantId: string
  /** Numbers of cards, and what happens with each. */
  readonly cards: readonly (readonly [number: string, what: string])[]
  /** Tells events at this address from now on; answers the credentials of the account, by their slots. */
  tellAt(url: string): Readonly<Record<string, string>>
  /** Does what is due by now. */
  runDue(): void
  close(): Promise<void>
}

/** `seed`: of another run, so that no id is given out again that the gateway has stored. */
export type PlayAcquirer = (given: {
  readonly clock: { readonly now: () => number }
  readonly seed: string
}) => Promise<PlayedAcquirer>
