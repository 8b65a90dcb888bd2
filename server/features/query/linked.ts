import type { RegistrationRow, Store, Transaction } from '../../store/port.ts'
import type { Filter } from './search.ts'

/** How many linked transactions one answer carries; the first ones count. */
const MAX_LINKED = 2000

const FAMILIES_AT_ONCE = 1000

/**
 * The found transactions with all linked ones, each once: the found ones first, and only those that
 * match. Linked are the payments of a family, the storing and the deletion of one registration, and
 * to a registration the family of the payment that stored it.
 */
export async function addLinked(
  found: readonly Transaction[],
  filter: Filter,
  store: Store,
): Promise<readonly Transaction[]> {
  const all = new Map<string, Transaction>()
  addFitting(all, found, filter)
  const families = new Set<string>()
  for (const one of found) {
    if (one.kind === 'registration') addFitting(all, recordsOf(one.row), filter)
    const family = await familyOf(one, store)
    if (family !== undefined) families.add(family)
  }
  const ids = [...families]
  for (let at = 0; at < ids.length && all.size < MAX_LINKED; at += FAMILIES_AT_ONCE) {
    const payments = await store.read.paymentsOfFamilies(ids.slice(at, at + FAMILIES_AT_ONCE))
    addFitting(
      all,
      payments.map((row) => ({ kind: 'payment', row })),
      filter,
    )
  }
  return [...all.values()].slice(0, MAX_LINKED)
}

/** A registration counts once for its storing, and once more for its deletion; the newest first. */
export function recordsOf(row: RegistrationRow): readonly Transaction[] {
  const stored = { kind: 'registration', type: 'RG', row } as const
  return row.state === 'deleted' ? [{ kind: 'registration', type: 'DR', row }, stored] : [stored]
}

/** Whether a transaction is of the wanted types and methods. */
export function matchesFilter(
  transaction: Transaction,
  { paymentTypes, paymentBrands, typesOfAnyBrand = [] }: Filter,
): boolean {
  const type = typeOf(transaction)
  if (paymentTypes?.includes(type) === false) return false
  const { paymentBrand } = transaction.row
  return (
    paymentBrands === undefined ||
    paymentBrands.includes(paymentBrand) ||
    typesOfAnyBrand.some((one) => one === type)
  )
}

function typeOf(transaction: Transaction) {
  return transaction.kind === 'payment' ? transaction.row.paymentType : transaction.type
}

function nameOf(transaction: Transaction): string {
  return `${typeOf(transaction)} ${transaction.row.id}`
}

async function familyOf(transaction: Transaction, store: Store): Promise<string | undefined> {
  if (transaction.kind === 'payment') return transaction.row.familyId
  const { paymentId } = transaction.row
  return paymentId === null ? undefined : (await store.read.payment(paymentId))?.familyId
}

function addFitting(
  all: Map<string, Transaction>,
  linked: readonly Transaction[],
  filter: Filter,
): void {
  for (const one of linked) if (matchesFilter(one, filter)) all.set(nameOf(one), one)
}
