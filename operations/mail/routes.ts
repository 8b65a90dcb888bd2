import { Type } from 'typebox'
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
import { OBJECT_IDS_END } from '../../server/kernel/ids.ts'
import { wireTimestamp } from '../../server/kernel/timers/clock.ts'
import { elsewhere, limit, shaped } from '../../server/parameters/described-parts.ts'
import { request as requestOf } from '../../server/parameters/described-request.ts'
import type { Refusal } from '../../server/results/refusal.ts'
import type { EntityRow, MailRow, Store } from '../../server/store/port.ts'
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

const mailSearch = requestOf(
  'mails.list',
  Type.Object({
    limit: limit(500, 100),
    cursor: Type.Optional(
      shaped(/^[0-9a-f]{32}$/, 'what an earlier answer had as cursor', {
        example: '8ac7a4019ab3c4d5e6f708192a3b4c5d',
        description: 'What an earlier answer had as cursor: goes on with what is older.',
      }),
    ),
  }),
  { elsewhere },
)

export const shownMail = Type.Object({
  id: idText('Of the mail; the Message-ID begins with it.'),
  kind: text('What it tells, such as approvalWaiting or receipt.'),
  recipient: text('The e-mail address that it goes to.'),
  language: text('A language of the widget or of the back office.'),
  subjectId: text('What it tells of: a payment, a dispute, a webhook, a user.'),
  entity: shownEntity,
  state: word(
    ['waiting', 'sent', 'refused', 'givenUp', 'expired', 'dropped'],
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
  const page = { beforeId: sent.cursor ?? OBJECT_IDS_END, limit: sent.limit + 1 }
  const rows = await newestOf(ids, page, store)
  const shown = rows.slice(0, sent.limit)
  const last = rows.length > sent.limit ? shown.at(-1) : undefined
  const members = {
    mails: await Promise.all(shown.map((row) => membersOf(row, store))),
    ...(last === undefined ? {} : { cursor: last.id }),
    isSetUp: parts.mailIsSetUp,
  }
  return answered(mailList, members, { ndc: request.ndc, atMs: clock.now() })
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
