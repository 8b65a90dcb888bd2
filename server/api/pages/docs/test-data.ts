import {
  CARD_ROWS,
  describeScenario,
  type MethodCall,
  OWN_RANGES,
  ownCard,
  SCENARIOS,
} from '../../../methods/three-ds/simulated/scenarios.ts'

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
  { send: 'unsupported', outcome: 'Declined: the acquirer does not do this kind of operation.' },
  { send: 'timeout', outcome: 'The outcome never becomes known: pending.' },
  {
    send: 'timeout-then-approved',
    outcome:
      'Pending at first; approved once the acquirer is asked (reading the payment after 5 seconds does) or answers late.',
  },
  { send: 'duplicate', outcome: 'Approved, and the acquirer says so twice.' },
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
