import { hashToken, newAccessToken, newObjectId } from '../kernel/ids.ts'
import type { Clock } from '../kernel/timers/clock.ts'
import { openedCredential } from '../kernel/vault/unopened.ts'
import type { Vault } from '../kernel/vault/vault.ts'
import type { Change, EntityRow, Store, TokenRow } from '../store/port.ts'
import { SEEN_BY_NOBODY } from './known-token.ts'
import type { EntitySettings } from './settings.ts'

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

/** Name of the demo's root entity, by which a later start finds it. */
const DEMO_ROOT = 'Tillgate demo'
/** Name of the second demo channel, by which a later start finds it also when its profile was changed. */
const LEGACY_CHANNEL = 'Demo channel for plugins and SDKs'

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

/** The user of the demo, with all rights. */
export const DEMO_OWNER_EMAIL = 'owner@tillgate.example'

/** Label of the demo's token, which everybody knows where configuration has fixed it. */
const DEMO_TOKEN = 'Demo token'

/**
 * What the test environment has left in a database: the demo's `token`, or its `merchant` without one. Undefined:
 * no test environment has started on it.
 */
export async function testTraces({
  read,
}: Pick<Store, 'read'>): Promise<'token' | 'merchant' | undefined> {
  const root = (await read.rootEntities()).find(({ name }) => name === DEMO_ROOT)
  if (root === undefined) return undefined
  return (await demoTokens({ read })).length > 0 ? 'token' : 'merchant'
}

/** The tokens that starts of the test environment have made. */
export async function demoTokens({ read }: Pick<Store, 'read'>): Promise<readonly TokenRow[]> {
  const root = (await read.rootEntities()).find(({ name }) => name === DEMO_ROOT)
  const merchants = root === undefined ? [] : await read.childEntities(root.id)
  const tokens = await Promise.all(merchants.map(({ id }) => read.tokensOfEntity(id)))
  return tokens.flat().filter(({ label }) => label === DEMO_TOKEN)
}

/** The demo's channel of the profile `strict`; undefined where there is no demo. */
export async function findDemoChannel({ read }: Pick<Store, 'read'>): Promise<string | undefined> {
  const root = (await read.rootEntities()).find(({ name }) => name === DEMO_ROOT)
  const merchant = root && (await read.childEntities(root.id))[0]
  const channels = merchant ? await read.childEntities(merchant.id) : []
  return channels.find(({ kind, name }) => kind === 'channel' && name !== LEGACY_CHANNEL)?.id
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
  const made = { sealed, createdAtMs: clock.now(), ...SEEN_BY_NOBODY }
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
