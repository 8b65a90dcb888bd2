import { createAdyenConnector } from '../../../acquirers/adyen/adyen.ts'
import type { GatewaySettings } from '../../../acquirers/gateway/account-settings.ts'
import { type FindForwarded, receiverIdOf } from '../../../acquirers/gateway/forwarded.ts'
import {
  createGatewayConnector,
  type GatewayConnector,
  type GatewayConnectorParts,
} from '../../../acquirers/gateway/gateway.ts'
import type { ReceiverSettings } from '../../../acquirers/gateway/receiver-client.ts'
import { createStripeConnector } from '../../../acquirers/stripe/stripe.ts'
import type { ParameterValues } from '../../parameters/values.ts'
import { type Refusal, refuse } from '../../results/refusal.ts'
import type { Store } from '../../store/port.ts'
import { type AccountSettings, type ConnectorAccount, withinAccount } from '../accounts/account.ts'
import {
  type AccountConnectorParts,
  createAccountConnectors,
  type FindAccount,
} from '../accounts/account-connectors.ts'
import { namesOf, providerIdOf } from '../accounts/provider-references.ts'
import { absentConnector } from '../connectors/absent.ts'
import type { Connector, Redirect, UnsolicitedAnswer } from '../connectors/connector.ts'
import { liveConnector } from '../connectors/live-connector.ts'
import type { NamesAtProvider, StoredAtProvider } from '../connectors/names.ts'
import { createPageConnector } from '../connectors/page-connector.ts'
import type { ProviderParts } from '../connectors/provider-parts.ts'
import { createHeldCharges, type HeldCharges } from '../connectors/replay.ts'
import { createReturnUrl, mayReturnTo } from '../connectors/return-url.ts'
import { shopperReturnUrl } from '../connectors/shopper-return-url.ts'
import { readDetails } from '../details.ts'
import type { Core } from '../feature.ts'
import type { ReturnRouteParts } from './return-routes.ts'
import type { ConnectorChoice } from './routing.ts'

/** What the connectors of a process are made of. */
interface ConnectorParts
  extends Pick<Core, 'environment' | 'baseUrl' | 'store' | 'vault' | 'clock' | 'log'> {
  /** Of the test environment. */
  readonly simulator: Connector | undefined
  /** The page of the gateway on which a cardholder is authenticated, where there is one. */
  readonly authenticationPage: ((payment: { readonly id: string }) => Redirect) | undefined
  /** The other server that `testMode=EXTERNAL`, and live, forward to: a short way to an account. */
  readonly receiver?: ReceiverSettings
  /** Servers that payments were forwarded to before: what refers to these payments still goes there. */
  readonly formerReceivers?: readonly ReceiverSettings[]
  /** In test: where emulators of providers listen, by provider. */
  readonly providerUrls?: Readonly<Record<string, string>>
  /** Replaces the connector to that server. */
  readonly external?: Connector | undefined
  /** What stored accounts may reach besides the internet. */
  readonly outgoingSubnets: readonly string[]
}

/** `external`: the connector of `testMode=EXTERNAL` and of live; the receiver unless it was replaced. */
export function createConnectors(core: ConnectorParts) {
  const { environment, simulator } = core
  const receiver = core.receiver && receiverOf(core.receiver, core)
  const found = core.external ?? receiver
  const external = found && withinGateway(found, core)
  const former = (core.formerReceivers ?? []).map((one) =>
    withinGateway(receiverOf(one, core), core),
  )
  let takeAnswer: UnsolicitedAnswer | undefined
  const findAccount = createAccountConnectors({
    ...core,
    connect: connectOf(core, () => takeAnswer),
  })
  const choice = choiceOf(environment, { internal: simulator, external, former, findAccount })
  return {
    receiver,
    shopperReturns: returnsTo(core),
    choice,
    onUnsolicitedAnswer(take: UnsolicitedAnswer) {
      takeAnswer = take
      for (const connector of [simulator, external, ...former]) connector?.onUnsolicitedAnswer(take)
    },
  }
}

/** How accounts of each provider are connected. */
function connectOf(
  core: ConnectorParts,
  takeAnswer: () => UnsolicitedAnswer | undefined,
): AccountConnectorParts['connect'] {
  const { simulator, outgoingSubnets: allowedSubnets } = core
  const held = createHeldCharges(core.clock)
  const listening = (connector: Connector, account: ConnectorAccount) => {
    const within = withinAccount(connector, account)
    // Before that nothing is sent: the listener is set while the process is made.
    within.onUnsolicitedAnswer((paymentId, outcome) =>
      (takeAnswer() ?? dropped)(paymentId, outcome),
    )
    return within
  }
  const within = (account: ConnectorAccount, create: (parts: ProviderParts) => Connector) =>
    listening(withinGateway(create(partsOf(account, held, core)), core), account)
  return {
    simulator:
      simulator && ((account) => withinAccount({ ...simulator, name: account.id }, account)),
    gateway(account, credentials) {
      const [token = '', nextToken] = credentials('accessToken')
      const { url, capture } = account.settings as AccountSettings & GatewaySettings
      const receiver = { url, entityId: account.merchantId, token }
      const connector = receiverOf(
        { ...receiver, ...(nextToken === undefined ? {} : { nextToken }) },
        core,
        {
          id: account.id,
          allowedSubnets,
          webhookKeys: credentials('webhookKey'),
          capturesOnce: capture === 'one',
        },
      )
      return listening(withinGateway(connector, core), account)
    },
    stripe: (account, credentials) =>
      within(account, (parts) =>
        createStripeConnector({
          ...parts,
          keys: credentials('secretKey'),
          webhookSecrets: credentials('webhookSecret'),
        }),
      ),
    adyen: (account, credentials) =>
      within(account, (parts) =>
        createAdyenConnector({
          ...parts,
          keys: credentials('apiKey'),
          reportLogins: credentials('reportLogin'),
          webhook: { hmacKeys: credentials('hmacKey'), logins: credentials('webhookLogin') },
        }),
      ),
  }
}

const dropped: UnsolicitedAnswer = async () => undefined

/** A connector to another server, whose authentications the gateway's page shows, and with the rules of live. */
function withinGateway<Kind extends Connector>(
  connector: Kind,
  { environment, log, authenticationPage }: ConnectorParts,
): Kind {
  const acquirer = authenticationPage
    ? createPageConnector(connector, (id) => authenticationPage({ id }))
    : connector
  return environment === 'live' ? liveConnector(acquirer, log) : acquirer
}

/** Where shoppers come back to. */
function returnsTo({
  store,
  vault,
}: ConnectorParts): Omit<ReturnRouteParts['shopperReturns'], 'returned'> {
  const find = createFindForwarded(store)
  return {
    find,
    mayReturn: (paymentId, token) => mayReturnTo(paymentId, token, signOf(vault)),
  }
}

function receiverOf(
  receiver: ReceiverSettings,
  { environment, baseUrl, store, vault, log }: ConnectorParts,
  account?: GatewayConnectorParts['account'],
): GatewayConnector {
  const find = createFindForwarded(store)
  const returnUrl = createReturnUrl(baseUrl, signOf(vault))
  const parts = { receiver, environment, returnUrl, find, log }
  return createGatewayConnector({ ...parts, ...(account === undefined ? {} : { account }) })
}

/** What the connector of any provider gets. */
function partsOf(
  account: ConnectorAccount,
  held: HeldCharges,
  core: ConnectorParts,
): ProviderParts {
  const { environment, baseUrl, store, vault, clock, log, providerUrls } = core
  const emulator = environment === 'test' ? providerUrls?.[account.provider] : undefined
  return {
    ...{ account, environment, clock, log, held },
    ...(emulator === undefined ? {} : { emulator }),
    returnUrl: createReturnUrl(baseUrl, signOf(vault)),
    ...namesAt(account.id, store),
  }
}

/** What the provider of an account calls payments, and with what it charges stored details again. */
function namesAt(
  connector: string,
  store: Pick<Store, 'read'>,
): { readonly names: NamesAtProvider; readonly stored: StoredAtProvider } {
  return {
    names: (id) => namesOf({ id, connector }, store),
    stored: async (registrationId) => {
      const references = await store.read.providerReferencesOfRegistration(registrationId)
      const ofAccount = references.filter((one) => one.connector === connector)
      const token = ofAccount.find(({ kind }) => kind === 'token')
      // A declined payment leaves a customer without a token: a token is charged with its own customer only.
      if (token !== undefined) return ofAccount.filter((one) => one.paymentId === token.paymentId)
      // What the card network calls the first payment of a series counts at every account.
      return references.filter(({ kind }) => kind === 'network')
    },
  }
}

function signOf(vault: Pick<Core['vault'], 'keyedHash'>) {
  return (text: string) => vault.keyedHash(`gateway ${text}`)
}

interface ConfiguredConnectors {
  readonly internal: Connector | undefined
  readonly external: Connector | undefined
  /** Of payments that were forwarded elsewhere before. */
  readonly former: readonly Connector[]
  readonly findAccount: FindAccount
}

/** The simulator serves testMode INTERNAL, a receiver EXTERNAL or live: one process, one environment. */
function choiceOf(
  environment: 'test' | 'live',
  { internal, external, former, findAccount }: ConfiguredConnectors,
): ConnectorChoice {
  const byMode =
    environment === 'live'
      ? { INTERNAL: undefined, EXTERNAL: undefined, LIVE: external }
      : { INTERNAL: internal, EXTERNAL: external, LIVE: undefined }
  const configured = [...Object.values(byMode), ...former]
  const stored = (name: string) => {
    const found = findAccount(name)
    return found instanceof Promise
      ? found.then((account) => account?.connector ?? absentConnector(name))
      : (found?.connector ?? absentConnector(name))
  }
  return {
    environment,
    connectorFor: (mode) => byMode[mode],
    formerNames: former.map(({ name }) => name),
    connectorOf: (name) => configured.find((one) => one?.name === name) ?? stored(name),
    findAccount,
  }
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

/** Finds what the connector to another gateway needs to know about a payment that it has sent there. */
export function createFindForwarded(store: Pick<Store, 'read'>): FindForwarded {
  return async (paymentId) => {
    const payment = await store.read.payment(paymentId)
    if (payment === undefined) return undefined
    const { request, resultDetails, shopperResultUrl, authenticationRedirect } =
      readDetails(payment)
    const receiverId = (await providerIdOf(payment, store)) ?? receiverIdOf(resultDetails)
    return {
      operation: {
        paymentId,
        amount: { minor: payment.amountMinor, currency: payment.currency },
        request,
      },
      connector: payment.connector,
      isPending: payment.state === 'pending',
      isAuthenticatedThere: authenticationRedirect !== undefined,
      ...(receiverId === undefined ? {} : { receiverId }),
      ...(shopperResultUrl === undefined
        ? {}
        : { shopUrl: shopperReturnUrl(shopperResultUrl, payment) }),
    }
  }
}
