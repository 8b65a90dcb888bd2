import {
  membersOf,
  shownOfPayments,
  shownOfRegistrations,
  shownOfSchedules,
} from './answer-members.ts'
import { answer, answerParts, described, ID, text } from './answer-parts.ts'
import type { Components } from './components.ts'
import { furtherAnswers, scheduleAnswers } from './further-answers.ts'
import { type JsonSchema, reference } from './json-schema.ts'

const processed = {
  paymentType: described('PA, DB, CD; CP, RV, RF, RB; RI of a risk check.'),
  paymentBrand: described('The brand that was charged, such as VISA. A risk check may have none.'),
  amount: described('The amount that was processed.', { examples: ['92.00'] }),
  currency: described('ISO 4217.', { examples: ['EUR'] }),
} as const satisfies Readonly<Record<string, JsonSchema>>

/** A risk check may be of a shopper alone, without a brand. */
const inEveryPayment = ['id', 'paymentType', 'amount', 'currency']

/** Writes the schemas of answers. They are open: answers may gain members at any time. */
export function answerSchemas(components: Components): void {
  const add = (name: string, schema: JsonSchema) => components.name(name, '', schema)
  for (const [name, schema] of Object.entries(answerParts)) add(name, schema)
  const payment = paymentAnswer(components)
  add('PaymentAnswer', payment)
  const read = paymentRead(payment)
  add('PaymentReadAnswer', read)
  add('RiskAnswer', riskAnswer(payment))
  const registration = registrationAnswer(components)
  const record = recordOf(read, 'A payment or risk check that was looked for.')
  const ofRegistration = recordOf(registration, 'The storing of payment details, or its deletion.')
  add('PaymentRecord', record)
  add('RegistrationRecord', ofRegistration)
  add('QueriedPayment', queried(record, 'A payment that was looked for by its id.'))
  add('QueriedRegistration', queried(ofRegistration, 'A registration, looked for by its id.'))
  add('QueryAnswer', queryAnswer)
  add('QueryPageAnswer', queryPageAnswer)
  add('RegistrationAnswer', registration)
  add('RefusalAnswer', answer(refusalMembers, [], 'Why the request was not carried out.'))
  const ofSchedules = scheduleAnswers(membersOf(shownOfSchedules, components))
  for (const [name, schema] of Object.entries({ ...furtherAnswers, ...ofSchedules })) {
    add(name, schema)
  }
}

const resultDetails: JsonSchema = {
  type: 'object',
  additionalProperties: text,
  description:
    'What the acquirer said, such as AcquirerResponse. After an authentication also authenticationLiability, and cardholderInfo: a text of the issuer for the shopper, at most 128 characters. Show it as plain text.',
}

const brandResult = described(
  'The brand of the card number, when none was sent, or that of a wallet.',
)

function paymentAnswer(components: Components): JsonSchema {
  const own: Readonly<Record<string, JsonSchema>> = {
    id: described('Names the payment in later requests.', { pattern: ID }),
    referencedId: described(
      'The earlier payment that it refers to: of CP, RV, RF and RB, and of a PA that raises or renews a hold.',
      { pattern: ID },
    ),
    registrationId: described('The stored payment details that it was paid with, or that it made.'),
    scheduleId: described('The schedule whose run it is.'),
    source: {
      enum: ['SCHEDULER', 'MACRETRY'],
      description:
        'Of a run of a schedule: as planned, or paid again after a decline. SCHEDULER also of the reversal that releases an expired hold.',
    },
    ...processed,
    resultDetails,
    card: reference('CardSummary'),
    brandResult,
    registration: {
      type: 'object',
      properties: { id: text },
      required: ['id'],
      description: 'What createRegistration=true has stored; only after success.',
    },
    redirect: reference('Redirect'),
    expiresAt: described('Of a PA that holds an amount: until when it may be captured, UTC.', {
      examples: ['2026-11-30 15:00:00+0000'],
    }),
  }
  const shown = membersOf(shownOfPayments, components)
  const description = 'A payment with the parameters that were sent, except secret ones.'
  return answer({ ...own, ...shown }, inEveryPayment, description)
}

const amounts: JsonSchema = {
  type: 'object',
  description:
    'The money that was captured, reversed and refunded, including operations that are under way. Shown for a payment that has succeeded and can be referred to.',
  properties: {
    authorised: described('Of a PA: what it holds or held, with what the hold was raised by.'),
    captured: described('Of a PA: by its captures. Of a DB, CP and RB: its own amount.'),
    credited: described('Of a CD: its own amount.'),
    reversed: described('Given back by reversals, or released at the end of a hold.'),
    refunded: described('Given back by refunds. Those of a PA refer to its captures.'),
    chargedBack: described('Taken back by the shopper’s bank; absent: nothing.'),
    open: described('Of a PA: may still be captured or reversed. Of the others: refunded.'),
  },
}

/** What GET and queries show of a payment. */
function paymentRead(payment: JsonSchema): JsonSchema {
  const requestTimestamp = described('When the payment was made, UTC.', {
    examples: ['2026-11-20 15:00:00+0000'],
  })
  return {
    ...payment,
    description: 'A payment with its captures, reversals and refunds.',
    properties: { ...payment.properties, requestTimestamp, amounts },
    required: [...(payment.required ?? []), 'requestTimestamp'],
  }
}

const refusalMembers = {
  ...processed,
  paymentId: described(
    'Of a checkout that has expired: the payment that it was paid by, or whose outcome was not known yet. Told to the access token alone.',
    { pattern: ID },
  ),
  registrationId: described('The same for stored payment details.', { pattern: ID }),
  resourcePath: described('The path at which it can be read.', {
    examples: [`/v1/payments/${'0'.repeat(32)}`],
  }),
} as const satisfies Readonly<Record<string, JsonSchema>>

function riskAnswer(payment: JsonSchema): JsonSchema {
  return {
    ...payment,
    description: 'A risk check that stands alone. `risk.score` is from -99999 to 99999.',
  }
}

/** Answers of queries say more than those of the request that made something. */
function recordOf(made: JsonSchema, description: string): JsonSchema {
  const shortId = described('Names it on statements; queries look for it.', {
    pattern: '^[0-9]{4}\\.[0-9]{4}\\.[0-9]{4}$',
    examples: ['1234.5678.9012'],
  })
  return {
    ...made,
    description,
    properties: { ...made.properties, shortId },
    required: [...(made.required ?? []), 'shortId'],
  }
}

const someRecords: JsonSchema = {
  type: 'array',
  items: { anyOf: [reference('PaymentRecord'), reference('RegistrationRecord')] },
}

function queried(record: JsonSchema, description: string): JsonSchema {
  const payments = {
    ...someRecords,
    description:
      'The payment and those linked to it of the asked types, where includeLinkedTransactions=true.',
  }
  return {
    ...record,
    description,
    properties: { ...record.properties, payments },
  }
}

const cursor = described(
  'Older ones may follow: send the same query with this cursor. Absent at the end of the list.',
)

const queryAnswer = answer({ payments: someRecords, cursor }, ['payments'], 'What was found.')

const queryPageAnswer = answer(
  {
    records: someRecords,
    pages: {
      type: 'integer',
      description: 'How many pages there are. Absent where the query has a cursor.',
      minimum: 1,
    },
    pageNo: { type: 'integer', description: 'The number of this page.', minimum: 1 },
    cursor,
  },
  ['records'],
  'One page of what was found.',
)

function registrationAnswer(components: Components): JsonSchema {
  const own: Readonly<Record<string, JsonSchema>> = {
    id: described('The token: names the stored payment details.', { pattern: ID }),
    paymentType: described('RG stored, DR deleted, TE extended.', { enum: ['RG', 'DR', 'TE'] }),
    paymentBrand: described('The brand of what is stored.'),
    card: reference('CardSummary'),
    brandResult,
    redirect: reference('Redirect'),
  }
  const shown = membersOf(shownOfRegistrations, components)
  const description =
    'Stored payment details with the parameters that were sent, except secret ones.'
  return answer({ ...own, ...shown }, ['id', 'paymentType', 'paymentBrand'], description)
}
