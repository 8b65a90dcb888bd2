import { type Money, parseAmount } from '../../../common/money.ts'
import type { UsableEntity } from '../../entities/access.ts'
import type { PaymentRoute } from '../../entities/settings.ts'
import type { ParameterValues } from '../../parameters/values.ts'
import { type Refusal, refuse } from '../../results/refusal.ts'
import type { EntityRow } from '../../store/port.ts'
import { providerOf } from '../accounts/account.ts'
import type { FindAccount } from '../accounts/account-connectors.ts'
import type { Connector, Unsupported } from '../connectors/connector.ts'

/** What is known already comes without a promise. Rejects with the store. */
export type FindConnector = (name: string) => Connector | Promise<Connector>

/** Chooses the connector of a payment. */
export interface ConnectorChoice {
  readonly environment: 'test' | 'live'
  /** The connector for a mode, or `undefined` when none is configured for it (decisions §7). */
  readonly connectorFor: (mode: 'INTERNAL' | 'EXTERNAL' | 'LIVE') => Connector | undefined
  /** Connectors of the mode EXTERNAL that take no new payments; absent: none. */
  readonly formerNames?: readonly string[]
  /** The connector of that name; if it is not configured any more, one that refuses everything. */
  readonly connectorOf: FindConnector
  /** A stored account by its id. */
  readonly findAccount?: FindAccount
}

/** The connector for the mode of the request (interface document, test modes), where nothing is routed. */
export function chooseConnector(
  values: ParameterValues,
  parts: ConnectorChoice,
): Connector | Refusal {
  if (parts.environment === 'live') return parts.connectorFor('LIVE') ?? refuse('600.200.201')
  const mode = values.get('testMode') === 'EXTERNAL' ? 'EXTERNAL' : 'INTERNAL'
  return (
    parts.connectorFor(mode) ??
    refuse('600.200.700', {
      description: `testMode=${mode} has no connector on this channel: leave it out, or send testMode=INTERNAL`,
    })
  )
}

/** What the conditions of a route look at. */
export interface RoutedPayment {
  /** Of the instrument, and of a wallet's card that of the card. */
  readonly brands: readonly string[]
  /** `undefined`: it moves no money. */
  readonly amount: Money | undefined
  readonly issuerCountry: () => string | undefined
}

/** Whether a route is for a payment: all that it says has to be true. */
export function isRouteFor(route: PaymentRoute, payment: RoutedPayment): boolean {
  const { brands, currencies, countries, amount } = route
  if (brands !== undefined && !payment.brands.some((brand) => brands.includes(brand))) return false
  if (currencies !== undefined && !currencies.includes(payment.amount?.currency ?? '')) return false
  if (amount !== undefined && !isWithin(payment.amount, amount)) return false
  return countries === undefined || countries.includes(payment.issuerCountry() ?? '')
}

function isWithin(
  paid: Money | undefined,
  { currency, atLeast, atMost }: NonNullable<PaymentRoute['amount']>,
): boolean {
  if (paid?.currency !== currency) return false
  const isOn = (text: string | undefined, fits: (minor: number) => boolean) => {
    const end = text === undefined ? undefined : parseAmount(text, currency)
    return typeof end !== 'object' || fits(end.minor)
  }
  return (
    isOn(atLeast, (minor) => paid.minor >= minor) && isOn(atMost, (minor) => paid.minor <= minor)
  )
}

/** What a channel routes by. */
export interface RoutedCall {
  readonly channel: Pick<UsableEntity, 'settings' | 'path'>
  readonly values: ParameterValues
}

/**
 * The connector of the first route of a channel that is for a payment and whose account takes it. The reason of the
 * last account that does not is told where none does.
 */
export async function routedConnector(
  { channel, values }: RoutedCall,
  payment: RoutedPayment,
  unsupportedBy: (connector: Connector) => Unsupported | undefined,
  choice: ConnectorChoice,
): Promise<Connector | Refusal> {
  let refused: Unsupported | undefined
  for (const route of channel.settings.routing ?? []) {
    if (!isOfMode(route.account, values) || !isRouteFor(route, payment)) continue
    const connector = await usableAccount(route.account, channel.path, choice)
    if (connector === undefined) continue
    const unsupported = unsupportedBy(connector)
    if (unsupported === undefined) return connector
    refused = unsupported
  }
  if (refused === undefined) return noRoute
  return refuse(refused.code, { description: refused.description })
}

/** The connector of what charges nothing and is not sent: that of the first account that can be used. */
export async function connectorOfNothing(
  { channel, values }: RoutedCall,
  choice: ConnectorChoice,
): Promise<Connector | Refusal> {
  if (channel.settings.routing === undefined) return chooseConnector(values, choice)
  for (const { account } of channel.settings.routing) {
    const connector = isOfMode(account, values)
      ? await usableAccount(account, channel.path, choice)
      : undefined
    if (connector !== undefined) return connector
  }
  return noRoute
}

/** In test a request may name a mode: the simulator, or what is none. */
function isOfMode(account: string, values: ParameterValues): boolean {
  const mode = values.sent('testMode')
  return mode === undefined || (providerOf(account) === 'simulator') === (mode === 'INTERNAL')
}

/** An account that takes new payments: of the process's own settings, or a stored one of the channel or above it. */
async function usableAccount(
  id: string,
  path: readonly EntityRow[],
  { environment, connectorFor, findAccount }: ConnectorChoice,
): Promise<Connector | undefined> {
  const modes = environment === 'live' ? (['LIVE'] as const) : (['INTERNAL', 'EXTERNAL'] as const)
  const own = modes.map((mode) => connectorFor(mode)).find((one) => one?.name === id)
  if (own !== undefined) return own
  const account = await findAccount?.(id)
  if (account?.takesPayments() !== true) return undefined
  return path.some(({ id: entityId }) => entityId === account.row.entityId)
    ? account.connector
    : undefined
}

const noRoute = refuse('600.200.500', {
  description:
    'No account of this channel takes such a payment: see its setting "routing" and the accounts that it names',
})
