import { answer, described, ID, text } from './answer-parts.ts'
import { disputeAnswers } from './dispute-answers.ts'
import { type JsonSchema, reference } from './json-schema.ts'
import { reportAnswers } from './report-answers.ts'
import { webhookAnswers } from './webhook-answers.ts'

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
  properties: { reason: described('A reserved word.'), description: text },
  required: ['reason', 'description'],
}

const notReadyAnswer = answer(
  { environment: { enum: ['test', 'live'] }, reasons: { type: 'array', items: reason } },
  ['reasons'],
  'Why payments cannot be accepted.',
)

const testClockAnswer = answer(
  {
    entityId: described('The entity that the clock belongs to.'),
    now: described('The time of the clock, UTC.', { format: 'date-time' }),
    aheadOfServerSeconds: {
      type: 'integer',
      description: 'How far the clock is ahead of that of the gateway.',
    },
    stoppedBefore: described(
      'The time that was asked for: only where there was too much due work on the way.',
      { format: 'date-time' },
    ),
  },
  ['entityId', 'now', 'aheadOfServerSeconds'],
  'The clock of an entity.',
)

const walletTokenAnswer = answer(
  { paymentToken: described('Send it as the paymentToken of its wallet.') },
  ['paymentToken'],
  'A token as a wallet would give it.',
)

const moments: JsonSchema = {
  type: 'array',
  items: { type: 'string', format: 'date-time' },
  description: 'When it is due next, UTC: ten times at most.',
}

const schedulePlan: JsonSchema = {
  type: 'object',
  properties: {
    active: { type: 'boolean', description: 'Whether further runs are paid.' },
    state: {
      enum: ['active', 'pastDue', 'paused', 'replaced', 'descheduled', 'ended', 'dryRun'],
      description: 'pastDue: active, and a run was declined and nothing was paid since.',
    },
    pastDueSince: described('When the first run was due that is not paid.', {
      format: 'date-time',
    }),
    pauseReason: described('Why it is paused.'),
    endReason: described('Why it ended by itself.'),
    firstId: described('The first schedule of its chain.', { pattern: ID }),
    replacedBy: described('The schedule of its chain that is active or paused.', { pattern: ID }),
    executes: { enum: ['DB', 'PA', 'CD'], description: 'The type of its payments.' },
    runs: { type: 'integer', description: 'How many runs there were.' },
    endsAt: described('No run is due after it.', { format: 'date-time' }),
    lastRun: described('When the latest run was due.', { format: 'date-time' }),
    lastPaymentId: described('The latest payment of the latest run.', { pattern: ID }),
    retryAt: described('When the latest run, which was declined, is paid again.', {
      format: 'date-time',
    }),
    retries: { type: 'integer', description: 'How often it was paid again.' },
  },
  required: ['active', 'state'],
}

const schedule: Readonly<Record<string, JsonSchema>> = {
  id: described('Of the schedule; absent in a dry run.', { pattern: ID }),
  registrationId: described('What it pays with.', { pattern: ID }),
  paymentType: { enum: ['SD', 'RS', 'DS'] },
  amount: text,
  currency: text,
  plan: schedulePlan,
  nextRuns: moments,
}

const SCHEDULE_MEMBERS = ['registrationId', 'paymentType', 'amount', 'currency', 'plan', 'nextRuns']

/** Answers that tell of no payment, by the names of their schemas. */
export const furtherAnswers: Readonly<Record<string, JsonSchema>> = {
  CheckoutAnswer: checkoutAnswer,
  FastCheckoutIntegrity: answer(
    {
      integrity: described('Hash of the script that is loaded without a checkout id.', {
        pattern: '^sha384-[A-Za-z0-9+/]{64}$',
      }),
    },
    ['integrity'],
    'The hash of the script for fast checkout.',
  ),
  CheckoutStatus: answer({ id: text }, ['id'], 'The checkout while nothing was tried in it.'),
  ResultCodesAnswer: resultCodesAnswer,
  HealthAnswer: answer(
    {
      environment: { enum: ['test', 'live'], description: 'Whether money is real.' },
      rehearsal: { type: 'boolean', description: 'It is a rehearsal of live.' },
      warnings: { type: 'array', items: text },
    },
    [],
    'It answers.',
  ),
  NotReadyAnswer: notReadyAnswer,
  TestClockAnswer: testClockAnswer,
  WalletTokenAnswer: walletTokenAnswer,
  ...webhookAnswers,
  ...disputeAnswers,
  ...reportAnswers,
}

/** Answers of schedules; `shown`: what they give back of requests. */
export function scheduleAnswers(
  shown: Readonly<Record<string, JsonSchema>>,
): Readonly<Record<string, JsonSchema>> {
  const properties = { ...shown, ...schedule }
  const items: JsonSchema = { type: 'object', properties, required: SCHEDULE_MEMBERS }
  return {
    ScheduleAnswer: answer(properties, SCHEDULE_MEMBERS, 'A schedule.'),
    ScheduleList: answer(
      {
        schedules: { type: 'array', items },
        next: described('There are more: send it as afterId.', { pattern: ID }),
      },
      ['schedules'],
      'The schedules of a registration, oldest first.',
    ),
  }
}
