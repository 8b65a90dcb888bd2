import { PROVIDERS } from '../../acquirers/index.ts'
import { ownSettings } from '../../server/entities/own-settings.ts'
import { type EntitySettings, settingsOf } from '../../server/entities/settings.ts'
import { scopesOf, validityOf } from '../../server/entities/token-limits.ts'
import type { Vault } from '../../server/kernel/vault/vault.ts'
import { openCredentials, providerNamed } from '../../server/payments/accounts/index.ts'
import type { PrepareParts } from '../../server/payments/index.ts'
import type {
  ConnectorAccountRow,
  EntityRow,
  StoreReads,
  TokenRow,
  WebhookRow,
} from '../../server/store/port.ts'

/** The steps to a channel that takes payments, in their order. */
export const STEPS = ['brands', 'account', 'webhook', 'token', 'payment'] as const

/**
 * Why a step is open. `notChosen`: all brands are taken. `simulator`: payments are simulated. `unusable`: the named
 * accounts take no payments. `off`: what is there is switched off. `ended`: what is there has ended. `failed`: payments
 * were tried, and none has succeeded. `none`: there is nothing yet.
 */
export const REASONS = [
  'notChosen',
  'simulator',
  'unusable',
  'off',
  'ended',
  'failed',
  'none',
] as const

/** How a step stands: done by an entity of the path, or by the settings of the process (`by` is absent), or open. */
export type Standing =
  | { readonly state: 'done'; readonly by?: EntityRow }
  | { readonly state: 'open'; readonly reason: (typeof REASONS)[number] }

const open = (reason: (typeof REASONS)[number]): Standing => ({ state: 'open', reason })

/** Who sets a setting of a channel: itself first; `undefined`: its default counts. */
function setterOf(name: keyof EntitySettings, path: readonly EntityRow[]): EntityRow | undefined {
  return path.find((entity) => name in ownSettings(entity).own)
}

/** Whether the brands were chosen. `path`: the channel first. */
export function brandStep(path: readonly EntityRow[]): Standing {
  const by = setterOf('brands', path)
  return by === undefined ? open('notChosen') : { state: 'done', by }
}

export type AccountParts = Pick<PrepareParts, 'environment' | 'connectorFor' | 'findAccount'> & {
  readonly vault: Pick<Vault, 'openCredential'>
}

/** Whether an account of an acquirer takes the channel's payments; the simulator is none. */
export async function accountStep(
  path: readonly EntityRow[],
  parts: AccountParts,
): Promise<Standing> {
  const { routing } = settingsOf(path)
  const { environment, connectorFor } = parts
  const ofProcess = connectorFor(environment === 'live' ? 'LIVE' : 'EXTERNAL')?.name
  if (routing === undefined) {
    if (environment === 'live') return ofProcess === undefined ? open('none') : { state: 'done' }
    return open(connectorFor('INTERNAL') === undefined ? 'none' : 'simulator')
  }
  const by = setterOf('routing', path)
  const done: Standing = { state: 'done', ...(by === undefined ? {} : { by }) }
  for (const { account } of routing) {
    if (account === ofProcess || (await takesPayments(account, path, parts))) return done
  }
  const isSimulated = routing.some(({ account }) => account === connectorFor('INTERNAL')?.name)
  return open(isSimulated ? 'simulator' : 'unusable')
}

async function takesPayments(
  id: string,
  path: readonly EntityRow[],
  { findAccount, vault }: AccountParts,
): Promise<boolean> {
  const account = await findAccount?.(id)
  if (account?.takesPayments() !== true) return false
  const isOfPath = path.some((entity) => entity.id === account.row.entityId)
  return isOfPath && !lacksCredential(account.row, vault)
}

/** Whether a credential without which an account takes no payments is missing, or does not open. */
function lacksCredential(row: ConnectorAccountRow, vault: AccountParts['vault']): boolean {
  const values = openCredentials(vault, row)
  const slots = providerNamed(row.provider, PROVIDERS)?.credentials ?? []
  return slots.some(({ name, isOptional }) => !isOptional && values?.[name]?.current === undefined)
}

type Reads = Pick<StoreReads, 'webhooksOfEntity' | 'tokensOfEntity'>

/** Whether events of the channel are sent anywhere: an endpoint of the path that is switched on. */
export async function webhookStep(path: readonly EntityRow[], read: Reads): Promise<Standing> {
  const isOn = ({ state }: WebhookRow) => state === 'active'
  const isThere = ({ state }: WebhookRow) => state !== 'deleted'
  const found = await firstOfPath(path, (id) => read.webhooksOfEntity(id), isOn)
  return found.standing ?? open(found.rows.some(isThere) ? 'off' : 'none')
}

/** Whether a server of the merchant can pay on the channel: by a token of the path that has the scope and has not ended. */
export async function tokenStep(
  path: readonly EntityRow[],
  read: Reads,
  nowMs: number,
): Promise<Standing> {
  const pays = (token: TokenRow) => !token.administers && scopesOf(token).includes('pay')
  const isValid = (token: TokenRow) => validityOf(token, nowMs) !== 'ended'
  const found = await firstOfPath(
    path,
    (id) => read.tokensOfEntity(id),
    (token) => pays(token) && isValid(token),
  )
  return found.standing ?? open(found.rows.some(pays) ? 'ended' : 'none')
}

/** The first entity of a path with a row that counts; the rows of all that were looked at. */
async function firstOfPath<Row>(
  path: readonly EntityRow[],
  rowsOf: (id: string) => Promise<readonly Row[]>,
  counts: (row: Row) => boolean,
): Promise<{ readonly standing?: Standing; readonly rows: readonly Row[] }> {
  const rows: Row[] = []
  for (const by of path) {
    const own = await rowsOf(by.id)
    if (own.some(counts)) return { standing: { state: 'done', by }, rows }
    rows.push(...own)
  }
  return { rows }
}
