import { cardBrand, detectBrands } from '../../common/brands.ts'
import { passesLuhn } from '../../common/luhn.ts'
import type { RowName } from './tables.ts'

/**
 * Texts about people and places, and what people write: browsers fill card numbers into the wrong
 * field, and agents note them down. All of it is stored and shown as it stands (PCI DSS 3.5.1).
 * References, memos of machines and custom parameters are not in here: a merchant's order number may
 * look like a card number, and must not be refused for it.
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
  'billing.state',
  'shipping.street1',
  'shipping.street2',
  'shipping.houseNumber1',
  'shipping.houseNumber2',
  'shipping.city',
  'shipping.state',
  'shipping.comment',
  'shipping.companyName',
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
  'recipient.givenName',
  'recipient.middleName',
  'recipient.surname',
  'recipient.street',
  'recipient.city',
  'merchant.name',
  'merchant.legalName',
  'descriptor',
  'merchantMemo',
  'virtualAccount.accountId',
  'risk.brand',
])

/** Whether values of this name are refused when they hold a card number. */
export function mustHoldNoCardNumber(name: RowName): boolean {
  return guardedNames.has(name)
}

const SHORTEST = 13
const LONGEST = 19

/**
 * Whether a text holds a card number: 13 to 19 digits, in groups or not, with a right check digit and
 * in a range and of a length of a known brand. Most texts are too short or have too few digits, which
 * takes 20 ns to see.
 */
export function holdsCardNumber(text: string): boolean {
  if (text.length < SHORTEST || !mayHoldDigits(text)) return false
  const groups = digitGroups(text)
  return groups.some((_, first) => startsNumber(groups, first))
}

/** Digits of other scripts lie beyond Latin letters: such texts are looked at closely. */
function mayHoldDigits(text: string): boolean {
  let count = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if ((code >= 0x30 && code <= 0x39) || code >= FIRST_FOREIGN_DIGIT) count++
  }
  return count >= SHORTEST
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

function startsNumber(groups: readonly DigitGroup[], first: number): boolean {
  let number = groups[first]?.digits ?? ''
  for (let next = first + 1; number.length <= LONGEST; next++) {
    if (isCardNumber(number)) return true
    const group = groups[next]
    if (group === undefined || !group.goesOn) return false
    number += group.digits
  }
  return false
}

function isCardNumber(digits: string): boolean {
  if (digits.length < SHORTEST || !passesLuhn(digits)) return false
  return detectBrands(digits).some((name) => cardBrand(name)?.lengths.includes(digits.length))
}

/** Arabic, Persian, Devanagari, full width: the digits of a script stand in a row. */
const ZEROS = [0x660, 0x6f0, 0x966, 0xff10]
const [FIRST_FOREIGN_DIGIT = 0] = ZEROS

function inAscii(text: string): string {
  return text.replace(/[٠-٩۰-۹०-९０-９]/g, (digit) => {
    const code = digit.charCodeAt(0)
    return String(code - (ZEROS.findLast((zero) => zero <= code) ?? code))
  })
}
