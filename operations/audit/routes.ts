import { Type } from 'typebox'
import {
  type Found as FoundInTurn,
  type LongReads,
  runQueryInTurn,
} from '../../server/features/query/index.ts'
import type { Answer } from '../../server/http/answer.ts'
import type { CallParts, MerchantCall } from '../../server/http/call.ts'
import {
  answer,
  answered,
  fact,
  type MembersOf,
  moment,
  type Shown,
  text,
} from '../../server/http/described-answer.ts'
import type { Asked, Route } from '../../server/http/route.ts'
import { wireTimestamp } from '../../server/kernel/timers/clock.ts'
import {
  fromNotAfterTo,
  limit,
  shaped,
  time,
  words,
} from '../../server/parameters/described-parts.ts'
import { request } from '../../server/parameters/described-request.ts'
import { isRefusal, type Refusal } from '../../server/results/refusal.ts'
import type { AuditEntryRow, Store } from '../../server/store/port.ts'

export interface AuditRouteParts extends CallParts {
  readonly store: Store
  readonly longReads: LongReads
}

/** Entries in one answer: where the request does not say, and at most. */
const USUAL = 100
const MAX_ENTRIES = 500

const auditSearch = request(
  'audit.list',
  Type.Object({
    actor: Type.Optional(
      words(
        1,
        128,
        'Who has done it: the e-mail of a user, a name of an access token, or a command.',
      ),
    ),
    action: Type.Optional(
      shaped(/^[A-Za-z]+(?:\.[A-Za-z]+)?$/, 'a word of an entry', {
        example: 'payments.resolve',
        description:
          'What was done, such as payments.resolve; the word before the dot stands for all of its kind.',
      }),
    ),
    subjectId: Type.Optional(words(1, 128, 'What it was done to.')),
    beforeSequence: Type.Optional(
      shaped(/^[1-9][0-9]{0,14}$/, 'what an earlier answer had as next', {
        example: '1041',
        description: 'Only entries before this one: what an earlier answer had as next.',
      }),
    ),
    limit: limit(MAX_ENTRIES, USUAL),
    'date.from': Type.Optional(time),
    'date.to': Type.Optional(time),
  }),
  {
    rules: [fromNotAfterTo],
    elsewhere: 'the audit log is searched by actor, action, subject and time',
  },
)

const auditEntry = Type.Object({
  sequence: Type.Integer({ description: 'Its place in the log of the whole tree.' }),
  at: moment(),
  actor: text('The e-mail of a user, a name of an access token, or a command.'),
  action: text('What was done, such as payments.resolve.'),
  request: text('The route with its method, or the command.'),
  subject: Type.Optional(text('The id of what it was done to.')),
  from: Type.Optional(text('The address of the client.')),
  result: text('A result code; asked: before it is done. An entry with the result follows it.'),
  facts: Type.Optional(Type.Array(fact('A name and its value; secrets are masked.'))),
})

export type AdminAuditEntry = Shown<typeof auditEntry>

const auditList = answer(
  'AuditList',
  {
    entries: Type.Array(auditEntry),
    next: Type.Optional(text('There may be more: send it as beforeSequence.')),
  },
  'Entries of the audit log, newest first.',
)

export type AuditList = MembersOf<typeof auditList>

/** `/admin/v1/audit`: who has done what. */
export const auditRoutes: readonly Route<AuditRouteParts>[] = [
  {
    method: 'get',
    path: '/admin/v1/audit',
    access: 'token',
    right: 'audit.read',
    operation: auditSearch,
    throttle: 'query',
    docs: {
      id: 'listAudit',
      tag: 'Administration',
      summary: 'Read the audit log',
      description:
        'What people, scripts and commands have done to the entity and all below it, newest first. An answer may have fewer entries than asked for, and more be there: as long as there is `next`.',
      answers: [auditList],
    },
    handle: list,
  },
]

/** Entries that one request looks at, and reads at once. */
const MAX_READ = 10_000
const PAGE = 1000

const LAST = Number.MAX_SAFE_INTEGER

async function list(
  { call, request }: Asked<MerchantCall>,
  parts: AuditRouteParts,
): Promise<Answer | Refusal> {
  const entityId = call.usable?.entity.id ?? call.token.entityId
  const found = await runQueryInTurn(call.token, parts, () =>
    search(entityId, auditSearch.read(call.values), parts),
  )
  if (isRefusal(found)) return found
  const { entries, next } = found
  const members = {
    entries: entries.map(shownEntry),
    ...(next === undefined ? {} : { next: String(next) }),
  }
  return answered(auditList, members, { ndc: request.ndc, atMs: parts.clock.now() })
}

type Sought = ReturnType<typeof auditSearch.read>

interface Found {
  readonly entries: readonly AuditEntryRow[]
  /** The sequence before which the next part begins; absent at the end of the chain. */
  readonly next?: number
}

/** Looks for entries of an entity and all below it, newest first, as far as one request may. */
async function search(
  entityId: string,
  sought: Sought,
  { store, access }: AuditRouteParts,
): Promise<FoundInTurn<Found>> {
  const rootId = (await store.read.entityPath(entityId)).at(-1)?.id ?? entityId
  const fits = filterOf(sought)
  const entries: AuditEntryRow[] = []
  let before = Number(sought.beforeSequence ?? LAST)
  for (let read = 0; read < MAX_READ; read += PAGE) {
    const rows = await store.read.auditEntriesBefore(rootId, before, PAGE)
    for (const row of rows) {
      before = row.sequence
      if (!fits(row) || !(await access.isWithin(row.entityId, entityId))) continue
      entries.push(row)
      if (entries.length === sought.limit) return inTurn({ entries, next: before }, read + PAGE)
    }
    if (rows.length < PAGE) return inTurn({ entries }, read + rows.length)
  }
  return inTurn({ entries, next: before }, MAX_READ)
}

function inTurn(result: Found, rowsRead: number): FoundInTurn<Found> {
  return { result, answered: result.entries.length, rowsRead }
}

function filterOf({
  actor,
  action,
  subjectId,
  'date.from': from,
  'date.to': to,
}: Sought): (row: AuditEntryRow) => boolean {
  const fromMs = from === undefined ? 0 : Date.parse(`${from}Z`)
  const beforeMs = to === undefined ? LAST : Date.parse(`${to}Z`) + 1000
  return (row) =>
    (actor === undefined || row.actor === actor) &&
    (action === undefined || row.action === action || row.action.startsWith(`${action}.`)) &&
    (subjectId === undefined || row.subject === subjectId) &&
    row.atMs >= fromMs &&
    row.atMs < beforeMs
}

function shownEntry(row: AuditEntryRow): AdminAuditEntry {
  const facts = JSON.parse(row.facts) as NonNullable<AdminAuditEntry['facts']>
  return {
    sequence: row.sequence,
    at: wireTimestamp(row.atMs),
    actor: row.actor,
    action: row.action,
    request: row.request,
    ...(row.subject === null ? {} : { subject: row.subject }),
    ...(row.address === null ? {} : { from: row.address }),
    result: row.result,
    ...(facts.length === 0 ? {} : { facts }),
  }
}
