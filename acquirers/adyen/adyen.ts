import type {
  Connector,
  Inquiry,
  InquiryOutcome,
} from '../../server/payments/connectors/connector.ts'
import { type Judged, troubleTeller } from '../shared/judged.ts'
import { exchangeWith } from '../shared/provider-exchange.ts'
import { afterReturn, chargeAtAdyen, chargedAgain, notCharged } from './charge.ts'
import { createAdyenClient } from './client.ts'
import { amountAtAdyen } from './currencies.ts'
import { createEventReader } from './events.ts'
import { acceptAtAdyen, defencesAtAdyen, defendAtAdyen, evidenceFaultOfAdyen } from './evidence.ts'
import { ADYEN_FIELDS } from './fields.ts'
import { MAX_TRANSIT_MS, REPORT_LIMITS, VOIDED_AFTER_MS } from './limits.ts'
import { unsupportedByAdyen } from './methods.ts'
import { modifiedAgain, modifyAtAdyen, voidAtAdyen } from './modify.ts'
import { fetchAdyenReport, REPORT_ORIGINS } from './report.ts'
import type { AdyenParts, AdyenSteps } from './steps.ts'

/** The version of the API that requests and answers are written for. */
const VERSION = 'v71'

/** The API for disputes with its version (docs.adyen.com/api-explorer/Disputes/30/overview). */
const DISPUTES_PATH = '/ca/services/DisputeService/v30'

/**
 * Pays through a merchant account at Adyen (docs/adyen.md). Adyen can be asked for nothing: an outcome is found by its
 * events, by the same request once more under the same key, and at last by voiding what has our reference.
 */
export function createAdyenConnector(parts: AdyenParts): Connector {
  const { account, environment, log, webhook } = parts
  const steps: AdyenSteps = { ...parts, ...clientsOf(parts) }

  const told = troubleTeller('Adyen', account.id, log)

  return {
    name: account.id,
    approvalCode: environment === 'live' ? '000.000.000' : '000.100.112',
    // A charge cannot be cancelled, only refunded.
    reversalWindowMs: -1,
    raisesToTotal: true,
    maxTransitMs: MAX_TRANSIT_MS,
    unsupported: (operation) =>
      unsupportedByAdyen(operation, account.settings) ?? amountFault(operation.amount),
    decide: () => undefined,
    fields: ADYEN_FIELDS,

    send: async (operation) => told(operation.paymentId, await send(operation, steps)),

    inquire: async (inquiry) => told(inquiry.operation.paymentId, await inquire(inquiry, steps)),

    replays: true,

    voidByReference: {
      afterMs: VOIDED_AFTER_MS,
      send: (inquiry) => voidAtAdyen(inquiry, steps),
    },

    returns: ['redirectResult'],

    defences: (caseReference) => defencesAtAdyen(caseReference, steps),
    evidenceFault: evidenceFaultOfAdyen,
    sendEvidence: async (submission) =>
      told(submission.paymentId, await defendAtAdyen(submission, steps)),
    acceptDispute: async (accepted) =>
      told(accepted.paymentId, await acceptAtAdyen(accepted, steps)),

    ...(parts.reportLogins.length === 0 ? {} : { fetchReport: reportsOf(parts) }),

    events: createEventReader(webhook, account.merchantId),
    // What it tells unasked comes by its events.
    onUnsolicitedAnswer: () => undefined,
  }
}

function clientsOf(parts: AdyenParts): Pick<AdyenSteps, 'client' | 'disputes'> {
  const { account, emulator, environment, keys } = parts
  const exchange = exchangeWith(parts)
  const { livePrefix } = account.settings
  const url = emulator === undefined ? addressOf(environment, livePrefix) : `${emulator}/${VERSION}`
  const disputesUrl = (emulator ?? `https://ca-${environment}.adyen.com`) + DISPUTES_PATH
  return {
    client: createAdyenClient({ url, keys, exchange }),
    disputes: createAdyenClient({ url: disputesUrl, keys, exchange }),
  }
}

/** Fetches reports, which are larger than other answers, from where this environment has them. */
function reportsOf(parts: AdyenParts): NonNullable<Connector['fetchReport']> {
  const { emulator, environment, reportLogins: logins } = parts
  const exchange = exchangeWith(parts, REPORT_LIMITS)
  const origin = emulator ?? REPORT_ORIGINS[environment]
  return ({ reference }) => fetchAdyenReport(reference, { origin, logins, exchange })
}

/** docs.adyen.com/development-resources/live-endpoints: of live each company has its own. */
function addressOf(
  environment: 'test' | 'live',
  livePrefix: string | undefined,
): string | undefined {
  if (environment === 'test') return `https://checkout-test.adyen.com/${VERSION}`
  if (livePrefix === undefined) return undefined
  return `https://${livePrefix}-checkout-live.adyenpayments.com/checkout/${VERSION}`
}

function amountFault(amount: Parameters<typeof amountAtAdyen>[0] | undefined) {
  if (amount === undefined || amountAtAdyen(amount) !== undefined) return undefined
  const description = `Adyen cannot charge such an amount in ${amount.currency}: send it without its decimal places, or in another currency`
  return { code: '600.200.500', description }
}

/** Whether an operation charges, and does not only change an earlier charge. */
function charges({ paymentType, referencedId }: Inquiry['operation']): boolean {
  return referencedId === undefined || paymentType === 'RB'
}

async function send(
  operation: Parameters<Connector['send']>[0],
  steps: AdyenSteps,
): Promise<Judged> {
  if (!charges(operation)) return modifyAtAdyen(operation, steps)
  return operation.instrument === undefined ? notCharged : chargeAtAdyen(operation, steps)
}

async function inquire(inquiry: Inquiry, steps: AdyenSteps): Promise<Judged<InquiryOutcome>> {
  const { operation, isPending } = inquiry
  if (!charges(operation)) {
    // It has accepted it, and tells the result by an event alone.
    return isPending ? { outcome: { kind: 'unknown' } } : modifiedAgain(inquiry, steps)
  }
  return isPending ? afterReturn(inquiry, steps) : chargedAgain(inquiry, steps)
}
