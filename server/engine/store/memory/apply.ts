import { StoreError } from '../errors.ts'
import type { Change, ChangeSet, CommitResult, PaymentRow } from '../port.ts'
import { applyGiftCard, applyQuota, applySighting } from './apply-counted.ts'
import { applyIdempotency, applyTimer } from './apply-due-work.ts'
import { applyAccess, applyRegistration, applyVault } from './apply-owned.ts'
import { assertReference, insert, type Reason, step, stepped } from './guarded.ts'
import { keepsMoneyLimits } from './money-limits.ts'
import {
  assertShape,
  checkoutShape,
  eventShape,
  paymentShape,
  postingShape,
} from './record-shapes.ts'
import type { Tables } from './tables.ts'

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
    case 'stepPayment':
      return applyPayment(tables, change)
    case 'appendEvent':
    case 'appendPosting':
      return applyHistory(tables, change)
    case 'insertCheckout':
      assertShape(change.row, checkoutShape)
      return insert(tables.checkouts, change.row.id, change.row)
    case 'stepCheckout':
      return step(tables.checkouts, change, checkoutShape)
    case 'insertEntity':
    case 'stepEntity':
    case 'insertToken':
    case 'deleteToken':
      return applyAccess(tables, change)
    case 'insertVaultRecord':
    case 'deleteVaultRecord':
    case 'requireVaultRecord':
    case 'insertVaultKey':
      return applyVault(tables, change)
    case 'insertRegistration':
    case 'stepRegistration':
      return applyRegistration(tables, change)
    case 'insertGiftCard':
    case 'moveGiftCard':
      return applyGiftCard(tables, change)
    case 'takeQuota':
    case 'deleteQuota':
      return applyQuota(tables, change)
    case 'appendSighting':
    case 'deleteSightings':
      return applySighting(tables, change)
    case 'insertTimer':
    case 'stepTimer':
    case 'endTimer':
      return applyTimer(tables, change)
    case 'insertIdempotency':
    case 'answerIdempotency':
    case 'deleteIdempotency':
      return applyIdempotency(tables, change)
    default:
      throw new StoreError('invalid-change', `No such change: ${(change as Change).kind}`)
  }
}

type PaymentChange = Extract<Change, { kind: 'insertPayment' | 'stepPayment' }>

function applyPayment(tables: Tables, change: PaymentChange): Reason | undefined {
  if (change.kind === 'insertPayment') {
    assertShape(change.row, paymentShape)
    return putPayment(tables, change.row, undefined)
  }
  const made = stepped(tables.payments, change, paymentShape)
  return made === undefined ? 'version' : putPayment(tables, made.after, made.before)
}

type HistoryChange = Extract<Change, { kind: 'appendEvent' | 'appendPosting' }>

function applyHistory(tables: Tables, change: HistoryChange): Reason | undefined {
  if (change.kind === 'appendEvent') {
    const { paymentId, sequence } = change.row
    assertShape(change.row, eventShape)
    return (
      insert(tables.events, JSON.stringify([paymentId, sequence]), change.row) ??
      assertReference(tables.payments, paymentId)
    )
  }
  assertShape(change.row, postingShape)
  tables.postings.put(String(tables.postings.size), change.row)
  return assertReference(tables.payments, change.row.paymentId)
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
