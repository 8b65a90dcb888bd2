import { holdsCardNumber } from '../../common/card-number-in-text.ts'
import { withoutHexIds } from './masking.ts'
import type { CardNumberPlace, ParameterRow } from './table.ts'
import type { RowName } from './tables.ts'

/**
 * Texts about people and places, and free texts: browsers fill card numbers into the wrong field, and
 * agents write them down. All of it is stored and shown unchanged (PCI DSS 3.5.1). Numbers of identity
 * documents are not included: South African ones pass the check digit and may begin with a 4.
 */
const PEOPLE_AND_PLACES: ReadonlySet<RowName> = new Set<RowName>([
  'card.holder',
  'bankAccount.holder',
  'bankAccount.bankName',
  'giftCard.holder',
  'giftCard.message',
  'customer.givenName',
  'customer.middleName',
  'customer.surname',
  'customer.companyName',
  'billing.street1',
  'billing.street2',
  'billing.houseNumber1',
  'billing.houseNumber2',
  'billing.city',
  'billing.postcode',
  'billing.state',
  'shipping.street1',
  'shipping.street2',
  'shipping.houseNumber1',
  'shipping.houseNumber2',
  'shipping.city',
  'shipping.postcode',
  'shipping.state',
  'shipping.comment',
  'shipping.companyName',
  'shipping.middleName',
  'shipping.customer.givenName',
  'shipping.customer.middleName',
  'shipping.customer.surname',
  'shipping.customer.companyName',
  'sender.name',
  'sender.givenName',
  'sender.middleName',
  'sender.surname',
  'sender.street',
  'sender.city',
  'sender.postcode',
  'recipient.givenName',
  'recipient.middleName',
  'recipient.surname',
  'recipient.street',
  'recipient.city',
  'recipient.postcode',
  'corporate.name',
  'corporate.suite',
  'corporate.street',
  'corporate.address',
  'corporate.city',
  'corporate.state',
  'corporate.postCode',
  'cart.items[n].recipient.firstName',
  'cart.items[n].recipient.middleName',
  'cart.items[n].recipient.lastName',
  'cart.items[n].recipient.apartment',
  'cart.items[n].recipient.street',
  'cart.items[n].recipient.address',
  'cart.items[n].recipient.city',
  'cart.items[n].recipient.state',
  'cart.items[n].recipient.postcode',
  'airline.agentName',
  'airline.passengers[n].name',
  'merchant.name',
  'merchant.legalName',
  'descriptor',
  'merchantMemo',
  'virtualAccount.accountId',
  'risk.brand',
  'sequence',
  'note',
  'fileName',
  'reason',
  'by',
])

/**
 * Fields that often hold other long numbers. A German or Indonesian mobile number and the number of a
 * bar code have 13 or 14 digits, may begin like a brand, and one in ten passes the check digit, so only
 * longer numbers count. No telephone number in use has 15 digits.
 */
const NEAR_OTHER_NUMBERS: ReadonlySet<RowName> = new Set<RowName>([
  'customer.browser.userAgent',
  'shipping.customer.browser.userAgent',
  'customer.phone',
  'customer.mobile',
  'customer.workPhone',
  'customer.email',
  'shipping.phone',
  'shipping.mobile',
  'shipping.workPhone',
  'shipping.email',
  'shipping.customer.phone',
  'shipping.customer.mobile',
  'shipping.customer.workPhone',
  'shipping.customer.email',
  'sender.phone',
  'recipient.phone',
  'cart.items[n].name',
  'cart.items[n].description',
  'cart.items[n].giftMessage',
  'cart.items[n].shippingInstructions',
  'cart.items[n].recipient.phone',
  'cart.items[n].recipient.email',
])

/**
 * Fields with other kinds of numbers, one in ten of which passes the check digit: identity documents,
 * taxes, parcels, tickets, places; ids of browsers, terminals, networks and other gateways; addresses of
 * pages. Brands and entities are only looked up, not stored.
 */
const OTHER_NUMBER_FIELDS: readonly RegExp[] = [
  /identification(?:DocId|Value)$/,
  /(?:vatId|vatReferenceNumber|taxId|rackingNumber|eographicCoordinates|Url|\.url)$/,
  /^airline\..*(?:[nN]umber|Num|phone)$/,
  /^(?:shipping\.)?customer\.(?:ip$|browser|app\.)/,
  /^merchant\.(?:submerchantId|isoId|payFacId|marketplaceId|partnerIdCode|websiteId)$/,
  /^(?:standingInstruction|recurringMigration|threeDSecure|pos|redirect|bankAccount)\./,
  /^(?:entityId|paymentBrand|referenceUuid)$/,
  // A document in base64, which is sealed as it is.
  /^content$/,
]

/** Prefix of the fields that a merchant added to the widget's form and a shopper fills in. */
const BY_SHOPPERS = 'customParameters[SHOPPER_'

/** The kind of field in which this value holds a card number; `undefined`: it holds none. */
export type CardNumberGuard = (value: string, name: string) => CardNumberPlace | undefined

/** The guard of a row; `undefined` where long numbers are allowed or the value is a secret. */
export function cardNumberGuard(
  row: RowName,
  { type, secret, address, guarded }: ParameterRow,
): CardNumberGuard | undefined {
  if (row === 'url')
    return (value) => (holdsLongCardNumber(decodedAddress(value)) ? 'text' : undefined)
  if (address !== undefined)
    return (value) => (isCardLikeReference(decodedAddress(value)) ? 'reference' : undefined)
  if (guarded !== undefined) return (value) => (holdsCardNumber(value) ? guarded : undefined)
  if (PEOPLE_AND_PLACES.has(row)) return (value) => (holdsCardNumber(value) ? 'text' : undefined)
  if (NEAR_OTHER_NUMBERS.has(row))
    return (value) => (holdsLongCardNumber(value) ? 'text' : undefined)
  const mayHoldOne = (type.kind === 'text' || type.kind === 'pattern') && secret === undefined
  if (!mayHoldOne || OTHER_NUMBER_FIELDS.some((one) => one.test(row))) return undefined
  return (value, name) => {
    if (name.startsWith(BY_SHOPPERS)) return holdsLongCardNumber(value) ? 'text' : undefined
    return isCardLikeReference(value) ? 'reference' : undefined
  }
}

/** An address with its percent signs resolved, where they can be. */
export function decodedAddress(url: string): string {
  try {
    return decodeURIComponent(url)
  } catch {
    return url
  }
}

/** Whether a reference, such as an order number or the key of a map, looks like a card number. */
export function isCardLikeReference(text: string): boolean {
  return holdsLongCardNumber(text) && holdsLongCardNumber(withoutHexIds(text))
}

const MIN_DIGITS_NEAR_NUMBERS = 15

/** Whether a text that may hold other long numbers holds a card number. */
function holdsLongCardNumber(text: string): boolean {
  return holdsCardNumber(text, MIN_DIGITS_NEAR_NUMBERS)
}
