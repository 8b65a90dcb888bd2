import { PROVIDERS } from '../../acquirers/index.ts'
import { SECOND_MS } from '../../common/durations.ts'
import { createEntityClocks } from '../../server/entities/entity-clocks.ts'
import type { EntitySettings } from '../../server/entities/settings.ts'
import { newObjectId } from '../../server/kernel/ids.ts'
import type { Clock } from '../../server/kernel/timers/clock.ts'
import type { Vault } from '../../server/kernel/vault/vault.ts'
import {
  type AccountManagement,
  createAccountManagement,
} from '../../server/payments/accounts/index.ts'
import { eventsAddress } from '../../server/payments/inbox/index.ts'
import type { ConnectorAccountRow, EntityRow, Store } from '../../server/store/port.ts'
import { playAdyen } from '../acquirers/adyen/played.ts'
import type { PlayAcquirer, PlayedAcquirer } from '../acquirers/shared/played.ts'
import { playStripe } from '../acquirers/stripe/played.ts'

/** The acquirers that are played; a further one is a line here. */
const ACQUIRERS: readonly PlayAcquirer[] = [playStripe, playAdyen]

/** How often what is due there is done. */
const DUE_EVERY_MS = SECOND_MS

export interface PlayedParts {
  readonly store: Store
  readonly vault: Vault
  readonly clock: Clock
  /** Of this gateway, where the acquirers tell events. */
  readonly baseUrl: string
  /** The demo's channel. */
  readonly entityId: string
}

/** An emulated acquirer with a channel of the demo, whose payments go there. */
export interface AcquirerOfDemo extends Pick<PlayedAcquirer, 'title' | 'page' | 'cards'> {
  readonly entityId: string
}

export interface AcquirersOfDemo {
  readonly acquirers: readonly AcquirerOfDemo[]
  /** Where they listen, by their provider. */
  readonly providerUrls: Readonly<Record<string, string>>
  close(): Promise<void>
}

/**
 * Starts the emulated acquirers. Each has a connector account of the demo merchant, which is given the credentials of
 * this start, and a channel below it; a later start finds both again. What the acquirers know ends with the process.
 */
export async function playAcquirers(parts: PlayedParts): Promise<AcquirersOfDemo> {
  const { store, vault, clock } = parts
  const clocks = createEntityClocks(clock)
  const accounts = createAccountManagement({
    environment: 'test',
    store,
    vault,
    clock: clocks,
    providers: PROVIDERS,
  })
  const seed = newObjectId(clock.now())
  const played = await Promise.all(ACQUIRERS.map((play) => play({ clock, seed })))
  const acquirers: (AcquirerOfDemo & { readonly account: string })[] = []
  for (const one of played) {
    const { title, page, cards } = one
    acquirers.push({ title, page, cards, ...(await channelAt(one, accounts, parts)) })
  }
  const due = setInterval(() => {
    for (const one of played) one.runDue()
  }, DUE_EVERY_MS)
  due.unref()
  return {
    acquirers,
    providerUrls: Object.fromEntries(played.map(({ provider, url }) => [provider, url])),
    async close() {
      clearInterval(due)
      // A later start without them would send new payments to the acquirers themselves.
      for (const { account } of acquirers) await accounts.change(account, { state: 'disabled' })
      await Promise.all(played.map((one) => one.close()))
    },
  }
}

/** The channel whose payments go to an acquirer, and the account, which has the credentials of this start. */
async function channelAt(played: PlayedAcquirer, accounts: AccountManagement, parts: PlayedParts) {
  const { store, baseUrl } = parts
  const path = await store.read.entityPath(parts.entityId)
  const merchantId = path.find(({ kind }) => kind === 'merchant')?.id ?? parts.entityId
  const account = await accountAt(played, merchantId, { store, accounts })
  const credentials = played.tellAt(eventsAddress(baseUrl, account))
  for (const [slot, value] of Object.entries(credentials)) {
    done(await accounts.rotate(account, slot, { step: 'replace', value }))
  }
  done(await accounts.change(account, { state: 'active' }))
  const found = await findChannel(merchantId, account, store)
  return { account, entityId: found ?? (await makeChannel(played, account, merchantId, parts)) }
}

async function accountAt(
  { provider, title, merchantId }: PlayedAcquirer,
  entityId: string,
  { store, accounts }: { readonly store: Store; readonly accounts: AccountManagement },
): Promise<string> {
  const rows = await store.read.connectorAccountsOf([entityId])
  const found = rows.find((row) => row.provider === provider && row.merchantId === merchantId)
  if (found !== undefined) return found.id
  const name = `${title}, emulated`
  const environment = 'test' as const
  const wanted = { entityId, provider, name, environment, merchantId, settings: {} }
  return done(await accounts.add(wanted)).id
}

/** The account that was made or changed. */
function done(made: Awaited<ReturnType<AccountManagement['add']>>): ConnectorAccountRow {
  if ('sealedCredentials' in made) return made
  throw new Error(`The account of an emulated acquirer cannot be made: ${JSON.stringify(made)}`)
}

async function findChannel(
  merchantId: string,
  account: string,
  { read }: Store,
): Promise<string | undefined> {
  const children = await read.childEntities(merchantId)
  return children.find(({ kind, settings }) => kind === 'channel' && settings.includes(account))?.id
}

async function makeChannel(
  { title }: PlayedAcquirer,
  account: string,
  parentId: string,
  { store, clock }: PlayedParts,
): Promise<string> {
  const nowMs = clock.now()
  const id = newObjectId(nowMs)
  const settings: Partial<EntitySettings> = { routing: [{ account }] }
  const row: EntityRow = {
    id,
    parentId,
    kind: 'channel',
    name: `Demo channel at ${title}`,
    settings: JSON.stringify(settings),
    active: true,
    createdAtMs: nowMs,
    version: 1,
  }
  await store.commit([{ kind: 'insertEntity', row }])
  return id
}
