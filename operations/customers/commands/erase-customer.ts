import type { SelectedRow as Row } from '../../../server/cli/select-rows.ts'
import { removeRegistration } from '../../../server/features/registrations/index.ts'
import type { Change, Store } from '../../../server/store/port.ts'
import {
  ERASED_EVENT,
  erasedAnswer,
  erasedAuthentication,
  erasedPayment,
  erasedRegistration,
  erasedRequest,
} from './erased-texts.ts'
import type { CustomerRows } from './find-customer.ts'

/** Changes that are written together. */
const CHANGES_AT_ONCE = 50

/** What has to end before a customer can be erased: the gateway still needs the details for it. */
export function unfinished(rows: CustomerRows, nowMs: number): readonly string[] {
  const { payments, checkouts, disputes, operationRequests } = rows
  const mayBePaid = ({ state, expiresAtMs }: Row) =>
    (state === 'open' || state === 'processing') && Number(expiresAtMs) > nowMs
  const about = (what: string, found: readonly Row[]) => found.map(({ id }) => `${what} ${id}`)
  return [
    ...about('the outcome is not known yet of payment', payments.filter(isPending)),
    ...about('money is still held by payment', payments.filter(holdsMoney)),
    ...about('a shopper may still pay checkout', checkouts.filter(mayBePaid)).map(
      withoutCredential,
    ),
    ...about('a bank has not decided about dispute', disputes.filter(isOpen)),
    ...about('a second person has not decided about request', operationRequests.filter(waits)),
  ]
}

/** Whoever has the whole id of a checkout may pay it: its first digits tell it from others. */
const withoutCredential = (text: string) => text.replace(/([0-9A-Fa-f]{12})\S*$/, '$1…')

const isPending = ({ state }: Row) => state !== 'succeeded' && state !== 'failed'
const isOpen = ({ outcome }: Row) => outcome === 'open'
const waits = ({ state }: Row) => state === 'waiting'

function holdsMoney(row: Row): boolean {
  const { paymentType, operation, state, holdClosed, expiredAtMs } = row
  const isHold = paymentType === 'PA' && operation !== 'increment' && state === 'succeeded'
  if (!isHold || holdClosed === true || holdClosed === 1 || expiredAtMs !== null) return false
  const spent = Number(row.capturedMinor) + Number(row.reversedMinor)
  return spent + Number(row.replacedHoldMinor) < Number(row.authorisedMinor)
}

/** What erases a customer. */
export interface Erasure {
  /** Replaces what is kept; none: all is erased. */
  readonly texts: readonly Change[]
  readonly removals: readonly Change[]
  /** What the customer is found by: nothing of it may go before the rest is gone. */
  readonly links: readonly Change[]
}

/** The changes that erase a customer, as the rows were read. Rejects with the store. */
export async function erasureOf(
  rows: CustomerRows,
  nowMs: number,
  { read }: Pick<Store, 'read'>,
): Promise<Erasure> {
  const ended = await Promise.all(
    rows.registrations.map(async ({ id, details }): Promise<readonly Change[]> => {
      const row = await read.registration(String(id))
      if (row?.state === 'active') return removeRegistration(row, nowMs).changes
      const before = String(details)
      const after = erasedRegistration(before)
      return after === before ? [] : [{ kind: 'eraseRegistration', id: String(id), before, after }]
    }),
  )
  return {
    texts: [...ended.flat(), ...rewrites(rows)],
    removals: removals(rows),
    links: linksOf(rows),
  }
}

function rewrites(rows: CustomerRows): readonly Change[] {
  const { payments, schedules, checkouts, authentications, acquirerEvents, idempotency } = rows
  const rewritten = (
    kind: 'erasePayment' | 'eraseSchedule' | 'eraseCheckout' | 'eraseAuthentication',
    of: readonly Row[],
    column: string,
    erased: (text: string) => string,
  ): readonly Change[] =>
    of.flatMap((row) => {
      const before = String(row[column])
      const after = erased(before)
      return after === before ? [] : [{ kind, id: String(row.id), before, after }]
    })
  return [
    ...rewritten('erasePayment', payments, 'details', erasedPayment),
    ...rewritten('eraseSchedule', schedules, 'request', erasedRequest),
    ...rewritten('eraseCheckout', checkouts, 'request', erasedRequest),
    ...rewritten('eraseAuthentication', authentications, 'data', erasedAuthentication),
    ...acquirerEvents
      .filter(({ event }) => event !== ERASED_EVENT)
      .map(({ connector, eventId, event }): Change => {
        const key = { connector: String(connector), eventId: String(eventId) }
        return { kind: 'eraseAcquirerEvent', ...key, before: String(event), after: ERASED_EVENT }
      }),
    ...idempotency.flatMap(({ scope, key, answer }): readonly Change[] => {
      // Without an answer it is made of the payment when the request comes again.
      if (answer === null) return []
      const [before, after] = [String(answer), erasedAnswer(String(answer))]
      if (after === before) return []
      return [{ kind: 'eraseAnswer', scope: String(scope), key: String(key), before, after }]
    }),
  ]
}

function removals(rows: CustomerRows): readonly Change[] {
  const numbers = rows.payments.flatMap(({ vaultRecordId }) =>
    vaultRecordId === null ? [] : [String(vaultRecordId)],
  )
  return [
    ...[...new Set(numbers)].map((id): Change => ({ kind: 'wipeVaultRecord', id })),
    ...rows.confidentials.map(
      ({ paymentId }): Change => ({ kind: 'deleteConfidential', paymentId: String(paymentId) }),
    ),
    ...rows.disputeDocuments.map(
      ({ id }): Change => ({ kind: 'removeDisputeDocument', id: String(id) }),
    ),
    ...rows.deliveries.map(({ id }): Change => ({ kind: 'eraseDelivery', id: String(id) })),
    ...rows.notices.map(
      (row): Change => ({
        kind: 'removeNotice',
        id: String(row.id),
        webhookId: String(row.webhookId),
        orderKey: String(row.orderKey),
        subjectId: String(row.subjectId),
        sequence: Number(row.sequence),
      }),
    ),
    ...rows.mails.map(({ id }): Change => ({ kind: 'eraseMail', id: String(id) })),
    ...rows.blocks.map(
      (row): Change => ({
        kind: 'removeBlock',
        entityId: String(row.entityId),
        blocksBy: 'email',
        blockedValue: String(row.blockedValue),
      }),
    ),
  ]
}

function linksOf(rows: CustomerRows): readonly Change[] {
  return [
    ...rows.notes.map(({ id }): Change => ({ kind: 'removeNote', id: String(id) })),
    ...rows.customerLinks
      .filter(({ name }) => /^(email|customer):/.test(String(name)))
      .map(
        ({ entityId, name, linked, linkedId }): Change => ({
          kind: 'removeCustomerLink',
          entityId: String(entityId),
          name: String(name),
          linked: linked as 'payment' | 'registration',
          linkedId: String(linkedId),
        }),
      ),
  ]
}

/** Reads a customer anew so often, as others write beside it. */
const MAX_ERASURES = 6

/**
 * Erases what `read` finds, until it finds nothing more: what was changed or has come meanwhile is read anew. Links go
 * last. Answers how many changes were written; `open` where `read` has found something that has not ended; `changed`
 * where after six times others were still writing.
 */
export async function eraseUntilGone(
  read: () => Promise<Erasure | undefined>,
  store: Pick<Store, 'commit'>,
): Promise<number | 'open' | 'changed'> {
  let written = 0
  for (let count = 0; count < MAX_ERASURES; count++) {
    const found = await read()
    if (found === undefined) return 'open'
    const { texts, removals, links } = found
    const isLast = texts.length === 0
    if (!(await writeErasure([...texts, ...removals, ...(isLast ? links : [])], store))) continue
    // What the time before has removed is gone.
    if (written === 0 || !isLast) written += texts.length + removals.length
    if (!isLast) continue
    return written + links.length
  }
  return 'changed'
}

/** Writes the changes in their order, some at a time. `false`: one of them met another change; it can be repeated. */
async function writeErasure(
  changes: readonly Change[],
  store: Pick<Store, 'commit'>,
): Promise<boolean> {
  for (let from = 0; from < changes.length; from += CHANGES_AT_ONCE) {
    const { applied } = await store.commit(changes.slice(from, from + CHANGES_AT_ONCE))
    if (!applied) return false
  }
  return true
}

/** Rows of each table that are kept of a customer, without the empty ones. */
export function countsOf(rows: CustomerRows): readonly (readonly [table: string, count: number])[] {
  return Object.entries(rows)
    .map(([table, found]) => [table, found.length] as const)
    .filter(([, count]) => count > 0)
}
