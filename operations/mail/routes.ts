import { Type } from 'typebox'
import { DAY_MS } from '../../common/durations.ts'
import { entitiesBelow } from '../../server/entities/channels-below.ts'
import type { Answer } from '../../server/http/answer.ts'
import type { CallParts, MerchantCall } from '../../server/http/call.ts'
import {
  answer,
  answered,
  count,
  id as idText,
  type MembersOf,
  moment,
  type Shown,
  shownEntity,
  text,
  word,
} from '../../server/http/described-answer.ts'
import type { Asked, Route } from '../../server/http/route.ts'
import { firstObjectIdAt, OBJECT_IDS_END } from '../../server/kernel/ids.ts'
import { wireTimestamp } from '../../server/kernel/timers/clock.ts'
import {
  elsewhere,
  fromNotAfterTo,
  limit,
  shaped,
  time,
} from '../../server/parameters/described-parts.ts'
import { request as requestOf } from '../../server/parameters/described-request.ts'
import { readTimestamp } from '../../server/parameters/read-timestamp.ts'
import type { Refusal } from '../../server/results/refusal.ts'
import type { EntityRow, MailRow, Store } from '../../server/store/port.ts'
import { MAIL_KINDS } from './kinds.ts'
import type { Outbox } from './outbox.ts'

export interface MailRouteParts extends CallParts {
  readonly store: Store
  /** Whether this gateway has a mail server. */
  readonly mailIsSetUp: boolean
  /** `undefined` where it has none. */
  readonly mailOutbox: Outbox | undefined
}

/** Entities whose mails one read looks for. */
const READ_AT_ONCE = 1000

/** Mails that one request looks at; with the cursor the next one goes on. */
const LOOKED_AT = 5_000
/** An id has the time of what a mail tells, which may be so much before the mail was written. */
const LATE_MS = 30 * DAY_MS
/** Mails of one read of the store. */
const OF_READ = 1_000

const MAIL_STATES = ['waiting', 'sent', 'refused', 'givenUp', 'expired', 'dropped'] as const

const filters = {
  mailKind: Type.Optional(
    Type.Enum(
      MAIL_KINDS.map(({ name }) => name),
      { description: 'Only mails that tell this.' },
    ),
  ),
  mailState: Type.Optional(
    Type.Enum([...MAIL_STATES], { description: 'Only those that stand so.' }),
  ),
  recipient: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 254,
      description: 'Only those whose address has this text, whatever its case.',
      guarded: 'search',
      personal: true,
    }),
  ),
  'date.from': Type.Optional(time),
  'date.to': Type.Optional(time),
}

const mailSearch = requestOf(
  'mails.list',
  Type.Object({
    ...filters,
    limit: limit(500, 100),
    cursor: Type.Optional(
      shaped(/^[0-9a-f]{32}$/, 'what an earlier answer had as cursor', {
        example: '8ac7a4019ab3c4d5e6f708192a3b4c5d',
        description: 'What an earlier answer had as cursor: goes on with what is older.',
      }),
    ),
  }),
  { rules: [fromNotAfterTo], elsewhere },
)

type MailSearch = ReturnType<typeof mailSearch.read>

export const shownMail = Type.Object({
  id: idText('Of the mail; the Message-ID begins with it.'),
  kind: text('What it tells, such as approvalWaiting or receipt.'),
  recipient: text('The e-mail address that it goes to.'),
  language: text('A language of the widget or of the back office.'),
  subjectId: text('What it tells of: a payment, a dispute, a webhook, a user.'),
  entity: shownEntity,
  state: word(
    [...MAIL_STATES],
    'sent: the mail server has taken it. refused: the mail server never takes it. givenUp: no try has succeeded. expired: its link was over before. dropped: what it tells was over before.',
  ),
  attempts: count('Tries so far.'),
  reply: Type.Optional(text('What the mail server has said to the last try.')),
  createdAt: moment(),
  updatedAt: moment(),
})

/** A mail and what has become of it. */
export type AdminMail = Shown<typeof shownMail>

const mailList = answer(
  'AdminMailList',
  {
    mails: Type.Array(shownMail),
    cursor: Type.Optional(idText('Sent for what is older: there may be more.')),
    isSetUp: Type.Boolean({ description: 'Whether this gateway has a mail server.' }),
    kinds: Type.Array(text(), {
      description: 'What the newest 1,000 mails of the entity tell, whatever was asked for.',
    }),
    states: Type.Array(word([...MAIL_STATES]), { description: 'How these stand.' }),
  },
  'Mails, newest first.',
)

export type AdminMailList = MembersOf<typeof mailList>

/** `/admin/v1/mails`: what was sent to whom. */
export const mailRoutes: readonly Route<MailRouteParts>[] = [
  {
    method: 'get',
    path: '/admin/v1/mails',
    access: 'token',
    right: 'audit.read',
    operation: mailSearch,
    throttle: 'status',
    docs: {
      id: 'listMails',
      tag: 'Administration',
      summary: 'List mails',
      description:
        'What was written to people of the back office and to shoppers about the entity and all below it, newest first, and what has become of it. Kept for 90 days. What a mail says is not kept.',
      answers: [mailList],
    },
    handle: list,
  },
]

async function list(
  { call, request }: Asked<MerchantCall>,
  parts: MailRouteParts,
): Promise<Answer | Refusal> {
  const { store, clock } = parts
  const sent = mailSearch.read(call.values)
  const entity = call.usable?.entity ?? (await store.read.entity(call.token.entityId))
  const ids = entity === undefined ? [] : await entitiesBelow(entity, store)
  const found = await fittingOf(ids, sent, store)
  const newest = await newestOf(ids, { beforeId: OBJECT_IDS_END, limit: OF_READ }, store)
  const members = {
    mails: await Promise.all(found.mails.map((row) => membersOf(row, store))),
    ...(found.cursor === undefined ? {} : { cursor: found.cursor }),
    isSetUp: parts.mailIsSetUp,
    kinds: [...new Set(newest.map(({ kind }) => kind))].sort(),
    states: MAIL_STATES.filter((state) => newest.some((row) => row.state === state)),
  }
  return answered(mailList, members, { ndc: request.ndc, atMs: clock.now() })
}

interface FoundMails {
  readonly mails: readonly MailRow[]
  /** Where the next request goes on: there may be more. */
  readonly cursor?: string
}

/** The mails that fit, newest first, of as many as one request looks at. */
async function fittingOf(
  ids: readonly string[],
  sent: MailSearch,
  store: Store,
): Promise<FoundMails> {
  const fits = fitOf(sent)
  const { 'date.from': from, 'date.to': to } = sent
  const firstId = from === undefined ? '' : firstObjectIdAt(readTimestamp(from) - LATE_MS)
  let beforeId = to === undefined ? OBJECT_IDS_END : firstObjectIdAt(readTimestamp(to) + 1000)
  if (sent.cursor !== undefined && sent.cursor < beforeId) beforeId = sent.cursor
  const mails: MailRow[] = []
  for (let looked = 0; looked < LOOKED_AT; looked += OF_READ) {
    const rows = await newestOf(ids, { beforeId, limit: OF_READ }, store)
    for (const row of rows) {
      if (row.id < firstId) return { mails }
      if (!fits(row)) continue
      if (mails.length === sent.limit) return { mails, cursor: mails.at(-1)?.id ?? beforeId }
      mails.push(row)
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < OF_READ) return { mails }
    beforeId = last.id
  }
  return { mails, cursor: beforeId }
}

function fitOf(search: MailSearch): (row: MailRow) => boolean {
  const { mailKind, mailState, recipient, 'date.from': from, 'date.to': to } = search
  const sought = recipient?.toLowerCase()
  const fromMs = from === undefined ? -Infinity : readTimestamp(from)
  const toMs = to === undefined ? Infinity : readTimestamp(to) + 999
  return (row) =>
    (mailKind === undefined || row.kind === mailKind) &&
    (mailState === undefined || row.state === mailState) &&
    row.createdAtMs >= fromMs &&
    row.createdAtMs <= toMs &&
    (sought === undefined || row.recipient.toLowerCase().includes(sought))
}

async function newestOf(
  ids: readonly string[],
  { beforeId, limit: most }: { readonly beforeId: string; readonly limit: number },
  { read }: Store,
): Promise<readonly MailRow[]> {
  const found: MailRow[] = []
  for (let at = 0; at < ids.length; at += READ_AT_ONCE) {
    found.push(...(await read.mailsOfEntities(ids.slice(at, at + READ_AT_ONCE), beforeId, most)))
  }
  return found.sort((one, other) => (one.id < other.id ? 1 : -1)).slice(0, most)
}

export async function membersOf(row: MailRow, { read }: Store): Promise<AdminMail> {
  const { id, kind, recipient, language, subjectId, entityId, state, attempts, reply } = row
  const entity = await read.entity(entityId)
  return {
    ...{ id, kind, recipient, language, subjectId },
    entity: entityMembers(entityId, entity),
    ...{ state, attempts },
    ...(reply === null ? {} : { reply }),
    createdAt: wireTimestamp(row.createdAtMs),
    updatedAt: wireTimestamp(row.updatedAtMs),
  }
}

function entityMembers(id: string, entity: EntityRow | undefined): AdminMail['entity'] {
  return { id, name: entity?.name ?? '', kind: entity?.kind ?? 'channel' }
}
