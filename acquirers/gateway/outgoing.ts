import { formatAmount } from '../../common/money.ts'
import { locate } from '../../server/parameters/name-tree.ts'
import { planOf } from '../../server/parameters/plan.ts'
import type {
  AuthenticationProof,
  ConnectorOperation,
} from '../../server/payments/connectors/connector.ts'
import type { WireForm } from '../../server/payments/instruments/instrument.ts'
import { moduleOf } from '../../server/payments/instruments/instruments.ts'
import { wallets } from '../../server/payments/instruments/wallet.ts'

/** Key of the custom parameter by which an operation is found again: the id that it has here. */
export const MARK_KEY = 'TILLGATE_paymentId'

/** Shortest `merchantTransactionId` of the interface; legacy entities may have a shorter one. */
const MIN_REFERENCE = 8

/**
 * Never forwarded: what is meant for this gateway alone (its entities, modes, checkouts, registrations,
 * addresses), what stays here by the letter (merchantInvoiceId "not forwarded", merchantMemo "appears
 * in reporting only"), and what is composed anew.
 */
const KEPT_HERE: ReadonlySet<string> = new Set([
  'entityId',
  'testMode',
  'amount',
  'currency',
  'paymentBrand',
  'paymentType',
  'merchantTransactionId',
  'merchantInvoiceId',
  'merchantMemo',
  'integrity',
  'createRegistration',
  'registrationId',
  'overrideHolder',
  'referenceUuid',
  'shopperResultUrl',
  'notificationUrl',
])

/** Of a wallet: a token is opened here, and the decrypted variant is composed from its card. */
const walletBeginnings = wallets.flatMap(({ within }) => within)

export interface OutgoingParts {
  /** The entity at the receiver. */
  readonly entityId: string
  /** The receiver's id of the payment that is referred to; for references only. */
  readonly referencedReceiverId?: string
  /** A capture with which the receiver releases the rest of the hold, whatever the merchant says. */
  readonly isFinal?: boolean
  /** Where the receiver sends the shopper back to. */
  readonly returnUrl: string
}

/** A request to the receiver: where, and with which form. Secrets included. */
export interface Outgoing {
  readonly path: string
  readonly form: Readonly<WireForm>
}

/** Writes an operation as the interface document has it. `paymentType` and amount are always said. */
export function outgoing(operation: ConnectorOperation, parts: OutgoingParts): Outgoing {
  const { entityId, referencedReceiverId, returnUrl } = parts
  const { paymentType, amount } = operation
  const common = {
    entityId,
    paymentType,
    amount: formatAmount(amount),
    currency: amount.currency,
    merchantTransactionId: referenceOf(operation),
    [`customParameters[${MARK_KEY}]`]: operation.paymentId,
  }
  if (referencedReceiverId === undefined) {
    const form = {
      ...forwarded(operation, 'payments.create'),
      ...instrumentParameters(operation),
      ...proofOf(operation),
      ...common,
    }
    return { path: '/v1/payments', form: { ...form, shopperResultUrl: returnUrl } }
  }
  // A hold is raised or renewed through the collection (interface document, referenceUuid).
  if (paymentType === 'PA') {
    const form = { ...forwarded(operation, 'payments.create'), ...common }
    return { path: '/v1/payments', form: { ...form, referenceUuid: referencedReceiverId } }
  }
  // Also for a rebill: the receiver has the instrument, so the number is not sent again.
  const path = `/v1/payments/${encodeURIComponent(referencedReceiverId)}`
  const last = parts.isFinal ? { sequence: 'FINAL' } : {}
  return { path, form: { ...forwarded(operation, 'payments.reference'), ...last, ...common } }
}

/** An instrument as the parameters that say it on the wire, with the brand. Secrets included. */
function instrumentParameters({ paymentBrand, request, instrument }: ConnectorOperation): WireForm {
  if (instrument === undefined) return { paymentBrand }
  const form = moduleOf(instrument)?.form(instrument, { paymentBrand, request })
  return { paymentBrand, ...form }
}

/** The parameters of a proof, by its members (interface document, 3-D Secure). */
const PROOF_PARAMETERS: Readonly<Record<keyof AuthenticationProof, string>> = {
  status: 'threeDSecure.authenticationStatus',
  eci: 'threeDSecure.eci',
  verificationId: 'threeDSecure.verificationId',
  dsTransactionId: 'threeDSecure.dsTransactionId',
  acsTransactionId: 'threeDSecure.acsTransactionId',
  version: 'threeDSecure.version',
  authenticationType: 'threeDSecure.authType',
  transactionStatusReason: 'threeDSecure.transactionStatusReason',
  challengeMandated: 'threeDSecure.challengeMandatedIndicator',
}

/** The statuses of the interface document; `I`, for information only, proves nothing, and receivers refuse it. */
const SENT_STATUSES: readonly string[] = ['Y', 'A', 'U', 'N']

/** The gateway's own authentication, as another 3-D Secure server would prove it. */
function proofOf({ authentication }: ConnectorOperation): WireForm {
  if (authentication === undefined || !SENT_STATUSES.includes(authentication.status)) return {}
  const members = Object.keys(PROOF_PARAMETERS) as (keyof AuthenticationProof)[]
  return Object.fromEntries(
    members
      .filter((member) => authentication[member])
      .map((member) => [PROOF_PARAMETERS[member], authentication[member]]),
  )
}

/**
 * The merchant's reference of the payment; if it is missing or too short, the payment's id here.
 */
export function referenceOf({
  paymentId,
  request,
}: Pick<ConnectorOperation, 'paymentId' | 'request'>): string {
  const { merchantTransactionId = '' } = request
  return merchantTransactionId.length < MIN_REFERENCE ? paymentId : merchantTransactionId
}

/**
 * What the merchant sent, as far as the same operation of the receiver takes it. Secrets included. A
 * source without a mode, as one click has it, stays here: on the wire both go together.
 */
function forwarded(
  { request, confidential }: ConnectorOperation,
  operation: 'payments.create' | 'payments.reference',
): WireForm {
  const { rows } = planOf(operation, 'strict')
  // What only the profile legacy takes, such as a state in words, would have the receiver refuse the payment.
  const isTaken = (name: string, value: string) => {
    const planned = locate(rows, name)
    if (planned === undefined) return false
    const isAmount = planned.row.type.kind === 'amount' && !value.startsWith('-')
    return isAmount || typeof planned.read(value) === 'string'
  }
  const hasMode = request['standingInstruction.mode'] !== undefined
  // A shopper's submit brings address and browser data without a name, which a receiver refuses; its own page collects them.
  const hasName = request['customer.givenName'] !== undefined
  const sent = Object.entries({ ...request, ...confidential }).filter(
    ([name, value]) =>
      !KEPT_HERE.has(name) &&
      !walletBeginnings.some((within) => name.startsWith(within)) &&
      (hasMode || name !== 'standingInstruction.source') &&
      (hasName || !(name === 'customer.ip' || name.startsWith('customer.browser.'))) &&
      isTaken(name, value),
  )
  return Object.fromEntries(sent)
}

/** The form as a body. */
export function encoded(form: Readonly<WireForm>): string {
  const sent = Object.entries(form).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  return new URLSearchParams(sent).toString()
}
