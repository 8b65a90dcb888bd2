import { HOUR_MS } from '../../common/durations.ts'
import { newObjectId } from '../../server/kernel/ids.ts'
import type { EntityClock } from '../../server/kernel/timers/clock.ts'
import { hasOutcome } from '../../server/payments/index.ts'
import type { Change, ChangeSet, PaymentRow, Store } from '../../server/store/port.ts'
import { beginOf } from './spans.ts'

/** Payments without an outcome whose hour a process remembers; of others it is read. */
const MAX_OPEN = 10_000

interface LateParts {
  readonly store: Pick<Store, 'read'>
  readonly clock: EntityClock
}

/** Which hour a payment belongs to. */
type Made = Pick<PaymentRow, 'entityId' | 'createdAtMs'>

/**
 * What a commit writes besides, where it writes or changes a payment of an hour that is over: its hour is then
 * summed again, whatever becomes of this process. `undefined`, synchronously, for all other commits.
 */
export function createLateChanges({ store, clock }: LateParts) {
  const open = new Map<string, Made>()

  function remember({ id, entityId, createdAtMs }: PaymentRow): void {
    const [oldest] = open.keys()
    if (open.size >= MAX_OPEN && oldest !== undefined) open.delete(oldest)
    open.set(id, { entityId, createdAtMs })
  }

  const isLate = ({ entityId, createdAtMs }: Made) =>
    beginOf(createdAtMs, HOUR_MS) + HOUR_MS <= clock.of(entityId)

  const changeOf = ({ entityId, createdAtMs }: Made): Change => ({
    kind: 'insertPaymentSumChange',
    row: { entityId, spanMs: beginOf(createdAtMs, HOUR_MS), id: newObjectId(clock.now()) },
  })

  async function withRead(made: readonly Made[], ids: readonly string[]): Promise<ChangeSet> {
    const rows = await Promise.all(ids.map((id) => store.read.payment(id)))
    const found = rows.filter((row) => row !== undefined)
    return [...made, ...found].filter(isLate).map(changeOf)
  }

  return (changes: ChangeSet): ChangeSet | Promise<ChangeSet> | undefined => {
    let made: Made[] | undefined
    let unknown: string[] | undefined
    for (const change of changes) {
      if (change.kind === 'insertPayment') {
        if (!hasOutcome(change.row.state)) remember(change.row)
        if (isLate(change.row)) made = [...(made ?? []), change.row]
      } else if (change.kind === 'stepPayment' && isCounted(change.set)) {
        const known = open.get(change.id)
        if (known === undefined) unknown = [...(unknown ?? []), change.id]
        else if (isLate(known)) made = [...(made ?? []), known]
      }
    }
    return unknown === undefined ? made?.map(changeOf) : withRead(made ?? [], unknown)
  }
}

/** Whether a step moves its payment from one sum to another. */
function isCounted({
  state,
  resultCode,
  authenticationId,
}: Partial<Pick<PaymentRow, 'state' | 'resultCode' | 'authenticationId'>>): boolean {
  return (state ?? resultCode ?? authenticationId) !== undefined
}
