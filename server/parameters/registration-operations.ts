import { storable } from './instrument-tables.ts'
import { belongsToOtherRequest } from './operation-hints.ts'
import type { OperationParameters } from './operation-parameters.ts'
import {
  cardIfNothingElse,
  details,
  externalAuthentication,
  newPaymentPractice,
  parties,
  storingAuthentication,
} from './structures.ts'
import { tables } from './tables.ts'
import { choice, patternInWords } from './value-types.ts'

const { access, basicPayment, standingInstruction } = tables

/** Also as JSON writes a number. */
const nothing = patternInWords(
  /^0{1,10}(?:\.0{1,2})?$/,
  undefined,
  '0.00, because storing payment details charges nothing: to charge as well, send createRegistration=true to POST /v1/payments',
)

/** Operations on payment details that are stored (decisions §2). Reads and deletions are `status`. */
export const registrationOperations = {
  /** POST /v1/registrations. */
  'registrations.create': {
    tables: [
      access,
      ...storable,
      ...parties,
      ...externalAuthentication,
      standingInstruction,
      tables.recurringMigration,
      tables.customParameters,
    ],
    rows: [
      'paymentBrand',
      // An account check, as a PA of 0.00 is (decisions §5).
      'amount',
      'currency',
      'merchantTransactionId',
      'transactionLinkId',
      'lifecycleId',
      'testMode',
      'shopperResultUrl',
      'notificationUrl',
      'threeDSecure.disable',
      ...storingAuthentication,
    ],
    required: ['entityId'],
    notRequired: ['amount', 'currency'],
    types: { amount: nothing, 'threeDSecure.authenticationInd': choice(['ADD_CARD']) },
    rules: [cardIfNothingElse, { kind: 'mandatory', names: ['currency'], when: 'amount' }],
    elsewhere: belongsToOtherRequest,
  },
  /** POST /v1/registrations/{id}/payments. The token leads to the channel of the registration. */
  'registrations.pay': {
    tables: [
      access,
      basicPayment,
      ...details,
      tables.authentication,
      ...externalAuthentication,
      standingInstruction,
      tables.risk,
    ],
    rows: ['card.cvv', 'card.holder', 'bankAccount.holder', 'transactionDueDate'],
    without: ['integrity', 'overridePaymentType[key]', 'createRegistration', 'referenceUuid'],
    // A single row of an instrument: the registration has the others.
    notRequired: ['bankAccount.holder'],
    types: {
      paymentType: choice(['PA', 'DB', 'CD']),
      'standingInstruction.industryPractice': newPaymentPractice,
    },
    elsewhere: 'the registration has it already',
  },
  /** POST /v1/registrations/{id}/extendlife. */
  'registrations.extend': {
    tables: [access],
    rows: ['paymentType', 'testMode'],
    notRequired: ['paymentType'],
    types: { paymentType: choice(['TE']) },
    elsewhere: 'the registration has it already',
  },
} as const satisfies Readonly<Record<string, OperationParameters>>
