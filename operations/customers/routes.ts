import { Type } from 'typebox'
import { actorOf } from '../../server/entities/rights.ts'
import type { Answer } from '../../server/http/answer.ts'
import type { CallParts, MerchantCall } from '../../server/http/call.ts'
import { answered } from '../../server/http/described-answer.ts'
import {
  answerTo,
  type KeyInUse,
  keyInUse,
  keyParts,
  type Worked,
} from '../../server/http/idempotency/idempotency.ts'
import type { Asked, Route } from '../../server/http/route.ts'
import { decideAndCommit } from '../../server/kernel/decide-and-commit.ts'
import { newObjectId } from '../../server/kernel/ids.ts'
import { wireTimestamp } from '../../server/kernel/timers/clock.ts'
import { elsewhere, limit, shaped } from '../../server/parameters/described-parts.ts'
import { request as requestOf } from '../../server/parameters/described-request.ts'
import { isRefusal, type Refusal, refuse, tooBusy } from '../../server/results/refusal.ts'
import { AFTER_ALL_IDS, type NoteRow, type Store } from '../../server/store/port.ts'
import { channelsOf } from '../administration/index.ts'
import { customerAnswer, noteAnswer, noteList } from './answer.ts'
import { customerOf, nameOf } from './read-customer.ts'

export interface CustomerRouteParts extends CallParts {
  readonly store: Store
}

type Call = Asked<MerchantCall>

/** Of an e-mail address, or of the merchant's own id of a customer. */
const MAX_VALUE = 255
/** Of a note. */
const MAX_NOTE = 1_000

const cursor = Type.Optional(
  shaped(/^[0-9a-f]{32}$/, 'what an earlier answer had as cursor', {
    example: '019ab3c4d5e6f708192a3b4c5d6e7f80',
    description: 'What an earlier answer had as cursor: goes on with what is older.',
  }),
)

/** People type card numbers into searches, and notes are kept. */
function guardedValue(description: string) {
  return Type.String({
    minLength: 1,
    maxLength: MAX_VALUE,
    description,
    guarded: 'text',
    personal: true,
  })
}

const customerRequest = requestOf(
  'customers.read',
  Type.Object({
    by: Type.Enum(['email', 'merchantCustomerId', 'card'], {
      description:
        'email: customer.email, whatever the case of A to Z is. merchantCustomerId: customer.merchantCustomerId. card: all stored details with the same number.',
    }),
    value: guardedValue(
      'The address or the merchant’s id; of a card the id of stored details (registrationId).',
    ),
    limit: limit(100, 20),
    cursor,
  }),
  { elsewhere },
)

const about = {
  about: Type.Enum(['payment', 'email', 'merchantCustomerId'], {
    description: 'What the notes are about.',
  }),
  value: guardedValue('The id of the payment, the address, or the merchant’s id.'),
}

const notesRequest = requestOf(
  'notes.list',
  Type.Object({ ...about, limit: limit(100, 20), cursor }),
  { elsewhere },
)

const noteRequest = requestOf(
  'notes.write',
  Type.Object({
    ...about,
    text: Type.String({
      minLength: 1,
      maxLength: MAX_NOTE,
      description: 'What is to be remembered. Nobody can change it later.',
      guarded: 'text',
      personal: true,
    }),
  }),
  { elsewhere },
)

const common = { access: 'token', throttle: 'status' } as const
const tag = 'Administration'

/** `/admin/v1`: customers, and what people write down about them and their payments. */
export const customerRoutes: readonly Route<CustomerRouteParts>[] = [
  {
    ...common,
    method: 'get',
    path: '/admin/v1/customer',
    right: 'customers.read',
    operation: customerRequest,
    docs: {
      id: 'readCustomer',
      tag,
      summary: 'Read what is known of a customer',
      description:
        'Payments, stored details, subscriptions and disputes of a customer, by an e-mail address, the merchant’s id, or a stored card, of the entity and all below it. Empty where nothing is found. A card that was never stored is found by the search for payments.',
      label: 'Customer',
      answers: [customerAnswer],
    },
    handle: readCustomer,
  },
  {
    ...common,
    method: 'get',
    path: '/admin/v1/notes',
    right: 'customers.read',
    operation: notesRequest,
    docs: {
      id: 'listNotes',
      tag,
      summary: 'List notes about a payment or a customer',
      description: 'Newest first, of all merchants below the entity.',
      label: 'Notes',
      answers: [noteList],
      further: { 404: 'RefusalAnswer' },
    },
    handle: listNotes,
  },
  {
    ...common,
    method: 'post',
    path: '/admin/v1/notes',
    right: 'notes.write',
    operation: noteRequest,
    once: true,
    docs: {
      id: 'writeNote',
      tag,
      summary: 'Write a note about a payment or a customer',
      description:
        'A note about a customer is of the merchant that `entityId` names or is in, and is seen at all its channels. A card number is refused.',
      body: 'AdminNoteRequest',
      label: 'Note',
      examples: [
        {
          name: 'customer',
          summary: 'About a customer',
          parameters: {
            about: 'email',
            value: 'jane@shop.example',
            text: 'Asked for the parcel, it comes on Friday',
          },
        },
      ],
      answers: [noteAnswer],
      further: { 404: 'RefusalAnswer' },
    },
    handle: writeNote,
  },
]

const metaOf = (ndc: string, { clock }: CustomerRouteParts) => ({ ndc, atMs: clock.now() })

async function readCustomer(
  { call, request }: Call,
  parts: CustomerRouteParts,
): Promise<Answer | Refusal> {
  const entityIds = await channelsOf(call, parts.store)
  if (isRefusal(entityIds)) return entityIds
  const { by, value, limit: most, cursor: before } = customerRequest.read(call.values)
  const asked = { entityIds, by, value: value.trim(), cursor: before, limit: most }
  const found = await customerOf(asked, parts.store)
  return answered(customerAnswer, found, metaOf(request.ndc, parts))
}

type AboutSent = Pick<ReturnType<typeof notesRequest.read>, 'about' | 'value'>

/** What notes are about, and the entities that may have them. */
interface Subject {
  readonly about: string
  readonly entityIds: readonly string[]
}

async function subjectOf(
  sent: AboutSent,
  call: MerchantCall,
  parts: CustomerRouteParts,
): Promise<Subject | Refusal> {
  if (sent.about === 'payment') {
    const payment = await parts.store.read.payment(sent.value)
    const isReached =
      payment !== undefined &&
      (await parts.access.reaches(call, payment.entityId, call.usable?.entity))
    if (!isReached) return unknownPayment
    return { about: `payment:${payment.id}`, entityIds: [payment.entityId] }
  }
  const channels = await channelsOf(call, parts.store)
  if (isRefusal(channels)) return channels
  const merchants = await merchantsOf(channels, parts.store)
  // A merchant without channels may have customers that somebody has written about.
  const own = call.usable?.entity.id ?? call.token.entityId
  const entityIds = merchants.length === 0 ? [own] : merchants
  return { about: nameOf(sent.about, sent.value.trim()), entityIds }
}

/** The merchants of channels: who works with a channel reads what is known of the merchant's customer. */
async function merchantsOf(
  channels: readonly string[],
  { read }: Store,
): Promise<readonly string[]> {
  const rows = await Promise.all(channels.map((id) => read.entity(id)))
  return [...new Set(rows.flatMap((row) => row?.parentId ?? []))]
}

async function listNotes(
  { call, request }: Call,
  parts: CustomerRouteParts,
): Promise<Answer | Refusal> {
  const { limit: most, cursor: before, ...sent } = notesRequest.read(call.values)
  const subject = await subjectOf(sent, call, parts)
  if (isRefusal(subject)) return subject
  const { entityIds, about: name } = subject
  const rows = await parts.store.read.notesAbout(entityIds, [name], before ?? AFTER_ALL_IDS, most)
  const next = rows.length < most ? undefined : rows.at(-1)?.id
  const shown = { notes: rows.map(shownNote), ...(next === undefined ? {} : { cursor: next }) }
  return answered(noteList, shown, metaOf(request.ndc, parts))
}

async function writeNote(
  { call, entry, request }: Call,
  parts: CustomerRouteParts,
): Promise<Worked> {
  const sent = noteRequest.read(call.values)
  const subject = await subjectOf(sent, call, parts)
  if (isRefusal(subject)) return subject
  const entityId =
    sent.about === 'payment' ? subject.entityIds[0] : await merchantOfCall(call, parts)
  if (entityId === undefined) return noMerchant
  const row: NoteRow = {
    id: newObjectId(parts.clock.now()),
    entityId,
    about: subject.about,
    text: sent.text,
    writtenBy: actorOf(call),
    createdAtMs: parts.clock.now(),
  }
  const answer = (written: NoteRow) =>
    answered(noteAnswer, { note: shownNote(written) }, metaOf(request.ndc, parts))
  const further = keyParts(entry, answer)
  const done = await decideAndCommit<NoteRow, NoteRow | KeyInUse>(parts, {
    load: async () => row,
    decide: () => ({
      result: row,
      parts: [{ owner: 'note', changes: [{ kind: 'insertNote', row }] }, ...further(row)],
    }),
    onConflict: keyInUse,
  })
  return answerTo(done ?? tooBusy, answer)
}

/** The merchant that a call is about: the entity that it names or one above it, else of who asks. */
async function merchantOfCall(
  { usable, token }: MerchantCall,
  { store }: CustomerRouteParts,
): Promise<string | undefined> {
  const path = await store.read.entityPath(usable?.entity.id ?? token.entityId)
  return path.find(({ kind }) => kind === 'merchant')?.id
}

function shownNote({ id, text, writtenBy, createdAtMs }: NoteRow) {
  return { id, text, writtenBy, writtenAt: wireTimestamp(createdAtMs) }
}

const unknownPayment: Refusal = refuse('700.400.580', { status: 404 })

const noMerchant: Refusal = refuse('200.300.404', {
  description:
    'A customer is one of a merchant: name the merchant, or a channel of it, as entityId',
})
