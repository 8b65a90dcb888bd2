import { PROVIDERS } from '../../acquirers/index.ts'
import { minorDigitsOf } from '../../common/money.ts'
import { channelsBelow, entitiesBelow } from '../../server/entities/channels-below.ts'
import type { Clock } from '../../server/kernel/timers/clock.ts'
import type { AcquirerAccountRow, EntityRow, Store } from '../../server/store/port.ts'

export interface NewAccount {
  readonly entity: Pick<EntityRow, 'id' | 'kind'>
  readonly connector: string
  /** The acquirer's number of the merchant. */
  readonly merchantId: string
  readonly acquirer: string
  readonly currencies: readonly string[]
  /** Days after a booking within which it usually reports and pays out, 1 to 31. */
  readonly usualDays: number
}

/** Makes an account, or says why not. */
export async function createAccount(
  wanted: NewAccount,
  { store, clock }: { readonly store: Store; readonly clock: Clock },
): Promise<AcquirerAccountRow | { readonly fault: string }> {
  const fault = faultOf(wanted) ?? (await overlapFault(wanted, store))
  if (fault !== undefined) return { fault }
  const { entity, currencies, ...named } = wanted
  const nowMs = clock.now()
  const row: AcquirerAccountRow = {
    ...named,
    id: `${wanted.merchantId}@${wanted.connector}`,
    entityId: entity.id,
    currencies: currencies.join(','),
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    version: 1,
  }
  const { applied } = await store.commit([{ kind: 'insertAcquirerAccount', row }])
  return applied ? row : { fault: `there is an account ${row.id} already` }
}

/** Changes the usual days of an account; `undefined`: the account was changed or removed meanwhile. */
export async function changeUsualDays(
  { id, version }: Pick<AcquirerAccountRow, 'id' | 'version'>,
  usualDays: number,
  { store, clock }: { readonly store: Store; readonly clock: Clock },
): Promise<'changed' | undefined> {
  const set = { usualDays, updatedAtMs: clock.now() }
  const step = { kind: 'stepAcquirerAccount', id, expectedVersion: version, set } as const
  return (await store.commit([step])).applied ? 'changed' : undefined
}

/** Lengths of ClearingInstituteMerchantId and ClearingInsitituteName (interface document). */
function faultOf({ entity, connector, merchantId, acquirer, currencies }: NewAccount) {
  if (entity.kind !== 'merchant' && entity.kind !== 'channel') {
    return `an account belongs to a merchant or a channel, not to a ${entity.kind}`
  }
  if (!isConnector(connector)) {
    return `there is no connector ${JSON.stringify(connector)}: name simulator, gateway, gateway: and the entity at the receiver (32 hex digits), or the id of a connector account`
  }
  if (!/^[\w.-]{5,64}$/.test(merchantId)) {
    return 'the merchant id has 5 to 64 letters, digits, dots, hyphens or underscores'
  }
  if (acquirer.length < 1 || acquirer.length > 64 || /[\r\n;"]/.test(acquirer)) {
    return 'the name of the acquirer has 1 to 64 characters'
  }
  const unknown = currencies.find((currency) => minorDigitsOf(currency) === undefined)
  return unknown === undefined ? undefined : `${unknown} is no currency of ISO 4217`
}

/** Whether payments may have such a connector: one that the settings of the process make, or a connector account. */
function isConnector(name: string): boolean {
  const [provider, id] = name.split(':', 2)
  const isKnown = PROVIDERS.some((one) => one.name === provider)
  return isKnown && (id === undefined || /^[0-9a-f]{32}$/.test(id))
}

/** Why a payment would be settled through two accounts. */
async function overlapFault(
  { entity, connector, merchantId }: NewAccount,
  store: Store,
): Promise<string | undefined> {
  const above = (await store.read.entityPath(entity.id)).map(({ id }) => id)
  const related = [...new Set([...above, ...(await entitiesBelow(entity, store))])]
  for (let at = 0; at < related.length; at += MAX_LISTED) {
    const accounts = await store.read.acquirerAccountsOf(related.slice(at, at + MAX_LISTED))
    const other = accounts.find(
      (one) => overlap(one.connector, connector) && one.id !== `${merchantId}@${connector}`,
    )
    if (other !== undefined) {
      return `payments of ${connector} are settled through ${other.id} of ${other.entityId} already: accounts of one connector must not overlap`
    }
  }
  return undefined
}

/**
 * Whether an account settles the payments of a connector: of exactly that one, or of every other gateway
 * (`gateway`).
 */
export function settles(
  { connector }: Pick<AcquirerAccountRow, 'connector'>,
  name: string,
): boolean {
  return name === connector || (connector === 'gateway' && name.startsWith('gateway:'))
}

function overlap(one: string, other: string): boolean {
  return settles({ connector: one }, other) || settles({ connector: other }, one)
}

/** Entities of one read. */
const MAX_LISTED = 1000

/** The entities at and below this one that have accounts: where its settlement batches are. */
export async function settledEntities(
  entity: Pick<EntityRow, 'id' | 'kind'>,
  store: Store,
): Promise<readonly string[]> {
  const accounts = await accountsBelow(entity, store)
  return [...new Set(accounts.map(({ entityId }) => entityId))].slice(0, MAX_LISTED)
}

/** The accounts of an entity and of all below it. */
export async function accountsBelow(
  entity: Pick<EntityRow, 'id' | 'kind'>,
  store: Store,
): Promise<readonly AcquirerAccountRow[]> {
  const ids = await entitiesBelow(entity, store)
  const found: AcquirerAccountRow[] = []
  for (let at = 0; at < ids.length; at += MAX_LISTED) {
    found.push(...(await store.read.acquirerAccountsOf(ids.slice(at, at + MAX_LISTED))))
  }
  return found
}

/** The channels whose payments are settled through an account. */
export async function channelsOf(
  { entityId }: AcquirerAccountRow,
  store: Store,
): Promise<readonly string[]> {
  const entity = await store.read.entity(entityId)
  return entity === undefined ? [] : channelsBelow(entity, store)
}
