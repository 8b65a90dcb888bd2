import type { AdminAuditEntry } from '../../common/admin-wire.ts'
import {
  type Found as FoundInTurn,
  type LongReads,
  runQueryInTurn,
} from '../../server/features/query/index.ts'
import { type Answer, bodyOf } from '../../server/http/answer.ts'
import type { CallParts, MerchantCall } from '../../server/http/call.ts'
import type { Asked, Route } from '../../server/http/route.ts'
import { wireTimestamp } from '../../server/kernel/timers/clock.ts'
import type { ParameterValues } from '../../server/parameters/values.ts'
import { isRefusal, type Refusal } from '../../server/results/refusal.ts'
import type { AuditEntryRow, Store } from '../../server/store/port.ts'

export interface AuditRouteParts extends CallParts {
  readonly store: Store
  readonly longReads: LongReads
}

/** `/admin/v1/audit`: who has done what. */
export const auditRoutes: readonly Route<AuditRouteParts>[] = [
  {
    method: 'get',
    path: '/admin/v1/audit',
    access: 'token',
    right: 'audit.read',
    operation: 'audit.list',
    throttle: 'query',
    docs: {
      id: 'listAudit',
      tag: 'Administration',
      summary: 'Read the audit log',
      description:
        'What people, scripts and commands have done to the entity and all below it, newest first. An answer may have fewer entries than asked for, and more be there: as long as there is `next`.',
      answers: ['AuditList'],
    },
    handle: list,
  },
]

const DONE = '000.000.100'

/** Entries in one answer where the request does not say. */
const USUAL = '100'
/** Entries that one request looks at, and reads at once. */
const MAX_READ = 10_000
const PAGE = 1000

const LAST = Number.MAX_SAFE_INTEGER

async function list(
  { call, request }: Asked<MerchantCall>,
  parts: AuditRouteParts,
): Promise<Answer | Refusal> {
  const entityId = call.usable?.entity.id ?? call.token.entityId
  const found = await runQueryInTurn(call.token, parts, () => search(entityId, call.values, parts))
  if (isRefusal(found)) return found
  const { entries, next } = found
  const after = {
    entries: entries.map(shownEntry),
    ...(next === undefined ? {} : { next: String(next) }),
  }
  const meta = { ndc: request.ndc, atMs: parts.clock.now() }
  return { status: 200, body: bodyOf(DONE, meta, { after }) }
}

interface Found {
  readonly entries: readonly AuditEntryRow[]
  /** The sequence before which the next part begins; absent at the end of the chain. */
  readonly next?: number
}

/** Looks for entries of an entity and all below it, newest first, as far as one request may. */
async function search(
  entityId: string,
  values: ParameterValues,
  { store, access }: AuditRouteParts,
): Promise<FoundInTurn<Found>> {
  const rootId = (await store.read.entityPath(entityId)).at(-1)?.id ?? entityId
  const limit = Number(values.get('limit') ?? USUAL)
  const fits = filterOf(values)
  const entries: AuditEntryRow[] = []
  let before = Number(values.get('beforeSequence') ?? LAST)
  for (let read = 0; read < MAX_READ; read += PAGE) {
    const rows = await store.read.auditEntriesBefore(rootId, before, PAGE)
    for (const row of rows) {
      before = row.sequence
      if (!fits(row) || !(await access.isWithin(row.entityId, entityId))) continue
      entries.push(row)
      if (entries.length === limit) return inTurn({ entries, next: before }, read + PAGE)
    }
    if (rows.length < PAGE) return inTurn({ entries }, read + rows.length)
  }
  return inTurn({ entries, next: before }, MAX_READ)
}

function inTurn(result: Found, rowsRead: number): FoundInTurn<Found> {
  return { result, answered: result.entries.length, rowsRead }
}

function filterOf(values: ParameterValues): (row: AuditEntryRow) => boolean {
  const [actor, action, subject] = [
    values.get('actor'),
    values.get('action'),
    values.get('subjectId'),
  ]
  const [from, to] = [values.get('date.from'), values.get('date.to')]
  const fromMs = from === undefined ? 0 : Date.parse(`${from}Z`)
  const beforeMs = to === undefined ? LAST : Date.parse(`${to}Z`) + 1000
  return (row) =>
    (actor === undefined || row.actor === actor) &&
    (action === undefined || row.action === action || row.action.startsWith(`${action}.`)) &&
    (subject === undefined || row.subject === subject) &&
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
