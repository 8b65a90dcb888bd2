import { DEMO_ROOT, DEMO_TOKEN, LEGACY_CHANNEL } from '../../server/entities/demo-traces.ts'
import { SEEN_BY_NOBODY } from '../../server/entities/known-token.ts'
import type { EntitySettings } from '../../server/entities/settings.ts'
import { UNLIMITED_TOKEN } from '../../server/entities/token-limits.ts'
import { hashToken, newAccessToken, newObjectId } from '../../server/kernel/ids.ts'
import type { Clock } from '../../server/kernel/timers/clock.ts'
import { openedCredential } from '../../server/kernel/vault/unopened.ts'
import type { Vault } from '../../server/kernel/vault/vault.ts'
import type { Change, EntityRow, Store } from '../../server/store/port.ts'

/** What a merchant's developer needs for a first request. */
export interface DemoCredentials {
  /** The demo channel, of the profile `strict`. */
  readonly entityId: string
  /** A second channel, of the profile `legacy`, for plugins and SDKs. */
  readonly legacyEntityId: string
  /** Of the merchant: valid for both channels. */
  readonly accessToken: string
}

export interface DemoParts {
  readonly store: Store
  readonly vault: Vault
  readonly clock: Clock
  /** Set by configuration; absent values are generated. */
  readonly fixed: Partial<DemoCredentials>
}

/**
 * Makes a demo merchant with two channels and a token in the test environment, on first start or when
 * configuration names other ones; a later start finds the same ones (decisions §1).
 */
export async function demoCredentials(parts: DemoParts): Promise<DemoCredentials> {
  const found = await findDemo(parts)
  const made = wholeOf(found) ?? (await makeMissing(found, parts))
  // Undefined where another process that starts on the same database has made the demo first.
  const demo = made ?? wholeOf(await findDemo(parts))
  if (demo === undefined) throw new Error('The demo merchant could not be written')
  return demo
}

/** The parts of the demo that exist. */
type FoundDemo = {
  readonly [Name in 'merchantId' | keyof DemoCredentials]?: string | undefined
}

function wholeOf({
  entityId,
  legacyEntityId,
  accessToken,
}: FoundDemo): DemoCredentials | undefined {
  if (entityId === undefined || legacyEntityId === undefined) return undefined
  return accessToken === undefined ? undefined : { entityId, legacyEntityId, accessToken }
}

async function findDemo(parts: DemoParts): Promise<FoundDemo> {
  const { store, fixed } = parts
  const root = (await store.read.rootEntities()).find(({ name }) => name === DEMO_ROOT)
  const merchant = root && (await store.read.childEntities(root.id))[0]
  if (merchant === undefined) return {}
  const channels = await store.read.childEntities(merchant.id)
  const channelOf = (fixedId: string | undefined, isLegacy: boolean) =>
    channels.find(({ id, name }) =>
      fixedId === undefined ? (name === LEGACY_CHANNEL) === isLegacy : id === fixedId,
    )?.id
  return {
    merchantId: merchant.id,
    entityId: channelOf(fixed.entityId, false),
    legacyEntityId: channelOf(fixed.legacyEntityId, true),
    accessToken: await tokenOf(merchant.id, parts),
  }
}

async function tokenOf(
  merchantId: string,
  { store, vault, fixed }: DemoParts,
): Promise<string | undefined> {
  for (const token of await store.read.tokensOfEntity(merchantId)) {
    const accessToken = openedCredential(vault, token.hash, token.sealed)
    if (accessToken === undefined) continue
    if (fixed.accessToken === undefined || fixed.accessToken === accessToken) return accessToken
  }
  return undefined
}

/** `undefined` where another process has made the same in the meantime. */
async function makeMissing(
  found: FoundDemo,
  parts: DemoParts,
): Promise<DemoCredentials | undefined> {
  const { store, clock, fixed } = parts
  const nowMs = clock.now()
  const merchantId = found.merchantId ?? newObjectId(nowMs)
  const demo: DemoCredentials = {
    entityId: found.entityId ?? fixed.entityId ?? newObjectId(nowMs),
    legacyEntityId: found.legacyEntityId ?? fixed.legacyEntityId ?? newObjectId(nowMs),
    accessToken: found.accessToken ?? fixed.accessToken ?? newAccessToken(),
  }
  const committed = await store.commit([
    ...(found.merchantId === undefined ? merchant(merchantId, nowMs) : []),
    ...(await channel(demo.entityId, { merchantId, name: 'Demo channel', settings: {} }, parts)),
    ...(await channel(
      demo.legacyEntityId,
      { merchantId, name: LEGACY_CHANNEL, settings: { profile: 'legacy' } },
      parts,
    )),
    ...(await accessToken(demo.accessToken, merchantId, parts)),
  ])
  return committed.applied ? demo : undefined
}

function merchant(id: string, nowMs: number): Change[] {
  const rootId = newObjectId(nowMs)
  return [
    entity({ kind: 'psp', id: rootId, parentId: null, name: DEMO_ROOT }, nowMs),
    entity({ kind: 'merchant', id, parentId: rootId, name: 'Demo merchant' }, nowMs),
  ]
}

/** A channel, unless there is an entity with this id. */
async function channel(
  id: string,
  made: {
    readonly merchantId: string
    readonly name: string
    readonly settings: Partial<EntitySettings>
  },
  { store, clock }: DemoParts,
): Promise<Change[]> {
  if ((await store.read.entity(id)) !== undefined) return []
  const { merchantId: parentId, name } = made
  const settings = JSON.stringify(made.settings)
  return [entity({ kind: 'channel', id, parentId, name, settings }, clock.now())]
}

async function accessToken(
  token: string,
  entityId: string,
  { store, vault, clock }: DemoParts,
): Promise<Change[]> {
  const hash = hashToken(token)
  if ((await store.read.token(hash)) !== undefined) return []
  const sealed = vault.sealCredential(hash, token)
  const made = { sealed, createdAtMs: clock.now(), ...SEEN_BY_NOBODY, ...UNLIMITED_TOKEN }
  const row = { hash, entityId, label: DEMO_TOKEN, administers: false, ...made }
  return [{ kind: 'insertToken', row }]
}

function entity(
  made: Pick<EntityRow, 'kind' | 'id' | 'parentId' | 'name'> & { readonly settings?: string },
  createdAtMs: number,
): Change {
  return {
    kind: 'insertEntity',
    row: { settings: '{}', ...made, active: true, createdAtMs, version: 1 },
  }
}
