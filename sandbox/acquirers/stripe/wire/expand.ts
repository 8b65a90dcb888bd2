import type { Store } from '../objects/store.ts'
import { invalid } from './errors.ts'

/** Members that hold the id of another object, and show it whole where `expand` names them. */
const EXPANDABLE = new Set([
  'balance_transaction',
  'charge',
  'customer',
  'failure_balance_transaction',
  'latest_charge',
  'mandate',
  'payment_intent',
  'payment_method',
  'source',
])

const MAX_DEPTH = 4

/** A copy of an answer with what `expand` names, such as `latest_charge.balance_transaction`. */
export function expanded(store: Store, answer: object, paths: readonly string[]): object {
  const copy = structuredClone(answer)
  for (const path of paths) {
    const pieces = path.split('.')
    if (pieces.length > MAX_DEPTH) throw fault(path)
    expandAt(store, copy as Record<string, unknown>, pieces, path)
  }
  return copy
}

const fault = (path: string) =>
  invalid(`This property cannot be expanded (${path}).`, { param: 'expand' })

function expandAt(
  store: Store,
  at: Record<string, unknown>,
  [name = '', ...rest]: readonly string[],
  path: string,
): void {
  if (name === 'data' && Array.isArray(at.data)) {
    for (const one of at.data) expandAt(store, one, rest, path)
    return
  }
  if (!EXPANDABLE.has(name) || !Object.hasOwn(at, name)) throw fault(path)
  const value = at[name]
  if (value === null) return
  if (typeof value === 'string') at[name] = structuredClone(store.byId(value) ?? value)
  const inner = at[name]
  if (rest.length > 0 && typeof inner === 'object') {
    expandAt(store, inner as Record<string, unknown>, rest, path)
  }
}
