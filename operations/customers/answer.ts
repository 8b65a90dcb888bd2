import { Type } from 'typebox'
import {
  answer,
  id,
  type MembersOf,
  moment,
  type Shown,
  shownEntity,
  text,
  word,
} from '../../server/http/described-answer.ts'
import { shownPayment, shownStoredDetails } from '../administration/index.ts'

const note = Type.Object({
  id: id('Of the note.'),
  text: text(),
  writtenBy: text('The e-mail of a user, or the label of an access token.'),
  writtenAt: moment(),
})

/** What a person has written down about a payment or a customer. */
export type AdminNote = Shown<typeof note>

export const noteAnswer = answer('AdminNoteAnswer', { note }, 'A note that was written.')

export const noteList = answer(
  'AdminNoteList',
  {
    notes: Type.Array(note),
    cursor: Type.Optional(id('Sent for what is older: there may be more.')),
  },
  'Notes, newest first.',
)

export type AdminNoteList = MembersOf<typeof noteList>

const dispute = Type.Object({
  id: id('Of the dispute.'),
  paymentId: id('Of what was paid.'),
  outcome: word(['open', 'won', 'lost', 'accepted', 'expired']),
  amount: text(),
  currency: text(),
  respondBy: Type.Optional(moment('Until when it has to be answered, UTC.')),
})

export const customerAnswer = answer(
  'AdminCustomer',
  {
    emails: Type.Array(text(), { description: 'E-mail addresses of what was found.' }),
    merchantCustomerIds: Type.Array(text(), {
      description: 'The merchant’s ids of the customer, of what was found.',
    }),
    holders: Type.Array(text(), { description: 'Of cards and accounts of what was found.' }),
    merchants: Type.Array(shownEntity, { description: 'Whose customer it is.' }),
    payments: Type.Array(shownPayment, { description: 'Newest first.' }),
    cursor: Type.Optional(id('Sent for older payments: there may be more.')),
    storedDetails: Type.Array(shownStoredDetails, { description: 'Newest first, up to 50.' }),
    subscriptions: Type.Array(
      Type.Object({
        id: id('Of the plan that is in force.'),
        state: word(['pastDue', 'paused', 'active', 'descheduled', 'ended']),
        amount: text(),
        currency: text(),
        nextRun: Type.Optional(moment()),
      }),
      { description: 'Of the stored details, up to 50.' },
    ),
    disputes: Type.Array(dispute, { description: 'Of the newest 200 payments.' }),
  },
  'What a merchant knows of a customer.',
)

export type AdminCustomer = MembersOf<typeof customerAnswer>
