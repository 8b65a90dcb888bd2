import type {
  Connector,
  ConnectorOperation,
  ConnectorOutcome,
} from '../../server/payments/connectors/connector.ts'
import { type Judged, notSent, troubleTeller } from '../shared/judged.ts'
import { exchangeWith } from '../shared/provider-exchange.ts'
import { chargeAtStripe, prepareAtStripe } from './charge.ts'
import { checkAtStripe } from './check.ts'
import { createStripeClient, type StripeClient } from './client.ts'
import { amountAtStripe } from './currencies.ts'
import { readDisputeAtStripe } from './disputes.ts'
import { createEventReader } from './events.ts'
import {
  acceptAtStripe,
  DEFENCES_OF_STRIPE,
  evidenceFaultOfStripe,
  submitAtStripe,
} from './evidence.ts'
import { STRIPE_FIELDS } from './fields.ts'
import { inquireAtStripe, readAnswerAtStripe } from './inquiry.ts'
import { MAX_TRANSIT_MS, STRIPE_FILES_URL, STRIPE_LIMITS, STRIPE_URL } from './limits.ts'
import { unsupportedByStripe } from './methods.ts'
import { modifyAtStripe } from './modify.ts'
import { fetchReportAtStripe } from './payout-report.ts'
import type { StripeParts, StripeSteps } from './steps.ts'

/**
 * Pays through an account at Stripe (docs/stripe.md). A PaymentIntent is made, its id written down, and only then
 * confirmed; captures and refunds leave a mark there: so every outcome can be read, and nothing is sent twice.
 */
export function createStripeConnector(parts: StripeParts): Connector {
  const { account, environment, log, webhookSecrets } = parts
  const steps: StripeSteps = { ...parts, client: clientOf(parts) }

  const told = troubleTeller('Stripe', account.id, log)

  return {
    name: account.id,
    approvalCode: environment === 'live' ? '000.000.000' : '000.100.112',
    // A charge cannot be cancelled, only refunded.
    reversalWindowMs: -1,
    raisesToTotal: true,
    maxTransitMs: MAX_TRANSIT_MS,
    unsupported: (operation) => unsupportedByStripe(operation) ?? amountFault(operation.amount),
    decide: () => undefined,
    fields: STRIPE_FIELDS,

    prepare: async (operation) =>
      told(operation.paymentId, await prepareAtStripe(operation, steps)),

    send: async (operation) => told(operation.paymentId, await send(operation, steps)),

    inquire: async (inquiry) =>
      told(inquiry.operation.paymentId, await inquireAtStripe(inquiry, steps)),

    check: () => checkAtStripe(steps, { keys: parts.keys, hears: webhookSecrets.length > 0 }),

    fetchReport: ({ reference }) => fetchReportAtStripe(reference, steps),

    readRest: (intentId) => readAnswerAtStripe(intentId, steps),
    readDispute: (caseReference) => readDisputeAtStripe(caseReference, steps),
    defences: () => Promise.resolve(DEFENCES_OF_STRIPE),
    evidenceFault: evidenceFaultOfStripe,
    sendEvidence: async (submission) =>
      told(submission.paymentId, await submitAtStripe(submission, steps)),
    acceptDispute: async (accepted) =>
      told(accepted.paymentId, await acceptAtStripe(accepted, steps)),

    ...(webhookSecrets.length === 0 ? {} : { events: createEventReader(webhookSecrets) }),
    // What it tells unasked comes by its events.
    onUnsolicitedAnswer: () => undefined,
  }
}

function clientOf(parts: StripeParts): StripeClient {
  const { emulator, keys } = parts
  const exchange = exchangeWith(parts, STRIPE_LIMITS)
  const filesUrl = emulator ?? STRIPE_FILES_URL
  return createStripeClient({ url: emulator ?? STRIPE_URL, filesUrl, keys, exchange })
}

function amountFault(amount: ConnectorOperation['amount'] | undefined) {
  if (amount === undefined || amountAtStripe(amount) !== undefined) return undefined
  const description = `Stripe cannot charge such an amount in ${amount.currency}: send it without its last decimal places, or in another currency`
  return { code: '600.200.500', description }
}

function send(
  operation: ConnectorOperation,
  steps: StripeSteps,
): Promise<Judged<ConnectorOutcome>> | Judged<ConnectorOutcome> {
  if (operation.instrument !== undefined) return chargeAtStripe(operation, steps)
  if (operation.rootId === undefined) return notSent('has nothing to charge')
  return modifyAtStripe(operation, steps)
}
