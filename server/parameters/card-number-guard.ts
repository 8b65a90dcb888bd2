import { cardBrand, detectBrands, passesLuhn } from '../../common/brands.ts'
import type { ParameterRow } from './table.ts'
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
  'evidence',
])

/**
 * Fields that often hold other long numbers. A German or Indonesian mobile number and the number of a
 * bar code have 13 or 14 digits, may begin like a brand, and one in ten passes the check digit, so only
 * longer numbers count. No telephone number in use has 15 digits.
 */
const NEAR_OTHER_NUMBERS: ReadonlySet<RowName> = new Set<RowName>([
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

/**
 * The kind of field that holds a card number. In a `text` about people it is always refused. In a
 * `reference`, such as an order number, 15 or more digits that pass the check digit and fit a brand are
 * nearly always a card: the legacy profile and channels with `cardLikeReferences` accept them.
 */
export type CardNumberPlace = 'text' | 'reference'

/** The kind of field in which this value holds a card number; `undefined`: it holds none. */
export type CardNumberGuard = (value: string, name: string) => CardNumberPlace | undefined

/** The guard of a row; `undefined` where long numbers are allowed or the value is a secret. */
export function cardNumberGuard(
  row: RowName,
  { type, secret, address }: ParameterRow,
): CardNumberGuard | undefined {
  if (row === 'url')
    return (value) => (holdsLongCardNumber(decodedAddress(value)) ? 'text' : undefined)
  if (address !== undefined)
    return (value) => (isCardLikeReference(decodedAddress(value)) ? 'reference' : undefined)
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

/** UUIDs, and runs of hexadecimal digits: each character is looked at once, however long a text is. */
const HEX_RUNS = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{20,}/gi

/** A text without ids that have a letter among their digits: their tails are long numbers by chance. */
function withoutHexIds(text: string): string {
  return text.replace(HEX_RUNS, (run) => (/[a-f-]/i.test(run) ? 'x' : run))
}

/** Whether a reference, such as an order number or the key of a map, looks like a card number. */
export function isCardLikeReference(text: string): boolean {
  return holdsLongCardNumber(text) && holdsLongCardNumber(withoutHexIds(text))
}

/** Whether a text that may hold other long numbers holds a card number. */
function holdsLongCardNumber(text: string): boolean {
  return holdsCardNumber(text, MIN_DIGITS_NEAR_NUMBERS)
}

const SHORTEST = 13
const MIN_DIGITS_NEAR_NUMBERS = 15
const LONGEST = 19

/**
 * Whether a text holds a card number: 13 to 19 digits (`shortest` of them at least), in groups or not,
 * with a right check digit and in a range and of a length of a known brand. Most texts are too short or
 * have too few digits, which takes 20 ns to see.
 */
export function holdsCardNumber(text: string, shortest = SHORTEST): boolean {
  if (text.length < shortest || !mayHoldDigits(text, shortest)) return false
  const groups = digitGroups(text)
  return groups.some((_, first) => startsNumber(groups, first, shortest))
}

/** Digits as keyboards type them: ASCII, Arabic, Persian, Devanagari, full width. */
export const DIGIT = '0-9٠-٩۰-۹०-९０-９'

/**
 * Twelve or more digits, however they are grouped: it could be a number in the wrong field. Bytes
 * that are no UTF-8 come as four characters, so more than ` - ` may stand between two digits.
 * Written out, because twelve times `\p{Nd}` takes 250 ms to compile.
 */
export const LONG_NUMBER = new RegExp(`[${DIGIT}](?:[^${DIGIT}A-Za-z]{0,8}[${DIGIT}]){11,}`, 'g')

/** Whether a text holds a number as long as that of a card or account. */
export function holdsLongNumber(text: string): boolean {
  return text.search(LONG_NUMBER) !== -1
}

/** Whether a text has enough digits. Characters beyond Latin letters count, because some are digits. */
function mayHoldDigits(text: string, shortest: number): boolean {
  let count = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if ((code >= 0x30 && code <= 0x39) || code >= FIRST_FOREIGN_DIGIT) count++
  }
  return count >= shortest
}

interface DigitGroup {
  readonly digits: string
  /** Whether only one to three separators lie between it and the group before. */
  readonly goesOn: boolean
}

function digitGroups(text: string): readonly DigitGroup[] {
  let end = -1
  return [...inAscii(text).matchAll(/[0-9]+/g)].map(({ 0: digits, index, input }) => {
    const goesOn = end >= 0 && /^[^0-9\p{L}]{1,3}$/u.test(input.slice(end, index))
    end = index + digits.length
    return { digits, goesOn }
  })
}

function startsNumber(groups: readonly DigitGroup[], first: number, shortest: number): boolean {
  let number = groups[first]?.digits ?? ''
  for (let next = first + 1; number.length <= LONGEST; next++) {
    if (number.length >= shortest && isCardNumber(number)) return true
    const group = groups[next]
    if (group === undefined || !group.goesOn) return false
    number += group.digits
  }
  return false
}

function isCardNumber(digits: string): boolean {
  if (!passesLuhn(digits)) return false
  return detectBrands(digits).some((name) => cardBrand(name)?.lengths.includes(digits.length))
}

/** Where the digits of other scripts begin: those of Arabic are the first. */
const FIRST_FOREIGN_DIGIT = 0x660

const FOREIGN_DIGIT = /(?![0-9])\p{Nd}/gu

/** Digits of any script as those of ASCII. */
export function inAscii(text: string): string {
  return text.replace(FOREIGN_DIGIT, (digit) => String(digitOf(digit.codePointAt(0) ?? 0)))
}

const IS_DIGIT = /^\p{Nd}$/u

/** Scripts have their digits in a row from 0 to 9, some of them several such rows after each other. */
function digitOf(codePoint: number): number {
  let before = 0
  while (IS_DIGIT.test(String.fromCodePoint(codePoint - before - 1))) before++
  return before % 10
}
