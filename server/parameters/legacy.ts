import { entityIdType } from './access.ts'
import { amountsOfTickets } from './airline.ts'
import { authenticationWishForms } from './authentication-wishes.ts'
import { amountsOfItems } from './cart.ts'
import { browserForms, customerAddress, customerNames, shippedAddress } from './customer.ts'
import type { Rule } from './rules.ts'
import { type FlatBody, optional, type ParameterTable } from './table.ts'
import { amountPattern, patternReader, type ValueReader, valueReader } from './value-reader.ts'
import {
  choice,
  cityLetters,
  digits,
  phoneDigits,
  postcode,
  state,
  text,
  type ValueType,
} from './value-types.ts'

/**
 * All differences of the compatibility profile `legacy` from `strict` in reading requests
 * (decisions §1). Unknown names are ignored as well. Two further differences are decided elsewhere:
 * holds by every method in `sandbox/simulator/outcomes.ts`, refunds that name a hold in
 * `payments/references/refund-of-hold.ts`. There are no others.
 */

/** Credentials in the body or query instead of the Authorization header. */
export const legacyAccess = {
  source: 'decisions §1, compatibility profile',
  rows: {
    'authentication.userId': optional(text(1, 255), { secret: 'code', echoed: false }),
    'authentication.password': optional(text(1, 255), { secret: 'code', echoed: false }),
    'authentication.entityId': optional(entityIdType, { echoed: false }),
  },
  rules: [],
} as const satisfies ParameterTable

type SentParameter = readonly [name: string, value: string]

/** Its value is used as the access token; the user id is ignored. */
export const LEGACY_PASSWORD = 'authentication.password'

const credentialNames: ReadonlySet<string> = new Set(['authentication.userId', LEGACY_PASSWORD])

/** Removes the credentials, which must never be stored. They are not needed after authentication. */
export function withoutCredentials(flat: FlatBody): FlatBody {
  if (!flat.some(([name]) => credentialNames.has(name))) return flat
  return flat.filter(([name]) => !credentialNames.has(name))
}

/**
 * The parameters of a request of which the last one of a name counts: shops put a hidden field and a
 * ticked box of the same name into one form.
 */
export function lastOfEachName(flat: FlatBody): FlatBody {
  const names = new Set(flat.map(([name]) => name))
  if (names.size === flat.length) return flat
  const last = new Map(flat.map((parameter, at) => [parameter[0], at]))
  return flat.filter(([name], at) => last.get(name) === at)
}

/** Old names of card on file. An operation that takes today's takes them. */
export const legacyRecurring = {
  source: 'decisions §1, compatibility profile',
  rows: {
    recurringType: optional(choice(['INITIAL', 'REPEATED', 'REGISTRATION_BASED'])),
    // Shops put it into the form that is rendered (reference behaviour §1.3).
    'recurring.numberOfInstallments': optional(digits(1, 3, '12')),
  },
  rules: [],
} as const satisfies ParameterTable

interface Meaning {
  readonly mode: string
  readonly type: string
  readonly source: string
  /** Required by one card network, and never sent by old plugins. */
  readonly recurringType: string
}

const RECURRING_TYPES: Readonly<Record<string, Meaning>> = {
  INITIAL: { mode: 'INITIAL', type: 'RECURRING', source: 'CIT', recurringType: 'STANDING_ORDER' },
  REPEATED: { mode: 'REPEATED', type: 'RECURRING', source: 'MIT', recurringType: 'STANDING_ORDER' },
  // The shopper takes part and pays with a card that was stored before: one-click.
  REGISTRATION_BASED: {
    mode: 'REPEATED',
    type: 'UNSCHEDULED',
    source: 'CIT',
    recurringType: 'STANDING_ORDER',
  },
}

/** A number of instalments without a recurringType: the shopper agrees to it with this payment. */
const INSTALLMENTS: Meaning = {
  mode: 'INITIAL',
  type: 'INSTALLMENT',
  source: 'CIT',
  recurringType: 'STANDING_ORDER',
}

/** The values of old names under today's names, used where today's name is absent. `sent`: an accepted value. */
export function legacyMeanings(
  sent: (name: string) => string | undefined,
): readonly SentParameter[] {
  const meanings: SentParameter[] = []
  const entityId = sent('authentication.entityId')
  if (entityId !== undefined) meanings.push(['entityId', entityId])
  const installments = sent('recurring.numberOfInstallments')
  if (installments !== undefined) {
    meanings.push(['standingInstruction.numberOfInstallments', installments])
  }
  const unnamed = installments === undefined ? undefined : INSTALLMENTS
  const meaning = RECURRING_TYPES[sent('recurringType') ?? ''] ?? unnamed
  for (const [name, value] of Object.entries<string>({ ...meaning })) {
    meanings.push([`standingInstruction.${name}`, value])
  }
  return meanings
}

/**
 * Rules that do not apply: customer fields come without names, what has no effect is ignored, and shops send the
 * price of one piece as they have computed it.
 */
export const legacyWaivedRules: ReadonlySet<Rule> = new Set<Rule>([
  customerNames,
  ...browserForms,
  customerAddress,
  shippedAddress,
  ...authenticationWishForms,
  amountsOfItems,
  amountsOfTickets,
])

/** A more tolerant reader of a value, or the strict one where there is no difference. */
export function legacyReader(name: string, type: ValueType): ValueReader {
  if (name === 'merchantTransactionId') return valueReader(text(1, 255))
  switch (type.kind) {
    case 'amount':
      return amountReader(type.integerDigits, name.startsWith('cart.items['))
    case 'pattern':
      return typedReader(type) ?? valueReader({ ...type, ...paddedToWidth(type) })
    case 'boolean':
    case 'checkbox':
      return booleanReader(type)
    case 'phone':
      // Shops pass on what shoppers type, and the gateway never calls the number.
      return visibleReader(type.min + 1, type.max + 1)
    default:
      return valueReader(type)
  }
}

/** Shops write a coupon as an item of the cart that costs less than nothing. */
function amountReader(integerDigits: number, mayBeNegative: boolean): ValueReader {
  const sign = mayBeNegative ? ', perhaps with a minus before it' : ''
  return patternReader(amountPattern(integerDigits, '{1,2}', mayBeNegative ? '-?' : ''), {
    words: `an amount: up to ${integerDigits} digits, then a dot and one or two more, or neither${sign}`,
    example: '92.00',
  })
}

/** Parts of an address and numbers as shoppers type them: `New South Wales`, `Dublin 4`, `SW1A\u00a01AA`, `+1 555 x5`. */
function typedReader(type: ValueType): ValueReader | undefined {
  if (type === state) return visibleReader(1, 50)
  if (type === cityLetters) return visibleReader(1, 80)
  if (type === phoneDigits) return visibleReader(1, 25)
  return type === postcode ? readTypedPostcode : undefined
}

const typedPostcode = patternReader(/^[\p{L}\p{M}\p{N} .,'’()/#\p{Pd}〒]{1,16}$/u, {
  words: 'a postcode: letters, digits, blanks, dashes and . , ( ) / #',
  example: 'SW1A 1AA',
  showsPattern: false,
})

/** A blank of whatever kind is a blank. */
const readTypedPostcode: ValueReader = (value) => typedPostcode(value.replaceAll(/\s+/g, ' '))

/** A form in which shoppers choose a month may send one digit. */
function paddedToWidth({ width }: Extract<ValueType, { kind: 'pattern' }>) {
  return width === undefined ? {} : { paddedTo: width }
}

function visibleReader(min: number, max: number): ValueReader {
  const visible = new RegExp(`^[^\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}]{${min},${max}}$`, 'u')
  const fault = { message: `must have ${min} to ${max} visible characters` }
  return (value) => (visible.test(value.normalize('NFC')) ? value : fault)
}

function booleanReader(type: ValueType): ValueReader {
  const read = valueReader(type)
  const digits = new Map([
    ['1', 'true'],
    ['0', 'false'],
  ])
  return (value) => read(digits.get(value) ?? value.toLowerCase())
}
