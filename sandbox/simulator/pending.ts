import { HOUR_MS } from '../../common/durations.ts'
import { paymentBrand } from '../../common/payment-brands.ts'
import type { ConnectorOutcome, Redirect } from '../../server/payments/connectors/index.ts'
import type { Instrument } from '../../server/payments/instruments/index.ts'
import {
  type AnsweredOperation,
  isMerchantInitiated,
  pendingDetails,
  seedOf,
} from './card-answer.ts'
import { slipAccountOf, slipReference } from './slips.ts'

/** What the pages of the simulator need, to be found and to know who may decide. */
export interface SimulatorParts {
  /** Origin under which browsers reach the gateway. */
  readonly baseUrl: string
  /** A keyed hash that is safe in an address: a guessed payment id gives no access. */
  readonly sign: (text: string) => string
}

/** Addresses of the pages. */
export const REDIRECT_PATH = '/simulator/redirect'
export const SLIPS_PATH = '/simulator/slips'

/** How long a shopper may take on the page, and how long a slow acquirer may take. */
export const PENDING_EXPIRES_AFTER_MS = 24 * HOUR_MS
/** How long a slip can be paid. */
export const SLIP_EXPIRES_AFTER_MS = 14 * 24 * HOUR_MS

/** How long an acquirer usually takes for what it has accepted. */
export const TAKEN_EXPECTED_WITHIN_MS = 3 * 24 * HOUR_MS

/** How the shopper pays: at once, on another page, or later with a slip. */
export type PaymentFlow = 'synchronous' | 'redirect' | 'slip'

/**
 * The flow of an operation. Only a first payment needs the shopper, and none that the merchant
 * starts without him. Cards, and what stands for one, are paid at once, unless the shopper has
 * named nothing but the brand.
 */
export function flowOf(
  operation: Omit<AnsweredOperation, 'paymentId'>,
  instrument?: Instrument,
): PaymentFlow {
  if (operation.referencedId !== undefined || operation.paymentType === 'CD') return 'synchronous'
  const brand = paymentBrand(operation.paymentBrand)
  if (brand === undefined || brand.flow === 'synchronous') return 'synchronous'
  if (paidAtOnce.has(brand.kind) && instrument?.kind !== 'brand') return 'synchronous'
  return isMerchantInitiated(operation.request) ? 'synchronous' : brand.flow
}

const paidAtOnce: ReadonlySet<string> = new Set(['card', 'wallet', 'giftCard'])

/** The outcome while somebody has to decide: the shopper, his bank, or the tester for both. */
export function pendingOutcome(
  operation: AnsweredOperation,
  instrument: Instrument | undefined,
  parts: SimulatorParts,
): ConnectorOutcome {
  switch (flowOf(operation, instrument)) {
    case 'redirect':
      return {
        kind: 'pending',
        code: '000.200.000',
        redirect: redirectOf(operation, parts),
        expiresAfterMs: PENDING_EXPIRES_AFTER_MS,
        resultDetails: pendingDetails(seedOf(operation.paymentId)),
      }
    case 'slip':
      return slipOutcome(operation, parts)
    case 'synchronous':
      return {
        kind: 'pending',
        code: '000.200.001',
        expiresAfterMs: PENDING_EXPIRES_AFTER_MS,
        resultDetails: detailsWithPage(operation, addressOf(REDIRECT_PATH, operation, parts)),
      }
  }
}

/** The outcome while the acquirer has an operation and does not say what becomes of it. */
export function takenOutcome(
  operation: AnsweredOperation,
  parts: SimulatorParts,
): ConnectorOutcome {
  const resultDetails = detailsWithPage(operation, addressOf(REDIRECT_PATH, operation, parts))
  return { kind: 'taken', expectedWithinMs: TAKEN_EXPECTED_WITHIN_MS, resultDetails }
}

function redirectOf({ paymentId }: AnsweredOperation, { baseUrl, sign }: SimulatorParts): Redirect {
  return {
    url: baseUrl + REDIRECT_PATH,
    parameters: [
      { name: 'paymentId', value: paymentId },
      { name: 'token', value: sign(paymentId) },
    ],
  }
}

function slipOutcome(operation: AnsweredOperation, parts: SimulatorParts): ConnectorOutcome {
  const account = slipAccountOf(operation.paymentBrand)
  const resultDetails = detailsWithPage(operation, addressOf(SLIPS_PATH, operation, parts))
  resultDetails.PaymentReference = slipReference(account, seedOf(operation.paymentId))
  return {
    kind: 'pending',
    code: '000.200.001',
    expiresAfterMs: SLIP_EXPIRES_AFTER_MS,
    resultDetails,
    shown: {
      'merchant.bankAccount.holder': account.holder,
      'merchant.bankAccount.number': account.number,
      'merchant.bankAccount.bic': account.bic,
      'merchant.bankAccount.country': account.country,
    },
  }
}

/** `resultDetails` with the page on which the tester decides. */
function detailsWithPage(operation: AnsweredOperation, address: string): Record<string, string> {
  const details = pendingDetails(seedOf(operation.paymentId))
  details.SimulatorUrl = address
  return details
}

function addressOf(
  path: string,
  { paymentId }: AnsweredOperation,
  { baseUrl, sign }: SimulatorParts,
): string {
  const token = encodeURIComponent(sign(paymentId))
  return path === SLIPS_PATH
    ? `${baseUrl}${path}/${paymentId}?token=${token}`
    : `${baseUrl}${path}?paymentId=${paymentId}&token=${token}`
}
