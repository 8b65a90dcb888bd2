import { StoreError } from '../errors.ts'
import type { Change, ChangeSet, CommitResult, Conflict, PaymentRow } from '../port.ts'
import { applyIdempotency, applyTimer } from './apply-due-work.ts'
import { keepsMoneyLimits } from './money-limits.ts'
import {
  assertShape,
  checkoutShape,
  entityShape,
  eventShape,
  paymentShape,
  postingShape,
  tokenShape,
  vaultKeyShape,
  vaultRecordShape,
} from './record-shapes.ts'
import type { Table, Tables } from './tables.ts'

type Reason = Conflict['reason']

/** Applies a change set whole or not at all; throws `invalid-change` for what no table takes. */
export function applySet(tables: Tables, changes: ChangeSet): CommitResult {
  tables.undo.length = 0
  try {
    for (const [at, change] of changes.entries()) {
      const reason = apply(tables, change)
      if (reason === undefined) continue
      undoSet(tables)
      return { applied: false, reason, at }
    }
    return { applied: true }
  } catch (error) {
    undoSet(tables)
    throw error
  }
}

/** Takes back what the last `applySet` did. */
export function undoSet(tables: Tables): void {
  for (const undo of tables.undo.splice(0).reverse()) undo()
}

function apply(tables: Tables, change: Change): Reason | undefined {
  switch (change.kind) {
    case 'insertPayment':
      assertShape(change.row, paymentShape)
      return putPayment(tables, change.row, undefined)
    case 'stepPayment': {
      const before = tables.payments.get(change.id)
      if (before?.version !== change.expectedVersion) return 'version'
      const after = { ...before, ...change.set, version: before.version + 1 }
      assertShape(after, paymentShape)
      return putPayment(tables, after, before)
    }
    case 'insertCheckout':
      assertShape(change.row, checkoutShape)
      return insert(tables.checkouts, change.row.id, change.row)
    case 'stepCheckout': {
      const before = tables.checkouts.get(change.id)
      if (before?.version !== change.expectedVersion) return 'version'
      const after = { ...before, ...change.set, version: before.version + 1 }
      assertShape(after, checkoutShape)
      tables.checkouts.put(change.id, after)
      return undefined
    }
    case 'insertVaultRecord':
      assertShape(change.row, vaultRecordShape)
      return (
        insert(tables.vaultRecords, change.row.id, change.row) ??
        assertReference(tables.vaultKeys, change.row.keyId)
      )
    case 'insertVaultKey': {
      const { id, entityId, purpose } = change.row
      assertShape(change.row, vaultKeyShape)
      return (
        insert(tables.vaultKeys, id, change.row) ??
        insert(tables.keyPurposes, JSON.stringify([entityId, purpose]), { keyId: id })
      )
    }
    case 'insertTimer':
    case 'stepTimer':
    case 'endTimer':
      return applyTimer(tables, change)
    case 'insertIdempotency':
    case 'answerIdempotency':
    case 'deleteIdempotency':
      return applyIdempotency(tables, change)
    default:
      return applyOther(tables, change)
  }
}

type OtherChange = Extract<
  Change,
  { kind: 'appendEvent' | 'appendPosting' | 'insertEntity' | 'insertToken' }
>

function applyOther(tables: Tables, change: OtherChange): Reason | undefined {
  switch (change.kind) {
    case 'appendEvent': {
      const { paymentId, sequence } = change.row
      assertShape(change.row, eventShape)
      return (
        insert(tables.events, JSON.stringify([paymentId, sequence]), change.row) ??
        assertReference(tables.payments, paymentId)
      )
    }
    case 'appendPosting':
      assertShape(change.row, postingShape)
      tables.postings.put(String(tables.postings.size), change.row)
      return assertReference(tables.payments, change.row.paymentId)
    case 'insertEntity':
      assertShape(change.row, entityShape)
      return (
        insert(tables.entities, change.row.id, change.row) ??
        assertReference(tables.entities, change.row.parentId)
      )
    case 'insertToken':
      assertShape(change.row, tokenShape)
      return (
        insert(tables.tokens, change.row.hash, change.row) ??
        assertReference(tables.entities, change.row.entityId)
      )
    default:
      throw new StoreError('invalid-change', `No such change: ${(change as Change).kind}`)
  }
}

function putPayment(
  tables: Tables,
  after: PaymentRow,
  before: PaymentRow | undefined,
): Reason | undefined {
  if ((after.referencedId === null) !== (after.familyId === after.id)) {
    throw new StoreError('invalid-change', 'A first payment, and only that, begins its family')
  }
  if (!keepsMoneyLimits(after, before)) return 'limit'
  if (before === undefined && tables.payments.has(after.id)) return 'exists'
  tables.payments.put(after.id, after)
  return claimSuccess(tables, after) ?? assertReference(tables.payments, after.referencedId)
}

/** One success per checkout, under any concurrency (decisions §6). */
function claimSuccess(tables: Tables, payment: PaymentRow): Reason | undefined {
  const { checkoutId, id } = payment
  if (checkoutId === null || payment.referencedId !== null) return undefined
  const holder = tables.successes.get(checkoutId)
  if (payment.state === 'succeeded') {
    if (holder !== undefined && holder.paymentId !== id) return 'exists'
    tables.successes.put(checkoutId, { paymentId: id })
  } else if (holder?.paymentId === id) {
    tables.successes.remove(checkoutId)
  }
  return undefined
}

function insert<Row extends object>(table: Table<Row>, key: string, row: Row): Reason | undefined {
  return table.insert(key, row) ? undefined : 'exists'
}

function assertReference(table: Table<object>, key: string | null): undefined {
  if (key !== null && !table.has(key)) {
    throw new StoreError('invalid-change', 'A row refers to one that is not there')
  }
}
