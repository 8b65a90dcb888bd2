import { Type } from 'typebox'
import {
  answer,
  count,
  id,
  type MembersOf,
  moment,
  type Shown,
  shownEntity,
  text,
  word,
} from '../../server/http/described-answer.ts'
import { shownPayment } from '../administration/index.ts'

const card = Type.Object(
  {
    registrationId: id('Of the stored details.'),
    state: word(['active', 'failed', 'deleted', 'expired']),
    paymentBrand: text(),
    holder: Type.Optional(text()),
    last4: Type.Optional(text('The last four digits of the number.')),
    cardExpiry: Type.Optional(text('Month and year.')),
  },
  { description: 'What it is paid with.' },
)

const unpaid = Type.Object(
  {
    paymentId: id('Of the latest try.'),
    code: text('Its result code.'),
    codeGroup: text(),
    description: text('The same in words.'),
    advice: Type.Optional(
      word(['later', 'otherCard', 'checkDetails', 'never'], 'What may be tried, where it says so.'),
    ),
  },
  { description: 'Why its latest run is unpaid.' },
)

const subscription = Type.Object({
  id: id('Of the plan that is in force.'),
  firstId: id('Of the first plan: it stays when the plan is changed.'),
  state: word(
    ['pastDue', 'paused', 'active', 'descheduled', 'ended', 'replaced'],
    'How it stands.',
  ),
  pauseReason: Type.Optional(word(['merchant', 'cardExpired'])),
  endReason: Type.Optional(word(['noMoreRuns', 'registration', 'advice'])),
  pastDueSince: Type.Optional(moment('When the first run that is unpaid was due, UTC.')),
  amount: text(),
  currency: text(),
  interval: word(
    ['daily', 'weekly', 'everyTwoWeeks', 'monthly', 'quarterly', 'halfYearly', 'yearly', 'other'],
    'How often it pays.',
  ),
  nextRun: Type.Optional(moment()),
  retryAt: Type.Optional(moment('When the latest run is tried again by itself, UTC.')),
  retries: count('How often the latest run was tried again.'),
  lastRun: Type.Optional(moment('When the latest run was due, UTC.')),
  isWaiting: Type.Boolean({ description: 'The outcome of the latest run is not known yet.' }),
  lastPaymentId: Type.Optional(id('Of its latest try.')),
  createdAt: moment(),
  endsAt: Type.Optional(moment('No run is due after it, UTC.')),
  card: Type.Optional(card),
  customerEmail: Type.Optional(text()),
  merchantCustomerId: Type.Optional(text()),
  unpaid: Type.Optional(unpaid),
  entity: shownEntity,
})

/** A subscription in a list. */
export type AdminSubscription = Shown<typeof subscription>

export const subscriptionList = answer(
  'AdminSubscriptionList',
  {
    subscriptions: Type.Array(subscription),
    cursor: Type.Optional(text('Sent for what comes after: there may be more.')),
  },
  'Subscriptions: past due first, then paused, active and ended ones, each newest first.',
)

export type AdminSubscriptionList = MembersOf<typeof subscriptionList>

export const subscriptionDetails = answer(
  'AdminSubscriptionDetails',
  {
    subscription,
    times: text('When it pays, as an expression (`job.expression`).'),
    timeZone: text(),
    nextRuns: Type.Array(moment(), { description: 'Up to five.' }),
    canRetry: Type.Boolean({ description: 'Its latest run is unpaid and may be paid at once.' }),
    otherCards: Type.Array(card, {
      description:
        'What else is stored of the customer in the same channel, newest first, up to 20.',
    }),
    plans: Type.Array(
      Type.Object({
        id: id('Of the plan.'),
        amount: text(),
        currency: text(),
        registrationId: id('What it was paid with.'),
        createdAt: moment(),
      }),
      { description: 'All plans of the subscription, newest first, up to 100.' },
    ),
  },
  'A subscription with its plans.',
)

export type AdminSubscriptionDetails = MembersOf<typeof subscriptionDetails>

export const subscriptionRuns = answer(
  'AdminSubscriptionRuns',
  {
    payments: Type.Array(shownPayment),
    cursor: Type.Optional(id('Sent for what is older: there may be more.')),
  },
  'The payments of a subscription, newest first, repeated tries too.',
)

export type AdminSubscriptionRuns = MembersOf<typeof subscriptionRuns>

export const subscriptionChanged = answer(
  'AdminSubscriptionChange',
  {
    id: id('Of the plan that is in force now.'),
    nextRun: Type.Optional(moment()),
    retryAt: Type.Optional(moment('When the unpaid run is paid again, UTC.')),
  },
  'What a change of a subscription has made.',
)
