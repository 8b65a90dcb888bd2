import { describe } from 'vitest'
import { describeClosing } from './contract/closing.suite.ts'
import { describeConcurrency } from './contract/concurrency.suite.ts'
import { describeIdempotency } from './contract/idempotency.suite.ts'
import { describeKeys } from './contract/keys.suite.ts'
import { describeMoneyLimits } from './contract/money-limits.suite.ts'
import { describeReads } from './contract/reads.suite.ts'
import { describeTimers } from './contract/timers.suite.ts'
import { describeWholeSets } from './contract/whole-sets.suite.ts'
import type { Store } from './port.ts'

/** What every engine of the store promises. `open` answers an empty store each time. */
export function describeStoreContract(name: string, open: () => Promise<Store>): void {
  describe(`store contract: ${name}`, () => {
    describeWholeSets(open)
    describeMoneyLimits(open)
    describeKeys(open)
    describeConcurrency(open)
    describeReads(open)
    describeTimers(open)
    describeIdempotency(open)
    describeClosing(open)
  })
}
