import { type RowName, tables } from './tables.ts'

/** Who pays, and where bill and goods go. */
export const parties = [
  tables.customer,
  tables.billing,
  tables.shipping,
  tables.shippingCustomer,
] as const

/** Carried along to the acquirer and given back in the answer. */
const carried = [
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
export const details = [...parties, ...carried, tables.customParameters]

/** What a card payment cannot do without. */
export const cardRows = ['card.number', 'card.expiryMonth', 'card.expiryYear'] as const

/** An account number may be a card number, which only the vault may keep. */
const sealedRows = ['sender.accountNumber', 'recipient.accountNumber'] as const

/** Structures whose feature the gateway does not have yet. */
export const comingFeatures = [
  ...rowNames(tables.recurringMigration),
  ...rowNames(tables.standingInstruction),
  ...rowNames(tables.authentication),
  ...rowNames(tables.authenticationProof),
  ...rowNames(tables.authenticationExemption),
  ...rowNames(tables.authenticationSchemeData),
  ...rowNames(tables.pointOfSale),
  ...rowNames(tables.risk),
  ...rowNames(tables.registrations),
  ...sealedRows,
]

/** Instruments that the gateway does not take yet. */
export const comingInstruments = [
  ...rowNames(tables.mobileWallets),
  ...rowNames(tables.namedWallets),
  ...rowNames(tables.virtualAccount),
  ...rowNames(tables.bankAccount),
  ...rowNames(tables.tokenAccount),
  ...rowNames(tables.giftCard),
]

function rowNames<Table extends { readonly rows: object }>(table: Table) {
  return Object.keys(table.rows) as (keyof Table['rows'] & RowName)[]
}
