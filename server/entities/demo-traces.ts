import type { AskDatabase, Store, TokenRow } from '../store/port.ts'

/** Name of the demo's root entity, by which a later start finds it. */
export const DEMO_ROOT = 'Tillgate demo'
/** Name of the second demo channel, by which a later start finds it also when its profile was changed. */
export const LEGACY_CHANNEL = 'Demo channel for plugins and SDKs'
/** Label of the demo's token, which everybody knows where configuration has fixed it. */
export const DEMO_TOKEN = 'Demo token'
/** The user of the demo, with all rights. */
export const DEMO_OWNER_EMAIL = 'owner@tillgate.example'

/** What the test environment has left in a database of any version. */
export interface DemoTraces {
  /** Top entities of the demo. */
  readonly roots: number
  readonly tokens: number
  /** Users of the demo that may sign in. */
  readonly owners: number
}

/** Counted with columns that every version has had, because the schema may be that of an earlier one. */
export async function demoTraces(ask: AskDatabase): Promise<DemoTraces> {
  const roots = `SELECT id FROM entity WHERE parent_id IS NULL AND name = '${DEMO_ROOT}'`
  const merchants = `SELECT id FROM entity WHERE parent_id IN (${roots})`
  return {
    roots: await ask('entity', roots),
    tokens: await ask(
      'access_token',
      `SELECT 1 FROM access_token WHERE label = '${DEMO_TOKEN}' AND entity_id IN (${merchants})`,
    ),
    owners: await ask(
      'admin_user',
      `SELECT 1 FROM admin_user WHERE email = '${DEMO_OWNER_EMAIL}' AND state = 'active'`,
    ),
  }
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
