import {
  type AccountConnectorParts,
  type ConnectorAccount,
  createAccountConnectors,
  type FindAccount,
  namesOf,
  providerNamed,
  withinAccount,
} from '../server/payments/accounts/index.ts'
import {
  absentConnector,
  type Connector,
  type ConnectParts,
  createHeldCharges,
  createReturnUrl,
  type HeldCharges,
  mayReturnTo,
  type Redirect,
  type UnsolicitedAnswer,
  type ValuesOfSlot,
} from '../server/payments/connectors/index.ts'
import type { Core, ReturnRouteParts } from '../server/payments/index.ts'
import type { ConnectorChoice } from '../server/payments/read/index.ts'
import type { Store } from '../server/store/port.ts'
import { createFindForwarded } from './gateway/forwarded.ts'
import { createGatewayConnector, type GatewayConnector } from './gateway/gateway.ts'
import type { ReceiverSettings } from './gateway/receiver-client.ts'
import { PROVIDERS } from './providers.ts'
import { liveConnector } from './shared/live-connector.ts'
import { createPageConnector } from './shared/page-connector.ts'
import { rehearsalConnector } from './shared/rehearsal-connector.ts'

/** What the connectors of a process are made of. */
interface ConnectorParts
  extends Pick<
    Core,
    'environment' | 'acquirerEnvironment' | 'baseUrl' | 'store' | 'vault' | 'clock' | 'log'
  > {
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
    environment: core.acquirerEnvironment,
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

/** How accounts are connected, each by its provider. */
function connectOf(
  core: ConnectorParts,
  takeAnswer: () => UnsolicitedAnswer | undefined,
): AccountConnectorParts['connect'] {
  const { simulator } = core
  const held = createHeldCharges(core.clock)
  const parts = { ...core, held }
  return (account, credentials) => {
    const provider = providerNamed(account.provider, PROVIDERS)
    if (provider === undefined) return undefined
    if (provider.connect === undefined) {
      return simulator && withinAccount({ ...simulator, name: account.id }, account)
    }
    const connector = provider.connect(partsOf(account, credentials, parts))
    const within = withinAccount(withinGateway(connector, core), account)
    // Before that nothing is sent: the listener is set while the process is made.
    within.onUnsolicitedAnswer((paymentId, outcome) =>
      (takeAnswer() ?? dropped)(paymentId, outcome),
    )
    return within
  }
}

const dropped: UnsolicitedAnswer = async () => undefined

/** A connector to another server, whose authentications the gateway's page shows, and with the rules of live. */
function withinGateway<Kind extends Connector>(
  connector: Kind,
  { environment, acquirerEnvironment, clock, log, authenticationPage }: ConnectorParts,
): Kind {
  const acquirer = authenticationPage
    ? createPageConnector(connector, (id) => authenticationPage({ id }))
    : connector
  if (environment === 'test') return acquirer
  return acquirerEnvironment === 'test'
    ? rehearsalConnector(acquirer, { clock, log })
    : liveConnector(acquirer, log)
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
  { acquirerEnvironment: environment, baseUrl, store, vault, log }: ConnectorParts,
): GatewayConnector {
  const find = createFindForwarded(store)
  const returnUrl = createReturnUrl(baseUrl, signOf(vault))
  return createGatewayConnector({ receiver, environment, returnUrl, find, log })
}

/** What the connector of any provider gets. */
function partsOf(
  account: ConnectorAccount,
  credentials: ValuesOfSlot,
  core: ConnectorParts & { readonly held: HeldCharges },
): ConnectParts {
  const { acquirerEnvironment: environment, baseUrl, store, vault, clock, log, held } = core
  const { providerUrls } = core
  const emulator = environment === 'test' ? providerUrls?.[account.provider] : undefined
  return {
    ...{ account, credentials, environment, clock, log, held },
    ...(emulator === undefined ? {} : { emulator }),
    outgoingSubnets: core.outgoingSubnets,
    returnUrl: createReturnUrl(baseUrl, signOf(vault)),
    find: createFindForwarded(store),
    ...namesAt(account.id, store),
  }
}

/** What the provider of an account calls payments, and with what it charges stored details again. */
function namesAt(
  connector: string,
  store: Pick<Store, 'read'>,
): Pick<ConnectParts, 'names' | 'stored'> {
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
