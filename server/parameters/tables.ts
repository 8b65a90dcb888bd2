import { access } from './access.ts'
import { billing, shipping, shippingCustomer } from './addresses.ts'
import { airline } from './airline.ts'
import { bankAccount } from './bank-account.ts'
import {
  asynchronousResponse,
  basicPayment,
  chargeback,
  customParameters,
  forex,
  risk,
} from './basic-payment.ts'
import { card } from './card.ts'
import { cartItems, cartPayments, marketplace } from './cart.ts'
import { corporate, merchant, merchantBilling, merchantShipping } from './companies.ts'
import { customer } from './customer.ts'
import {
  disputeAnswer,
  disputeDefence,
  disputeEntry,
  disputeEvidence,
  disputeReport,
} from './disputes.ts'
import { recipient, sender } from './funds-transfer.ts'
import { giftCard, giftCardRest } from './gift-card.ts'
import { job, scheduling } from './job.ts'
import { legacyAccess, legacyRecurring } from './legacy.ts'
import { listParts, paging, query, reporting } from './listing.ts'
import { mobileWallets, namedWallets } from './mobile-wallets.ts'
import { nameTree } from './name-tree.ts'
import { pagesAround } from './pages-around.ts'
import { pointOfSale, pointOfSaleAnswer } from './point-of-sale.ts'
import { recurringMigration, registrations } from './registrations.ts'
import { manualDecision } from './resolutions.ts'
import { shownMoney } from './shown-money.ts'
import { standingInstruction } from './standing-instruction.ts'
import type { ParameterRow, ParameterTable } from './table.ts'
import { testClock, walletToken } from './test-environment.ts'
import {
  authentication,
  authenticationExemption,
  authenticationProof,
  authenticationSchemeData,
} from './three-d-secure.ts'
import { tokenAccount } from './token-account.ts'
import { virtualAccount } from './virtual-account.ts'
import { webhook, webhookDelivery, webhookSecret } from './webhooks.ts'

/** Every table there is: a new structure is a new file and a line here. */
export const tables = {
  access,
  basicPayment,
  forex,
  card,
  mobileWallets,
  namedWallets,
  virtualAccount,
  bankAccount,
  tokenAccount,
  customer,
  billing,
  shipping,
  shippingCustomer,
  corporate,
  sender,
  recipient,
  merchant,
  merchantBilling,
  merchantShipping,
  cartItems,
  cartPayments,
  marketplace,
  airline,
  giftCard,
  giftCardRest,
  pagesAround,
  shownMoney,
  recurringMigration,
  standingInstruction,
  authentication,
  authenticationProof,
  authenticationExemption,
  authenticationSchemeData,
  customParameters,
  asynchronousResponse,
  pointOfSale,
  pointOfSaleAnswer,
  risk,
  job,
  scheduling,
  reporting,
  chargeback,
  query,
  paging,
  listParts,
  registrations,
  webhook,
  webhookSecret,
  manualDecision,
  webhookDelivery,
  walletToken,
  testClock,
  disputeReport,
  disputeAnswer,
  disputeDefence,
  disputeEntry,
  disputeEvidence,
  legacyAccess,
  legacyRecurring,
} as const satisfies Readonly<Record<string, ParameterTable>>

type NamesOf<Table> = Table extends { readonly rows: infer Rows } ? keyof Rows & string : never

/** A name as the tables write it: `cart.items[n].price`. */
export type RowName = NamesOf<(typeof tables)[keyof typeof tables]>

type OnWire<Name extends string> = Name extends `${infer Head}[n]${infer Tail}`
  ? `${Head}[${number}]${OnWire<Tail>}`
  : Name extends `${infer Head}[key]`
    ? `${Head}[${string}]`
    : Name

/** A name as requests write it: `cart.items[0].price`. */
export type ParameterName = OnWire<RowName>

/** A map of the tables: `customParameters`. */
export type MapName = RowName extends infer Name
  ? Name extends `${infer Head}[key]`
    ? Head
    : never
  : never

/**
 * The rows of all tables by their names on the wire. Where a query and a payment share a name, the row of
 * the payment counts, because its table comes first.
 */
export const allRows = nameTree<ParameterRow>(
  Object.values<ParameterTable>(tables)
    .flatMap((table) => Object.entries(table.rows))
    .reverse(),
)

/**
 * Names of parameters that go to the acquirer and are stored nowhere; none of them is in a list or
 * a map.
 */
export const confidentialNames: readonly string[] = [...allRows.plain.values()]
  .filter(({ entry }) => entry.confidential === true)
  .map(({ name }) => name)

/** Whether members of the object at this path are written `[key]`. */
export function isMapName(path: string): boolean {
  return allRows.maps.has(path) || allRows.fixedMaps.has(path)
}
