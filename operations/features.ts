import type { Config } from '../server/kernel/settings/config.ts'
import type { Core, PaymentService, PrepareParts } from '../server/payments/index.ts'
import { administration } from './administration/feature.ts'
import { audit } from './audit/feature.ts'
import { backOffice } from './back-office/feature.ts'
import { bookings } from './bookings/feature.ts'
import { channelSetup } from './channel-setup/feature.ts'
import { connectorAccounts } from './connector-accounts/feature.ts'
import { customerLinks } from './customer-links/feature.ts'
import { customers } from './customers/feature.ts'
import { disputes } from './disputes/feature.ts'
import { mail } from './mail/feature.ts'
import type { Post } from './mail/index.ts'
import { pageWatch } from './page-watch/feature.ts'
import { paymentSums } from './payment-sums/feature.ts'
import { people } from './people/feature.ts'
import { receipts } from './receipts/feature.ts'
import { refusedRequests } from './refused-requests/feature.ts'
import { resolutions } from './resolutions/feature.ts'
import { settlement } from './settlement/feature.ts'
import { subscriptions } from './subscriptions/feature.ts'

/**
 * What people do after the sale: settlement, disputes, the back office and who may work in it. The gateway
 * takes payments without all of it.
 */
export const operations = [
  audit,
  disputes,
  resolutions,
  paymentSums,
  administration,
  connectorAccounts,
  channelSetup,
  settlement,
  bookings,
  customerLinks,
  customers,
  subscriptions,
  backOffice,
  people,
  receipts,
  mail,
  refusedRequests,
  pageWatch,
] as const

/** What they take of the settings of the process, as in `readingOf` of `server/compose.ts`. */
export function readingOfOperations(config: Config) {
  return {
    settlementFolder: settlement.readSettings.settlementFolder(config),
    sessionRules: people.readSettings.sessionRules(config),
    mailSettings: mail.readSettings.mailSettings(config),
  }
}

type Read = ReturnType<typeof readingOfOperations>

interface StartParts extends Core, PrepareParts {
  readonly payments: PaymentService
  readonly officeUrl: string | null
  readonly settlementFolder: Awaited<Read['settlementFolder']>
  readonly sessionRules: Awaited<Read['sessionRules']>
  readonly mailSettings: Awaited<Read['mailSettings']>
  readonly passwordCost?: number | undefined
  readonly postMail?: Post | undefined
}

/** Makes them, before there are payments. */
export function joinOperations(given: Core) {
  return { audit: audit.join(given), disputes: disputes.join(given) }
}

/** Makes what needs payments. */
export function startOperations(given: StartParts, joined: ReturnType<typeof joinOperations>) {
  const mails = mail.start(given)
  return {
    disputes: disputes.start({ ...given, disputes: joined.disputes.service }),
    resolutions: resolutions.start(given),
    paymentSums: paymentSums.start(given),
    administration: administration.start(given),
    connectorAccounts: connectorAccounts.start(given),
    customerLinks: customerLinks.start(),
    settlement: settlement.start({
      ...given,
      reportFiledChargeback: joined.disputes.service.reportFiled,
      onRefused: mails.onRefusedFile,
    }),
    people: people.start({ ...given, linkMails: mails.linkMails }),
    mail: mails,
    refusedRequests: refusedRequests.start(given),
  }
}
