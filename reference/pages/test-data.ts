import { cardBrand, cardNumberFault, passesLuhn } from '../../common/brands.ts'
import {
  CARD_ROWS,
  describeScenario,
  type MethodCall,
  OWN_RANGES,
  ownCard,
  SCENARIOS,
} from '../../sandbox/enrolled-cards.ts'

/** An input for the test environment and its result. */
export interface Trial {
  readonly send: string
  readonly outcome: string
}

/** Cards that the simulator approves without 3-D Secure; any future date, any code of the right length. */
export const testCards = [
  { brand: 'VISA', number: '4200 0000 0000 0000', code: '3 digits' },
  { brand: 'MASTER', number: '5454 5454 5454 5454', code: '3 digits' },
  { brand: 'AMEX', number: '3777 777777 77770', code: '4 digits' },
  { brand: 'DINERS', number: '3008 224640 3846', code: '3 digits' },
  { brand: 'DISCOVER', number: '6011 0000 0000 0004', code: '3 digits' },
  { brand: 'JCB', number: '3528 0000 0000 0007', code: '3 digits' },
  { brand: 'UNIONPAY', number: '6200 0000 0000 0005', code: '3 digits' },
] as const

/** A gift card of the simulated issuer, which holds 50.00 of any currency. */
export const testGiftCard = { number: '6006000500000014', pin: '0014' } as const

/**
 * A number that the simulator approves for a brand of cards: that of the table above, else the first of its
 * ranges, or of the scheme that it is part of.
 */
export function testNumberOf(name: string): string {
  const listed = testCards.find(({ brand }) => brand === name)
  if (listed !== undefined) return listed.number
  const brand = cardBrand(name)
  const whole = brand?.ranges.length === 0 ? cardBrand(brand.partOf[0] ?? '') : brand
  const ranges = whole?.ranges ?? []
  const length = brand?.lengths.find((digits) => digits >= USUAL_DIGITS) ?? USUAL_DIGITS
  const candidates = ranges.map(([first]) => withCheckDigit(String(first).padEnd(length - 1, '0')))
  const found = candidates.find((number) => cardNumberFault(number, name) === null)
  return (found ?? testCards[0].number).replaceAll(/\d{4}(?=\d)/g, '$& ')
}

const USUAL_DIGITS = 16

/** The digits and the one that makes them pass (ISO/IEC 7812-1 annex B). */
function withCheckDigit(digits: string): string {
  const numbers = Array.from({ length: 10 }, (_, last) => `${digits}${last}`)
  return numbers.find(passesLuhn) ?? digits
}

/** Values of `customParameters[SIMULATOR_outcome]`. */
export const simulatedOutcomes: readonly Trial[] = [
  { send: 'approve', outcome: 'Approved, whatever holder is sent.' },
  { send: 'decline:800.100.151', outcome: 'Declined with that code, unless it begins with 000.' },
  { send: 'delay:2000', outcome: 'The same after so many milliseconds, 30,000 at most.' },
  { send: 'delay:2000,decline:800.100.151', outcome: 'Declined after the delay.' },
  {
    send: 'pending',
    outcome: 'Pending until it is decided on the page that resultDetails.SimulatorUrl names.',
  },
  {
    send: 'taken',
    outcome:
      'Accepted: pending until it is decided on that page, however late. In the profile legacy captures, reversals and refunds count as done.',
  },
  { send: 'unsupported', outcome: 'Declined: the acquirer does not do this kind of operation.' },
  { send: 'timeout', outcome: 'The outcome never becomes known: pending.' },
  {
    send: 'timeout-then-approved',
    outcome:
      'Pending at first; approved once the acquirer is asked (reading the payment after 5 seconds does) or answers late.',
  },
  { send: 'duplicate', outcome: 'Approved, and the acquirer says so twice.' },
  {
    send: 'approve-then-failed',
    outcome: 'Approved; two seconds later the acquirer says that it has failed after all.',
  },
]

/** Cards of the simulated issuer with one outcome of their authentication. */
export interface AuthenticatedCards {
  readonly outcome: string
  /** Whether the browser calls the issuer first. */
  readonly method: MethodCall
  readonly numbers: readonly string[]
}

/** The cards of all brands by outcome, then one card for every outcome there is. */
export const authenticatedCards: readonly AuthenticatedCards[] = [
  ...CARD_ROWS.map(({ scenario, method, numbers }) => ({
    outcome: scenario === undefined ? 'Takes no part.' : describeScenario(scenario).effect,
    method,
    numbers,
  })),
  ...SCENARIOS.flatMap(({ scenario, effect }) =>
    OWN_RANGES.slice(0, 1).map((own) => ({
      outcome: effect,
      method: own.method,
      numbers: [ownCard(own, scenario)],
    })),
  ),
]
