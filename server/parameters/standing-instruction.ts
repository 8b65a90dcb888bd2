import type { ParameterTable } from './table.ts'
import { choice, date, digits, text } from './value-types.ts'

/** What proves that the shopper has authenticated with an external server. */
const proof = [
  'threeDSecure.eci',
  'threeDSecure.verificationId',
  'threeDSecure.authenticationStatus',
  'threeDSecure.dsTransactionId',
] as const

/**
 * Card on file. Defaults of expiry and frequency belong to one card network, and what 3-D Secure
 * asks for belongs to its own request: neither is a matter of the table.
 */
export const standingInstruction = {
  source: 'interface document, Card on file (standing instruction)',
  rows: {
    'standingInstruction.type': {
      type: choice(['RECURRING', 'INSTALLMENT', 'UNSCHEDULED']),
      requirement: 'conditional',
    },
    'standingInstruction.recurringType': {
      type: choice(['STANDING_ORDER', 'SUBSCRIPTION']),
      requirement: 'conditional',
    },
    'standingInstruction.mode': {
      type: choice(['INITIAL', 'REPEATED']),
      requirement: 'conditional',
    },
    'standingInstruction.source': { type: choice(['CIT', 'MIT']), requirement: 'conditional' },
    'standingInstruction.initialTransactionId': { type: text(1, 255), requirement: 'conditional' },
    'standingInstruction.industryPractice': {
      type: choice([
        'INCREMENTAL_AUTH',
        'RESUBMISSION',
        'REAUTHORIZATION',
        'DELAYED_CHARGES',
        'NO_SHOW',
      ]),
      requirement: 'conditional',
    },
    'standingInstruction.expiry': { type: date, requirement: 'conditional' },
    'standingInstruction.frequency': { type: digits(1, 4, '0030'), requirement: 'conditional' },
    'standingInstruction.numberOfInstallments': {
      type: digits(1, 3, '12'),
      requirement: 'conditional',
    },
    'standingInstruction.agreementId': { type: text(1, 35), requirement: 'optional' },
  },
  rules: [
    {
      kind: 'eitherWhen',
      names: ['card.cvv', ...proof],
      when: 'standingInstruction.mode',
      is: ['INITIAL'],
      // There the shopper has yet to give the code.
      exempt: ['checkouts.create'],
    },
    {
      kind: 'excluded',
      names: ['card.cvv', ...proof],
      when: 'standingInstruction.mode',
      is: ['REPEATED'],
    },
    {
      kind: 'eitherWhen',
      names: [
        'standingInstruction.initialTransactionId',
        'standingInstruction.agreementId',
        'referenceUuid',
      ],
      when: 'standingInstruction.source',
      is: ['MIT'],
      // "when the card was not tokenised by the service".
      exempt: ['registrations.pay', 'schedules.create'],
    },
  ],
} as const satisfies ParameterTable
