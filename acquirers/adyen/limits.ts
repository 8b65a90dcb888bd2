import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../common/durations.ts'
import type { OutgoingLimits } from '../../server/http/outgoing/client.ts'
import { CHARGE_REPLAYED_MS } from '../../server/payments/connectors/held-charges.ts'
import { PROVIDER_LIMITS } from '../shared/provider-exchange.ts'

/** Of a report, which is fetched beside everything else: as large as a settlement file may be that is sent. */
export const REPORT_LIMITS: OutgoingLimits = {
  ...PROVIDER_LIMITS,
  answerBytes: 32 * 1024 * 1024,
  sockets: 2,
}

/** How long a request may still be worked on there after we stopped waiting, in milliseconds. */
export const MAX_TRANSIT_MS = 2 * MINUTE_MS

/** A charge that was not found by then is voided: nothing of it is sent again or on its way any more. */
export const VOIDED_AFTER_MS = CHARGE_REPLAYED_MS + 4 * MINUTE_MS

/**
 * What a merchant has asked of an earlier payment is sent again until then. Adyen keeps a key for seven days at least
 * (docs.adyen.com/development-resources/api-idempotency); the clocks of our processes may differ.
 */
export const CHANGE_REPLAYED_MS = 5 * DAY_MS

/** Of a document of a defence: a PDF may have two megabytes. */
export const MAX_DEFENCE_BYTES = 2_000_000

/** How long a shopper may take on another page, in milliseconds. */
export const SHOPPER_MS = HOUR_MS

/** Captures, cancels and refunds are told within minutes, and by the acquirer's next working days at the latest. */
export const TOLD_WITHIN_MS = 3 * DAY_MS

/** Direct debits are told within two weeks. */
export const DEBIT_TOLD_WITHIN_MS = 14 * DAY_MS
