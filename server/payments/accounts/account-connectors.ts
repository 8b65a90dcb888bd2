import { cached, ENTITY_CACHED_MS } from '../../entities/cached.ts'
import type { Clock } from '../../kernel/timers/clock.ts'
import type { Vault } from '../../kernel/vault/vault.ts'
import type { ConnectorAccountRow, Store } from '../../store/port.ts'
import { absentConnector } from '../connectors/absent.ts'
import type { Connector } from '../connectors/connector.ts'
import type { ValuesOfSlot } from '../connectors/provider-parts.ts'
import { accountSettingsOf, type ConnectorAccount } from './account.ts'
import { countingValues, openCredentials } from './credentials.ts'

export interface AccountConnectorParts {
  readonly environment: 'test' | 'live'
  readonly store: Pick<Store, 'read'>
  readonly vault: Pick<Vault, 'openCredential'>
  readonly clock: Clock
  readonly log: { error(fields: object, message: string): void }
  /** Makes the connector of an account; `undefined`: its provider has none here. */
  readonly connect: (account: ConnectorAccount, credentials: ValuesOfSlot) => Connector | undefined
}

/** A stored account, with the connector that sends through it. */
export interface ConnectedAccount {
  readonly row: ConnectorAccountRow
  readonly connector: Connector
  /** Whether it takes new payments now. */
  readonly takesPayments: () => boolean
  /** When another credential of it counts, and it has to be connected anew. */
  readonly changesAtMs: number
}

/** Finds stored accounts; what is known already comes without a promise. Rejects with the store. */
export type FindAccount = (
  id: string,
) => ConnectedAccount | undefined | Promise<ConnectedAccount | undefined>

/** A connector is made once for each version of its account. A changed account is seen with `ENTITY_CACHED_MS`. */
export function createAccountConnectors(parts: AccountConnectorParts): FindAccount {
  const made = new Map<string, ConnectedAccount>()

  async function load(id: string): Promise<ConnectedAccount | undefined> {
    const row = await parts.store.read.connectorAccount(id)
    if (row === undefined) return undefined
    const known = made.get(id)
    const isKnown = known?.row.version === row.version && parts.clock.now() < known.changesAtMs
    if (isKnown) return known
    const { connector, changesAtMs } = connectorTo(row, parts)
    // Without an account its connector cannot be made: it is of the other environment, or does not open.
    const isUsable = row.state === 'active' && connector.account !== undefined
    const takesPayments = () => isUsable && (row.heldUntilMs ?? 0) <= parts.clock.now()
    const found = { row, connector, takesPayments, changesAtMs }
    made.set(id, found)
    return found
  }

  return cached(load, parts.clock, ENTITY_CACHED_MS)
}

function connectorTo(
  row: ConnectorAccountRow,
  { environment, vault, clock, log, connect }: AccountConnectorParts,
): Pick<ConnectedAccount, 'connector' | 'changesAtMs'> {
  const { id, provider, merchantId } = row
  // A live gateway sends nothing through an account of test, however it came into its database.
  const absent = { connector: absentConnector(id), changesAtMs: Infinity }
  if (row.environment !== environment) return absent
  const credentials = openCredentials(vault, row)
  if (credentials === undefined) {
    log.error({ account: id }, 'the credentials of a connector account do not open')
    return absent
  }
  const settings = accountSettingsOf(row)
  const account = { id, provider, merchantId, environment, settings }
  const nowMs = clock.now()
  const changes = Object.values(credentials).map(
    (values) => countingValues(values, nowMs).changesAtMs,
  )
  const connector = connect(account, (slot) => {
    const values = credentials[slot]
    return values === undefined ? [] : countingValues(values, nowMs).values
  })
  return connector === undefined ? absent : { connector, changesAtMs: Math.min(...changes) }
}
