import { passesLuhn } from '../../../../common/brands.ts'
import { DECLINES, type DeclineCode } from './declines.ts'

/** How a test card behaves. Absent members: it is charged, refunded and never disputed. */
export interface CardBehaviour {
  /** Charges are declined. */
  readonly decline?: DeclineCode
  /** It can be attached to a customer although its charges are declined. */
  readonly attaches?: true
  /** Radar blocks the charge before the issuer sees it. */
  readonly blocked?: true
  readonly riskLevel?: 'elevated' | 'highest'
  readonly failedCheck?: 'cvc_check' | 'address_line1_check' | 'address_postal_code_check'
  /**
   * Authentication by 3-D Secure: for each payment, for each payment but off session after a set-up,
   * never off session (it counts as set up elsewhere), only where it is asked for, or never.
   */
  readonly authentication?: 'always' | 'unlessSetUp' | 'onSession' | 'optional' | 'none'
  /** What the issuer says after the authentication. */
  readonly afterAuthentication?: DeclineCode
  /** The authentication itself breaks. */
  readonly authenticationFails?: true
  readonly dispute?: 'fraudulent' | 'product_not_received' | 'inquiry'
  readonly fraudWarning?: true
  /** `pending`: succeeds later. `failsLater`: has succeeded, and fails days later. */
  readonly refund?: 'pending' | 'failsLater'
  /** The issuer declines a higher amount. */
  readonly declinesIncrement?: true
}

export interface CardFacts {
  readonly brand: string
  readonly funding: 'credit' | 'debit' | 'prepaid'
  readonly country: string
  readonly behaviour: CardBehaviour
}

/** Stripe's public test cards (docs.stripe.com/testing; the older list at stripe.com/docs/testing). */
const BEHAVIOURS: Readonly<Record<string, CardBehaviour>> = {
  '4242424242424242': {},
  '4000056655665556': {},
  '5555555555554444': {},
  '2223003122003222': {},
  '5200828282828210': {},
  '5105105105105100': {},
  '378282246310005': { authentication: 'none' },
  '371449635398431': { authentication: 'none' },
  '6011111111111117': {},
  '6011000990139424': {},
  '3056930009020004': {},
  '36227206271667': {},
  '3566002020360505': {},
  '6200000000000005': {},
  '4000002500001001': {},
  '4000002760000016': {},
  '4000003720000005': {},
  '4000008260000000': {},
  '4000000000000077': {},

  '4000000000000002': { decline: 'generic_decline' },
  '4000000000009995': { decline: 'insufficient_funds' },
  '4000000000009987': { decline: 'lost_card' },
  '4000000000009979': { decline: 'stolen_card' },
  '4000000000000069': { decline: 'expired_card' },
  '4000000000000127': { decline: 'incorrect_cvc' },
  '4000000000000119': { decline: 'processing_error' },
  '4000000000006975': { decline: 'card_velocity_exceeded' },
  '4000000000000341': { decline: 'generic_decline', attaches: true },
  '4100000000000019': { decline: 'fraudulent', blocked: true },
  '4000000000004954': { riskLevel: 'highest' },
  '4000000000009235': { riskLevel: 'elevated' },
  '4000000000000101': { failedCheck: 'cvc_check' },
  '4000000000000036': { failedCheck: 'address_postal_code_check' },
  '4000000000000028': { failedCheck: 'address_line1_check' },

  '4000000000000259': { dispute: 'fraudulent' },
  '4000000000002685': { dispute: 'product_not_received' },
  '4000000000001976': { dispute: 'inquiry' },
  '4000000000005423': { fraudWarning: true },

  '4000000000007726': { refund: 'pending' },
  '4000000000005126': { refund: 'failsLater' },

  '4000002500003155': { authentication: 'unlessSetUp' },
  '4000002760003184': { authentication: 'always' },
  '4000003800000446': { authentication: 'onSession' },
  '4000008260003178': { authentication: 'always', afterAuthentication: 'insufficient_funds' },
  '4000000000003220': { authentication: 'always' },
  '4000008400001629': { authentication: 'always', afterAuthentication: 'generic_decline' },
  '4000008400001280': { authentication: 'always', authenticationFails: true },
  '4000000000003055': { authentication: 'optional' },
  '4000000000003097': { authentication: 'optional', authenticationFails: true },

  // Our own: Stripe has no public card for it.
  '4000009800000005': { declinesIncrement: true },
}

/** Where the test cards of Stripe name no decline code, one of the emulator's own does. */
const OWN_PREFIX = '40000099'

function withCheckDigit(digits: string): string {
  for (let last = 0; last <= 9; last++) {
    if (passesLuhn(`${digits}${last}`)) return `${digits}${last}`
  }
  throw new Error(`no check digit for a number of ${digits.length} digits`)
}

/** A card of the emulator whose charges are declined with a code; it can be attached. */
export function cardDeclinedWith(code: DeclineCode): string {
  const place = Object.keys(DECLINES).indexOf(code)
  return withCheckDigit(`${OWN_PREFIX}${String(place).padStart(7, '0')}`)
}

const ownCards = new Map(
  (Object.keys(DECLINES) as DeclineCode[]).map((code) => [
    cardDeclinedWith(code),
    { decline: code, attaches: true } as const,
  ]),
)

const BRANDS: readonly (readonly [RegExp, string])[] = [
  [/^4/, 'visa'],
  [/^(5[1-5]|2[2-7])/, 'mastercard'],
  [/^3[47]/, 'amex'],
  [/^3(0|6|8)/, 'diners'],
  [/^35/, 'jcb'],
  [/^62/, 'unionpay'],
  [/^6/, 'discover'],
]

const DEBIT = /^(4000056655665556|5200828282828210)$/
const PREPAID = /^5105105105105100$/
const COUNTRIES: Readonly<Record<string, string>> = {
  '400000250': 'FR',
  '400000276': 'DE',
  '400000372': 'IE',
  '400000380': 'IT',
  '400000826': 'GB',
}

/**
 * What is known of a number. `others`: whether numbers that are no test cards are charged; Stripe
 * declines them in its test environment, as they may be real.
 */
export function cardFacts(number: string, others: 'approve' | 'decline'): CardFacts {
  const other: CardBehaviour = others === 'approve' ? {} : { decline: 'test_mode_live_card' }
  return {
    brand: BRANDS.find(([pattern]) => pattern.test(number))?.[1] ?? 'unknown',
    funding: DEBIT.test(number) ? 'debit' : PREPAID.test(number) ? 'prepaid' : 'credit',
    country: COUNTRIES[number.slice(0, 9)] ?? 'US',
    behaviour: BEHAVIOURS[number] ?? ownCards.get(number) ?? other,
  }
}
