import { walletOrTokenProof } from './instrument-tables.ts'
import { conditional, optional, type ParameterTable } from './table.ts'
import { choice, date, digits, text } from './value-types.ts'

/** One of these is required in the first payment of a series: the others of 3-D Secure prove nothing. */
export const cvvOrAuthentication = ['card.cvv', 'threeDSecure.verificationId'] as const

/** What only a shopper who takes part can bring. */
const ofShopper = [
  'card.cvv',
  'threeDSecure.eci',
  'threeDSecure.verificationId',
  'threeDSecure.authenticationStatus',
  'threeDSecure.dsTransactionId',
] as const

/** Values of `industryPractice` that raise or renew the hold of an earlier payment (decisions §5). */
export const holdChangePractices = ['INCREMENTAL_AUTH', 'REAUTHORIZATION'] as const

const [type, mode, source] = [
  'standingInstruction.type',
  'standingInstruction.mode',
  'standingInstruction.source',
] as const

/**
 * Card on file. What depends on the brand stands in `payments/read/standing-instruction.ts`; what 3-D Secure
 * asks for belongs to its own request.
 */
export const standingInstruction = {
  source: 'interface document, Card on file (standing instruction)',
  rows: {
    'standingInstruction.type': conditional(choice(['RECURRING', 'INSTALLMENT', 'UNSCHEDULED'])),
    'standingInstruction.recurringType': conditional(choice(['STANDING_ORDER', 'SUBSCRIPTION'])),
    'standingInstruction.mode': conditional(choice(['INITIAL', 'REPEATED'])),
    'standingInstruction.source': conditional(choice(['CIT', 'MIT'])),
    'standingInstruction.initialTransactionId': conditional(text(1, 255)),
    'standingInstruction.industryPractice': conditional(
      choice(['INCREMENTAL_AUTH', 'RESUBMISSION', 'REAUTHORIZATION', 'DELAYED_CHARGES', 'NO_SHOW']),
    ),
    'standingInstruction.expiry': conditional(date),
    'standingInstruction.frequency': conditional(digits(1, 4, '0030')),
    'standingInstruction.numberOfInstallments': conditional(digits(1, 3, '12')),
    'standingInstruction.agreementId': optional(text(1, 35)),
  },
  rules: [
    // "Always source + mode + type" (reference behaviour §8).
    { kind: 'mandatoryWithin', names: [source, mode, type], within: 'standingInstruction.' },
    {
      kind: 'eitherWhen',
      names: cvvOrAuthentication,
      when: mode,
      is: ['INITIAL'],
      // There the shopper has not entered the code yet, or it is not known yet whether a card is
      // stored.
      exempt: [
        'checkouts.create',
        'checkouts.update',
        'registrations.pay',
        'schedules.create',
        'threeDSecure.create',
      ],
      others: [...walletOrTokenProof, 'bankAccount.', 'virtualAccount.', 'registrationId'],
    },
    {
      kind: 'excluded',
      names: ofShopper,
      when: mode,
      is: ['REPEATED'],
      // Old plugins send REGISTRATION_BASED for a shopper who takes part and enters the code.
      unless: 'recurringType',
      // A shopper who pays with a stored card in the widget is asked for the code.
      exempt: ['checkouts.submit'],
    },
    {
      kind: 'excluded',
      names: ['card.cvv'],
      when: source,
      is: ['MIT'],
      hint: `the shopper is not there to give it; send ${source}=CIT for a series that the shopper begins`,
      // As above: they name no source, and a checkout asks the shopper.
      unless: 'recurringType',
      exempt: ['checkouts.submit'],
    },
    {
      kind: 'eitherWhen',
      names: [
        'standingInstruction.initialTransactionId',
        'standingInstruction.agreementId',
        'referenceUuid',
        'registrationId',
      ],
      when: source,
      is: ['MIT'],
      // "when the card was not tokenised by the service".
      exempt: ['registrations.pay', 'schedules.create', 'payments.changeHold'],
    },
    {
      kind: 'mustBe',
      name: source,
      values: ['MIT'],
      when: 'standingInstruction.industryPractice',
    },
  ],
} as const satisfies ParameterTable
