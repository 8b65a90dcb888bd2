import { cardBrand, detectBrands } from '../../common/brands.ts'
import { passesLuhn } from '../../common/luhn.ts'
import type { RowName } from './tables.ts'

/**
 * Texts about people and places, and what people write: browsers fill card numbers into the wrong
 * field, and agents note them down. All of it is stored and shown as it stands (PCI DSS 3.5.1).
 * References, memos of machines and custom parameters of merchants are not in here: an order number may
 * look like a card number, and must not be refused for it. Numbers of identity documents neither: those
 * of South Africa pass the check digit, and begin with a 4 for whoever was born in the forties.
 */
const guardedNames: ReadonlySet<RowName> = new Set<RowName>([
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
])

/**
 * Where other long numbers are at home. A mobile number of Germany or Indonesia and the number under a
 * bar code have 13 or 14 digits, begin like one brand or another, and one in ten passes the check digit:
 * only longer ones count. No telephone number in use has 15 digits.
 */
const namesAmongNumbers: ReadonlySet<RowName> = new Set<RowName>([
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

/** What a shopper has typed into a field that a merchant added to the widget's form. */
const BY_SHOPPERS = 'customParameters[SHOPPER_'

/** Whether a value that was sent by this name has to be refused, because it holds a card number. */
export type CardNumberGuard = (value: string, name: string) => boolean

/** The guard of a row; nothing where a number may stand. */
export function cardNumberGuard(row: RowName): CardNumberGuard | undefined {
  if (guardedNames.has(row)) return (value) => holdsCardNumber(value)
  if (namesAmongNumbers.has(row)) return (value) => holdsCardNumber(value, AMONG_NUMBERS)
  if (row !== 'customParameters[key]') return undefined
  return (value, name) => name.startsWith(BY_SHOPPERS) && holdsCardNumber(value, AMONG_NUMBERS)
}

const SHORTEST = 13
const AMONG_NUMBERS = 15
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

/** Digits of other scripts lie beyond Latin letters: such texts are looked at closely. */
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
  /** Whether only a little punctuation stands between it and the group before. */
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

/** Arabic, Persian, Devanagari, full width: the digits of a script stand in a row. */
const ZEROS = [0x660, 0x6f0, 0x966, 0xff10]
const [FIRST_FOREIGN_DIGIT = 0] = ZEROS

/** Digits of other scripts as those of ASCII. */
export function inAscii(text: string): string {
  return text.replace(/[٠-٩۰-۹०-९０-９]/g, (digit) => {
    const code = digit.charCodeAt(0)
    return String(code - (ZEROS.findLast((zero) => zero <= code) ?? code))
  })
}
