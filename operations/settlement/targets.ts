import type { Clock } from '../../server/kernel/timers/clock.ts'
import type { Vault } from '../../server/kernel/vault/vault.ts'
import type { Change, EntityRow, ReconciliationTargetRow, Store } from '../../server/store/port.ts'
import { sealedFor } from './daily-delivery.ts'
import { deliveryDueAtMs } from './delivery-plan.ts'

/** Where the file of a merchant or channel is to go each day. */
export interface NewTarget {
  readonly entity: Pick<EntityRow, 'id'>
  readonly address: string
  readonly password: string
  /** 0 to 23, UTC. */
  readonly hour: number
  /** The first day whose file is delivered. */
  readonly firstDay: string
}

/** Sets the target of an entity, in place of the one before. False where another command has set it. */
export async function setTarget(
  { entity, address, password, hour, firstDay }: NewTarget,
  { store, vault, clock }: { store: Store; vault: Pick<Vault, 'sealCredential'>; clock: Clock },
): Promise<boolean> {
  const entityId = entity.id
  const before = await store.read.reconciliationTarget(entityId)
  const nowMs = clock.now()
  const row: ReconciliationTargetRow = {
    entityId,
    address,
    sealedPassword: vault.sealCredential(sealedFor(entityId), password),
    hour,
    nextDay: firstDay,
    createdAtMs: nowMs,
    // A delivery to the earlier target that is under way must not advance this one.
    version: (before?.version ?? 0) + 1,
  }
  const timer = {
    kind: 'reconciliationDelivery',
    subjectId: entityId,
    entityId,
    dueAtMs: deliveryDueAtMs(row),
    attempts: 0,
    createdAtMs: nowMs,
    version: 1,
  } as const
  const { applied } = await store.commit([
    ...(before === undefined ? [] : removal(before)),
    { kind: 'insertReconciliationTarget', row },
    { kind: 'insertTimer', row: timer },
  ])
  return applied
}

/** Removes the target of an entity. False where there is none. */
export async function removeTarget(entityId: string, store: Store): Promise<boolean> {
  const before = await store.read.reconciliationTarget(entityId)
  return before !== undefined && (await store.commit(removal(before))).applied
}

function removal({ entityId, version }: ReconciliationTargetRow): readonly Change[] {
  const timer = 'reconciliationDelivery' as const
  return [
    { kind: 'removeReconciliationTarget', entityId, expectedVersion: version },
    { kind: 'endTimer', timer, subjectId: entityId, expectedVersion: null },
  ]
}
