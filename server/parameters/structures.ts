import { otherInstruments } from './instrument-tables.ts'
import { notHoldChange } from './operation-hints.ts'
import type { Rule } from './rules.ts'
import { type RowName, tables } from './tables.ts'
import { choice } from './value-types.ts'

/** Who pays, and where bill and goods go. */
export const parties = [
  tables.customer,
  tables.billing,
  tables.shipping,
  tables.shippingCustomer,
] as const

/** Passed on to the acquirer and shown in the answer. */
const passedOn = [
  tables.forex,
  tables.corporate,
  tables.sender,
  tables.recipient,
  tables.merchant,
  tables.merchantBilling,
  tables.merchantShipping,
  tables.cartItems,
  tables.cartPayments,
  tables.marketplace,
  tables.airline,
]

/** Everything about a payment but its money and its instrument. */
export const details = [...parties, ...passedOn, tables.customParameters]

/** Required for a card payment. */
export const cardRows = ['card.number', 'card.expiryMonth', 'card.expiryYear'] as const

/** What a mandate says, and when its debit is due: agreed before the shopper pays. */
export const mandateRows = [
  'bankAccount.mandate.id',
  'bankAccount.mandate.dateOfSignature',
  'transactionDueDate',
] as const

/** A card is asked for where nothing else is paid with. */
export const cardIfNothingElse = {
  kind: 'cardUnless',
  names: cardRows,
  others: otherInstruments,
} as const satisfies Rule

/** Proof of an external server, and what goes with it to the acquirer. */
export const externalAuthentication = [
  tables.authenticationProof,
  tables.authenticationExemption,
  tables.authenticationSchemeData,
]

/** `standingInstruction.industryPractice` of a payment that refers to no earlier one. */
export const newPaymentPractice = choice(
  ['RESUBMISSION', 'DELAYED_CHARGES', 'NO_SHOW'],
  notHoldChange,
)

/** What asks that a card which is only stored is authenticated. */
export const storingAuthentication = ['threeDSecure.npa', 'threeDSecure.authenticationInd'] as const

/** Data of a transaction elsewhere goes with the registration that it is moved to. */
export const migrationRefused = refusals(
  rowNames(tables.recurringMigration),
  'it belongs to a registration, send it to POST /v1/registrations',
)

/** The same reason for all of these names. */
export function refusals(
  names: readonly RowName[],
  reason: string,
): Readonly<Partial<Record<RowName, string>>> {
  return Object.fromEntries(names.map((name) => [name, reason]))
}

export function rowNames<Table extends { readonly rows: object }>(table: Table) {
  return Object.keys(table.rows) as (keyof Table['rows'] & RowName)[]
}
