import { answer, described, text } from './answer-parts.ts'
import { type JsonSchema, reference } from './json-schema.ts'

const checkoutAnswer = answer(
  {
    id: described('The checkout id: the credential of the widget, good for 30 minutes.', {
      pattern: '^[A-Za-z0-9.-]{32,48}$',
    }),
    integrity: described('Hash of the script; only where it was asked for.', {
      pattern: '^sha384-[A-Za-z0-9+/]{64}$',
    }),
  },
  ['id'],
  'A checkout that was created, changed or deleted.',
)

const resultCodesAnswer = answer(
  { resultCodes: { type: 'array', items: reference('ResultCode') } },
  ['resultCodes'],
  'Every code that the gateway may answer.',
)

const reason: JsonSchema = {
  type: 'object',
  properties: { reason: described('A word that is kept.'), description: text },
  required: ['reason', 'description'],
}

const notReadyAnswer = answer(
  { reasons: { type: 'array', items: reason } },
  ['reasons'],
  'Why payments cannot be accepted.',
)

const testClockAnswer = answer(
  {
    entityId: described('Whose clock it is.'),
    now: described('What it shows, UTC.', { format: 'date-time' }),
    aheadOfServerSeconds: {
      type: 'integer',
      description: 'How far it is ahead of the clock of the gateway.',
    },
  },
  ['entityId', 'now', 'aheadOfServerSeconds'],
  'The clock of an entity.',
)

const walletTokenAnswer = answer(
  { paymentToken: described('Send it as the paymentToken of its wallet.') },
  ['paymentToken'],
  'A token as a wallet would give it.',
)

/** Answers that tell of no payment, by the names of their schemas. */
export const furtherAnswers: Readonly<Record<string, JsonSchema>> = {
  CheckoutAnswer: checkoutAnswer,
  CheckoutStatus: answer({ id: text }, ['id'], 'The checkout while nothing was tried in it.'),
  ResultCodesAnswer: resultCodesAnswer,
  HealthAnswer: answer(
    { environment: { enum: ['test', 'live'] }, warnings: { type: 'array', items: text } },
    [],
    'It answers.',
  ),
  NotReadyAnswer: notReadyAnswer,
  TestClockAnswer: testClockAnswer,
  WalletTokenAnswer: walletTokenAnswer,
}
