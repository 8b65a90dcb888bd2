import { passesLuhn } from '../common/brands.ts'
import type { SCENARIO_NAMES } from '../server/parameters/authentication-wishes.ts'

/** What the simulated directory and issuer do with a transaction. */
export type Scenario = (typeof SCENARIOS)[number]['scenario']

/** Reasons for an outcome other than transStatus Y (EMV transStatusReason). */
const REASON = {
  failed: '01',
  suspectedFraud: '11',
  notEnrolled: '13',
  technical: '22',
} as const

/**
 * Every scenario, by its name for `customParameters[3DS2_scenario]`. The position of a row is the
 * number of its cards in `OWN_RANGES`, so new rows must be added at the end.
 */
export const SCENARIOS = [
  row('frictionless', 'Y', 'Authenticated without the shopper.'),
  row('attempt', 'A', 'Not authenticated, but the attempt is proved.'),
  row('challenge', 'C', 'The shopper answers on the page of the issuer.'),
  row('unavailable', 'U', 'The issuer cannot say: technical error.', REASON.technical),
  row('notAuthenticated', 'N', 'The issuer says no.', REASON.failed),
  row('rejected', 'R', 'The issuer asks not to authorise.', REASON.suspectedFraud),
  row('informational', 'I', 'The issuer takes note and authenticates nothing.'),
  row('decoupled', 'D', 'Authenticated outside the browser, some seconds later.'),
  row('decoupledDeclined', 'D', 'Declined outside the browser, some seconds later.'),
  row('decoupledNever', 'D', 'Nobody decides outside the browser, and no result ever comes.'),
  row('error', 'Erro', 'The directory answers with an error message.'),
  row('timeout', 'none', 'The directory does not answer.'),
  row('outOfBand', 'C', 'The shopper confirms in the app of the bank.'),
  row('challengeTimeout', 'C', 'The issuer ends the challenge after some seconds: time-out.'),
  row('resultLate', 'C', 'A challenge whose result comes seconds after the shopper is back.'),
  row('resultNever', 'C', 'A challenge whose result never comes.'),
  row('notEnrolled', 'N', 'The card does not take part at its issuer.', REASON.notEnrolled),
  row(
    'declinedWithText',
    'N',
    'The issuer says no, and tells the shopper what to do.',
    REASON.failed,
  ),
] as const

/** The answer to an AReq: its transStatus, an error message, or none at all. */
export type Answer = 'Y' | 'A' | 'N' | 'U' | 'R' | 'I' | 'C' | 'D' | 'Erro' | 'none'

function row<const Name extends (typeof SCENARIO_NAMES)[number], const Status extends Answer>(
  scenario: Name,
  answer: Status,
  effect: string,
  reason?: string,
) {
  return { scenario, answer, effect, reason } as const
}

/** The row of a scenario. */
export function describeScenario(scenario: Scenario): (typeof SCENARIOS)[number] {
  const found = SCENARIOS.find((one) => one.scenario === scenario)
  if (found === undefined) throw new Error(`No scenario ${scenario}`)
  return found
}

/** The scenario of that name; `undefined` for any other text. */
export function readScenario(name: string | undefined): Scenario | undefined {
  return SCENARIOS.find(({ scenario }) => scenario === name)?.scenario
}

/** How the issuer of a card answers the method call before the AReq: `silent` never reports its end. */
export type MethodCall = 'none' | 'answers' | 'silent'

/** Cards with one outcome, ordered by brand like in the reference. */
interface CardRow {
  /** `undefined`: the card is not enrolled, and no range contains it. */
  readonly scenario: Scenario | undefined
  readonly method: MethodCall
  readonly numbers: readonly string[]
}

/** The test cards that integrators know from other systems (docs/design/reference-behaviour.md, 6.1). */
export const CARD_ROWS: readonly CardRow[] = [
  cards(
    'frictionless',
    'answers',
    `4200000000000091 5200000000000007 374500262001008 6761301000993772 36177580677072
     3530111333300000 6250947000000014`,
  ),
  cards(
    'attempt',
    'answers',
    `4200000000000109 5200000000000023 377277081382243 6706981111111113 6011000400001008
     3566002020360505 6250947000000022`,
  ),
  cards(
    'frictionless',
    'none',
    `4200000000000026 5200000000000056 375987000000062 6799851000000032 6011010000000003
     3569990012278361 6250947000000089`,
  ),
  cards(
    'attempt',
    'none',
    `4200000000000059 5200000000000106 373953192351004 6007930123456780 6011000990099818
     3569990012278353 6250944220914108`,
  ),
  cards(
    'unavailable',
    'none',
    `4012001037461114 5434580000000006 375987000169875 6761301000941201 6510000000001248
     3566007770017510 6250947000000048`,
  ),
  cards(
    'notEnrolled',
    'none',
    `4012001037141112 5457350076543210 375987000169883 6761301000946341 6011025500265831
     3569990012291497 6250947000000030`,
  ),
  cards(
    undefined,
    'none',
    `4532497088771651 5497260847316287 343923092050144 6761257707836567 6011420711746440
     3096023363379943 6250947000000052`,
  ),
  cards(
    'challenge',
    'answers',
    `4200000000000042 4200000000000067 5200000000000015 5200000000000049 343434343434343
     375987000000021 6799998900000060018 6773670009114879 36259600000004 6011208701117775
     3566002345432153 3569990010095916 6250947000000097 6250944196725207`,
  ),
  cards(
    'challenge',
    'none',
    `4200000000000018 4200000000000075 5200000000000064 5200000000000072 375987000169867
     371449635398431 67034200554565015 6759888888888888 6559906559906557 36458811111119
     3569990012300876 3569990012300884 6250949644050173 6250945882768112`,
  ),
]

function cards(scenario: Scenario | undefined, method: MethodCall, numbers: string): CardRow {
  return { scenario, method, numbers: numbers.trim().split(/\s+/) }
}

/** A range of test cards that only this gateway has: three digits of a number select the scenario. */
interface OwnRange {
  /** The first twelve digits of its numbers. */
  readonly prefix: string
  readonly method: MethodCall
  /** Newest version of the protocol. */
  readonly version: '2.1.0' | '2.2.0'
}

export const OWN_RANGES: readonly OwnRange[] = [
  { prefix: '420000001000', method: 'none', version: '2.2.0' },
  { prefix: '420000002000', method: 'answers', version: '2.2.0' },
  { prefix: '420000003000', method: 'none', version: '2.1.0' },
  { prefix: '420000004000', method: 'silent', version: '2.2.0' },
  { prefix: '520000001000', method: 'none', version: '2.2.0' },
  { prefix: '520000002000', method: 'answers', version: '2.2.0' },
  { prefix: '520000003000', method: 'none', version: '2.1.0' },
  { prefix: '520000004000', method: 'silent', version: '2.2.0' },
]

/** The card of a scenario in one of our own ranges. */
export function ownCard({ prefix }: OwnRange, scenario: Scenario): string {
  const number = SCENARIOS.findIndex((one) => one.scenario === scenario)
  const digits = prefix + String(number).padStart(3, '0')
  const check = [...'0123456789'].find((digit) => passesLuhn(digits + digit))
  return digits + check
}

/** One range of a PRes, both ends included. */
export interface SimulatedRange {
  readonly startRange: string
  readonly endRange: string
  readonly method: MethodCall
  readonly version: '2.1.0' | '2.2.0'
}

/** The ranges of enrolled cards. A listed card is a range of its own, so that no other number is enrolled. */
export const SIMULATED_RANGES: readonly SimulatedRange[] = [
  ...CARD_ROWS.filter(({ scenario }) => scenario !== undefined).flatMap(({ method, numbers }) =>
    numbers.map((number) => range(number, number, { method, version: '2.2.0' })),
  ),
  ...OWN_RANGES.map((own) => range(`${own.prefix}0000`, `${own.prefix}9999`, own)),
]

function range(
  startRange: string,
  endRange: string,
  { method, version }: Pick<SimulatedRange, 'method' | 'version'>,
): SimulatedRange {
  return { startRange, endRange, method, version }
}

const listed = new Map(
  CARD_ROWS.flatMap(({ scenario, numbers }) => numbers.map((number) => [number, scenario])),
)

/** The scenario of a card. A card that is not enrolled gets here by `3DS2_enrolled`, and is authenticated. */
function scenarioOfCard(number: string): Scenario {
  const own = OWN_RANGES.find(({ prefix }) => number.length === 16 && number.startsWith(prefix))
  const named = own && SCENARIOS[Number(number.slice(12, 15))]?.scenario
  return named ?? listed.get(number) ?? 'frictionless'
}

/** Parameters of a request, besides the card, that select the scenario. */
export interface Wishes {
  /** `customParameters[3DS2_scenario]`. */
  readonly scenario?: string | undefined
  /** `customParameters[3DS2_flow]`: challenge or frictionless. */
  readonly flow?: string | undefined
  /** threeDSRequestorChallengeInd. */
  readonly challengeIndicator?: string | undefined
}

/** The scenario of a transaction: by name, else by flow, else by the card and the challenge indicator. */
export function scenarioOf(cardNumber: string, wishes: Wishes): Scenario {
  const { flow, challengeIndicator } = wishes
  const isMandated = challengeIndicator === MANDATED
  const named = readScenario(wishes.scenario)
  // Status I only acknowledges that no challenge is wanted.
  if (named !== undefined) return named === 'informational' && isMandated ? 'challenge' : named
  if (flow === 'challenge' || flow === 'frictionless') return flow
  const ofCard = scenarioOfCard(cardNumber)
  return isMandated && WITHOUT_CHALLENGE.includes(ofCard) ? 'challenge' : ofCard
}

/** The scenarios of cards that become a challenge when the request asks for one. */
const WITHOUT_CHALLENGE: readonly Scenario[] = ['frictionless', 'attempt', 'informational']

/** threeDSRequestorChallengeInd: a challenge is requested as a mandate. */
const MANDATED = '04'
