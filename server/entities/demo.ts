import { hashToken, newAccessToken, newObjectId } from '../ids.ts'
import type { Change, EntityKind, EntityRow, Store } from '../store/port.ts'
import type { Clock } from '../timers/clock.ts'
import type { Vault } from '../vault/vault.ts'

/** What a merchant's developer needs for a first request. */
export interface DemoCredentials {
  /** The demo channel. */
  readonly entityId: string
  readonly accessToken: string
}

export interface DemoParts {
  readonly store: Store
  readonly vault: Vault
  readonly clock: Clock
  /** Fixed by configuration, or made here. */
  readonly fixed: { readonly entityId?: string; readonly accessToken?: string }
}

/** Names the demo's root among all others: it is what a second start looks for. */
const DEMO_ROOT = 'Tillgate demo'

/**
 * Makes a demo merchant with one channel and a token in the test environment, on first start or when
 * configuration names other credentials; a later start finds the same ones (decisions §1).
 */
export async function demoCredentials(parts: DemoParts): Promise<DemoCredentials> {
  return (await findDemo(parts)) ?? makeDemo(parts)
}

async function findDemo({ store, vault, fixed }: DemoParts): Promise<DemoCredentials | undefined> {
  const root = (await store.read.rootEntities()).find(({ name }) => name === DEMO_ROOT)
  const merchant = root && (await store.read.childEntities(root.id))[0]
  if (merchant === undefined) return undefined
  const channels = await store.read.childEntities(merchant.id)
  const channel = fixed.entityId ? channels.find(({ id }) => id === fixed.entityId) : channels[0]
  if (channel === undefined) return undefined
  for (const token of await store.read.tokensOfEntity(merchant.id)) {
    const accessToken = vault.openCredential(token.hash, token.sealed)
    if (fixed.accessToken === undefined || fixed.accessToken === accessToken) {
      return { entityId: channel.id, accessToken }
    }
  }
  return undefined
}

async function makeDemo(parts: DemoParts): Promise<DemoCredentials> {
  const { store, vault, clock, fixed } = parts
  const nowMs = clock.now()
  const root = await demoRoot(store, nowMs)
  const merchant = root.merchant
  const entityId = fixed.entityId ?? newObjectId(nowMs)
  const accessToken = fixed.accessToken ?? newAccessToken()
  const hash = hashToken(accessToken)
  const changes: Change[] = [...root.changes]
  if ((await store.read.entity(entityId)) === undefined) {
    changes.push(entity('channel', entityId, merchant.id, 'Demo channel', nowMs))
  }
  if ((await store.read.token(hash)) === undefined) {
    const sealed = vault.sealCredential(hash, accessToken)
    const row = { hash, entityId: merchant.id, label: 'Demo token', sealed, createdAtMs: nowMs }
    changes.push({ kind: 'insertToken', row })
  }
  if ((await store.commit(changes)).applied) return { entityId, accessToken }
  // Another process that starts on the same database was quicker.
  const made = await findDemo(parts)
  if (made === undefined) throw new Error('The demo merchant could not be written')
  return made
}

async function demoRoot(
  store: Store,
  nowMs: number,
): Promise<{ readonly merchant: Pick<EntityRow, 'id'>; readonly changes: readonly Change[] }> {
  const root = (await store.read.rootEntities()).find(({ name }) => name === DEMO_ROOT)
  const merchant = root && (await store.read.childEntities(root.id))[0]
  if (merchant !== undefined) return { merchant, changes: [] }
  const rootId = newObjectId(nowMs)
  const merchantId = newObjectId(nowMs)
  return {
    merchant: { id: merchantId },
    changes: [
      entity('psp', rootId, null, DEMO_ROOT, nowMs),
      entity('merchant', merchantId, rootId, 'Demo merchant', nowMs),
    ],
  }
}

function entity(
  kind: EntityKind,
  id: string,
  parentId: string | null,
  name: string,
  createdAtMs: number,
): Change {
  return {
    kind: 'insertEntity',
    row: { id, parentId, kind, name, active: true, settings: '{}', createdAtMs, version: 1 },
  }
}
