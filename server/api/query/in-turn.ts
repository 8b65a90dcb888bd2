import type { TokenRow } from '../../engine/store/port.ts'
import type { Refusal } from '../../wire/results/refusal.ts'
import type { Throttle } from '../../wire/throttling/throttle.ts'
import { costOf } from './cost.ts'
import type { LongReads } from './long-reads.ts'

/** What was read, and the work that it was. */
export interface Found<Result> {
  readonly result: Result
  /** Transactions in it. */
  readonly answered: number
  readonly lookedAt?: number
}

/** Reads in its turn, and has the access token pay for what that cost. */
export function inTurn<Result>(
  token: TokenRow,
  { longReads, throttle }: { readonly longReads: LongReads; readonly throttle: Throttle },
  read: () => Promise<Found<Result>>,
): Promise<Result | Refusal> {
  return longReads.run(token.hash, async () => {
    const { result, answered, lookedAt = 0 } = await read()
    const cost = costOf({ lookedAt, answered })
    throttle.charge(token, 'query', cost - 1)
    return { result, cost }
  })
}
