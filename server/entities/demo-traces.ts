import type { Store, TokenRow } from '../store/port.ts'

/** Name of the demo's root entity, by which a later start finds it. */
export const DEMO_ROOT = 'Tillgate demo'
/** Name of the second demo channel, by which a later start finds it also when its profile was changed. */
export const LEGACY_CHANNEL = 'Demo channel for plugins and SDKs'
/** Label of the demo's token, which everybody knows where configuration has fixed it. */
export const DEMO_TOKEN = 'Demo token'
/** The user of the demo, with all rights. */
export const DEMO_OWNER_EMAIL = 'owner@tillgate.example'

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
