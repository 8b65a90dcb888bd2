import { describe } from 'vitest'
import { describeAccess } from './contract/access.suite.ts'
import { describeAccounts } from './contract/accounts.suite.ts'
import { describeAuditEntries } from './contract/audit.suite.ts'
import { describeAuthentications } from './contract/authentications.suite.ts'
import { describeBlocks } from './contract/blocks.suite.ts'
import { describeClosing } from './contract/closing.suite.ts'
import { describeConcurrency } from './contract/concurrency.suite.ts'
import { describeCustomers } from './contract/customers.suite.ts'
import { describeDisputes } from './contract/disputes.suite.ts'
import { describeErasing } from './contract/erasing.suite.ts'
import { describeFindPayments } from './contract/find-payments.suite.ts'
import { describeFindTransactions } from './contract/find-transactions.suite.ts'
import { describeGiftCards } from './contract/gift-cards.suite.ts'
import { describeIdempotency } from './contract/idempotency.suite.ts'
import { describeInstallation } from './contract/installation.suite.ts'
import { describeKeys } from './contract/keys.suite.ts'
import { describeListParts } from './contract/list-parts.suite.ts'
import { describeMails } from './contract/mails.suite.ts'
import { describeMoneyLimits } from './contract/money-limits.suite.ts'
import { describeNumberKeys } from './contract/number-keys.suite.ts'
import { describeOperationRequests } from './contract/operation-requests.suite.ts'
import { describePaymentSums } from './contract/payment-sums.suite.ts'
import { describePeople } from './contract/people.suite.ts'
import { describeQuotas } from './contract/quotas.suite.ts'
import { describeReads } from './contract/reads.suite.ts'
import { describeRefusedRequests } from './contract/refused-requests.suite.ts'
import { describeRegistrations } from './contract/registrations.suite.ts'
import { describeSchedules } from './contract/schedules.suite.ts'
import { describeSettlement } from './contract/settlement.suite.ts'
import { describeSightings } from './contract/sightings.suite.ts'
import { describeTimers } from './contract/timers.suite.ts'
import { describeWebhooks } from './contract/webhooks.suite.ts'
import { describeWholeSets } from './contract/whole-sets.suite.ts'
import type { Store } from './port.ts'

/** What every engine of the store promises. `open` answers an empty store each time. */
export function describeStoreContract(name: string, open: () => Promise<Store>): void {
  describe(`store contract: ${name}`, () => {
    describeAccounts(open)
    describeBlocks(open)
    describeWholeSets(open)
    describeMoneyLimits(open)
    describeKeys(open)
    describeConcurrency(open)
    describeReads(open)
    describeTimers(open)
    describeWebhooks(open)
    describeIdempotency(open)
    describeAccess(open)
    describeRegistrations(open)
    describeSchedules(open)
    describeAuthentications(open)
    describeGiftCards(open)
    describeQuotas(open)
    describeSightings(open)
    describeDisputes(open)
    describeCustomers(open)
    describeErasing(open)
    describeOperationRequests(open)
    describeSettlement(open)
    describePeople(open)
    describeMails(open)
    describeRefusedRequests(open)
    describeAuditEntries(open)
    describePaymentSums(open)
    describeInstallation(open)
    describeNumberKeys(open)
    describeFindPayments(open)
    describeFindTransactions(open)
    describeListParts(open)
    describeClosing(open)
  })
}
