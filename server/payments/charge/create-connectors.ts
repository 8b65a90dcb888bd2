import type { Store } from '../../store/port.ts'
import { absentConnector } from '../connectors/absent.ts'
import type { Connector, Redirect } from '../connectors/connector.ts'
import { type FindForwarded, receiverIdOf } from '../connectors/gateway/forwarded.ts'
import { createGatewayConnector, type GatewayConnector } from '../connectors/gateway/gateway.ts'
import type { ReceiverSettings } from '../connectors/gateway/receiver-client.ts'
import { liveConnector } from '../connectors/live-connector.ts'
import { createPageConnector } from '../connectors/page-connector.ts'
import { shopperReturnUrl } from '../connectors/shopper-return-url.ts'
import { readDetails } from '../details.ts'
import type { Core } from '../feature.ts'
import type { ConnectorChoice } from '../steps.ts'

/** What the connectors of a process are made of. */
interface ConnectorParts extends Pick<Core, 'environment' | 'baseUrl' | 'store' | 'vault' | 'log'> {
  /** Of the test environment. */
  readonly simulator: Connector | undefined
  /** The page of the gateway on which a cardholder is authenticated, where there is one. */
  readonly authenticationPage: ((payment: { readonly id: string }) => Redirect) | undefined
  /** The other server that `testMode=EXTERNAL`, and live, forward to. */
  readonly receiver?: ReceiverSettings
  /** Servers that payments were forwarded to before: what refers to these payments still goes there. */
  readonly formerReceivers?: readonly ReceiverSettings[]
  /** Replaces the connector to that server. */
  readonly external?: Connector | undefined
}

/** `external`: the connector of `testMode=EXTERNAL` and of live; the receiver unless it was replaced. */
export function createConnectors(core: ConnectorParts) {
  const { environment, simulator } = core
  const receiver = core.receiver && receiverOf(core.receiver, core)
  const formerReceivers = (core.formerReceivers ?? []).map((one) => receiverOf(one, core))
  const found = core.external ?? receiver
  const external = found && withinGateway(found, core)
  const former = formerReceivers.map((one) => withinGateway(one, core))
  return {
    receiver,
    returns: returnsTo([...(receiver === undefined ? [] : [receiver]), ...formerReceivers]),
    choice: choiceOf(environment, { internal: simulator, external, former }),
    onUnsolicitedAnswer(take: Parameters<Connector['onUnsolicitedAnswer']>[0]) {
      for (const connector of [simulator, external, ...former]) connector?.onUnsolicitedAnswer(take)
    },
  }
}

/** A connector to another server, whose authentications the gateway's page shows, and with the rules of live. */
function withinGateway(
  connector: Connector,
  { environment, log, authenticationPage }: ConnectorParts,
): Connector {
  const acquirer = authenticationPage
    ? createPageConnector(connector, (id) => authenticationPage({ id }))
    : connector
  return environment === 'live' ? liveConnector(acquirer, log) : acquirer
}

/** Where shoppers come back to: each payment is asked for at the receiver that it was sent to. */
function returnsTo(
  receivers: readonly GatewayConnector[],
): Pick<GatewayConnector, 'find' | 'mayReturn' | 'returned'> | undefined {
  const [first] = receivers
  if (first === undefined) return undefined
  const { find, mayReturn } = first
  return {
    find,
    mayReturn,
    async returned(paymentId) {
      const connector = (await find(paymentId))?.connector
      await receivers.find(({ name }) => name === connector)?.returned(paymentId)
    },
  }
}

function receiverOf(
  receiver: ReceiverSettings,
  { environment, baseUrl, store, vault, log }: ConnectorParts,
): GatewayConnector {
  const sign = (text: string) => vault.keyedHash(`gateway ${text}`)
  const find = createFindForwarded(store)
  return createGatewayConnector({ receiver, environment, baseUrl, find, sign, log })
}

interface ConfiguredConnectors {
  readonly internal: Connector | undefined
  readonly external: Connector | undefined
  /** Of payments that were forwarded elsewhere before. */
  readonly former: readonly Connector[]
}

/** The simulator serves testMode INTERNAL, a receiver EXTERNAL or live: one process, one environment. */
function choiceOf(
  environment: 'test' | 'live',
  { internal, external, former }: ConfiguredConnectors,
): ConnectorChoice {
  const byMode =
    environment === 'live'
      ? { INTERNAL: undefined, EXTERNAL: undefined, LIVE: external }
      : { INTERNAL: internal, EXTERNAL: external, LIVE: undefined }
  return {
    environment,
    connectorFor: (mode) => byMode[mode],
    formerNames: former.map(({ name }) => name),
    connectorOf: (name) =>
      [...Object.values(byMode), ...former].find((one) => one?.name === name) ??
      absentConnector(name),
  }
}

/** Finds what the connector to another gateway needs to know about a payment that it has sent there. */
export function createFindForwarded(store: Pick<Store, 'read'>): FindForwarded {
  return async (paymentId) => {
    const payment = await store.read.payment(paymentId)
    if (payment === undefined) return undefined
    const { request, resultDetails, shopperResultUrl, authenticationRedirect } =
      readDetails(payment)
    const receiverId = receiverIdOf(resultDetails)
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
