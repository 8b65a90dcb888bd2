import { createSimulator } from '../../sandbox/simulator/simulator.ts'
import { openMemoryStore } from '../../simulation/memory-store/open-memory-store.ts'
import { sharedClock, systemClock } from '../kernel/timers/clock.ts'
import { createTimers } from '../kernel/timers/timers.ts'
import { ParameterValues } from '../parameters/values.ts'
import type { PaymentRow, Store } from '../store/port.ts'
import type { Prepare, PreparedPayment } from './charge/prepared-payment.ts'
import { absentConnector } from './connectors/absent.ts'
import type { Connector } from './connectors/connector.ts'
import { createInbox } from './inbox/inbox.ts'
import { paymentRow } from './payment-row.fixture.ts'
import type { ReportToldDispute } from './record/report-told-dispute.ts'
import { prepareReference } from './references/prepare-reference.ts'
import type { ReferenceRequest } from './rules.ts'
import type { PaymentExtension } from './screen/payment-extension.ts'
import { createPayments } from './service.ts'

/** What a simulator needs from the gateway. */
export const simulatorParts = {
  baseUrl: 'http://gateway.example',
  sign: (text: string) => `signed-${text}`,
}

/** A connector outside this process; `given` replaces parts of it. */
export function remote(given: Partial<Connector>): Connector {
  return { ...createSimulator(simulatorParts), name: 'remote', decide: () => undefined, ...given }
}

/** A debit that is ready for its connector. */
export function prepared(connector: Connector, given: Partial<PaymentRow> = {}): PreparedPayment {
  const payment = paymentRow({
    state: 'intent',
    resultCode: '000.200.000',
    connector: connector.name,
    bookedMinor: 0,
    ...given,
  })
  return {
    payment,
    details: { request: {} },
    operation: {
      paymentId: payment.id,
      paymentType: payment.paymentType,
      paymentBrand: 'VISA',
      amount: { minor: payment.amountMinor, currency: 'EUR' },
      request: {},
      customParameters: {},
    },
    connector,
    vaultChanges: [],
    participants: [],
    requestParticipants: [],
  }
}

/**
 * The payment services of one process on a store. Its clock moves only when the test moves it, and due
 * timers run only when the test asks.
 */
export function paymentsOn(
  connector: Connector,
  store: Store = openMemoryStore(),
  extensions: readonly PaymentExtension[] = [],
  reportDispute?: ReportToldDispute,
) {
  let elapsedMs = 0
  let wallIsAheadMs = 0
  const logged: string[] = []
  const note = (_fields: object, message: string) => void logged.push(message)
  const log = { error: note, warn: note } as never
  const clock = sharedClock({
    now: () => elapsedMs + wallIsAheadMs,
    monotonic: () => elapsedMs,
    pause: systemClock.pause,
  })
  const { payments, recovery } = createPayments({
    store,
    clock,
    log,
    connectorOf: () => connector,
    extensions,
    vault: {} as never,
  })
  const inbox = createInbox({
    environment: 'test',
    store,
    clock,
    log,
    extensions,
    connectorOf: (name) => (name === connector.name ? connector : absentConnector(name)),
    recovery,
    reportDispute,
  })
  const handlers = {
    ...recovery.timerHandlers,
    authentication: async () => 'done' as const,
    checkoutExpiry: async () => 'done' as const,
    registrationExpiry: async () => 'done' as const,
    scheduleRun: async () => 'done' as const,
    numberRetention: async () => 'done' as const,
    holdExpiry: async () => 'done' as const,
    acquirerEvent: inbox.onTimer,
  }
  const timers = createTimers({ store, clock, log, handlers })
  /** Prepares a reference to a stored payment. */
  const referring =
    (
      targetId: string,
      {
        isFinal,
        ...request
      }: Pick<ReferenceRequest, 'operation' | 'amountMinor'> & {
        readonly isFinal: boolean
      },
    ): Prepare =>
    () => {
      const values = ParameterValues.of([])
      const none = {
        channel: undefined,
        rebilled: undefined,
        takenIsDone: false,
        requestParticipants: [],
      }
      const asked = { targetId, request, isFinal, values, connector, ...none }
      return prepareReference(asked, { store, clock, extensions: [], vault: {} as never })
    }
  return {
    store,
    payments,
    referring,
    recovery,
    inbox,
    timers,
    logged,
    advance: (milliseconds: number) => {
      elapsedMs += milliseconds
    },
    /** Sets the wall clock of the machine forward by this many milliseconds. */
    setClock: (byMs: number) => {
      wallIsAheadMs += byMs
    },
  }
}
