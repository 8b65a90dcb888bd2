import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../../server/kernel/timers/clock.ts'
import type { GatewayConnector } from './gateway.ts'
import type { ReceiverEnvironment } from './probe.ts'

/** Knows whether the receiver of a live gateway is a test system. */
export interface ReceiverWatch {
  /** Asks the receiver and logs the result. Never rejects. */
  look(): Promise<void>
  /** Warnings about it for `/readyz`. */
  warnings(): readonly string[]
}

export function createReceiverWatch(parts: {
  readonly receiver: Pick<GatewayConnector, 'name' | 'probe'>
  readonly clock: Clock
  /** Of a rehearsal of live, whose receiver has to be a test system. */
  readonly rehearses?: boolean
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
}): ReceiverWatch {
  const { receiver, clock, log } = parts
  const said = parts.rehearses ? SAID_IN_REHEARSAL : SAID
  let nature: ReceiverEnvironment | undefined
  return {
    async look() {
      const found = await receiver.probe(clock.now())
      // The same result is not logged again an hour later.
      if (found === nature) return
      nature = found
      const [level, sentence] = said[found]
      log[level]({ connector: receiver.name, receiver: found }, sentence)
    },

    warnings() {
      if (nature === undefined || said[nature][0] !== 'error') return []
      return [said[nature][1]]
    },
  }
}

type SaidOf = Readonly<
  Record<ReceiverEnvironment, readonly [level: 'info' | 'warn' | 'error', sentence: string]>
>

const SAID: SaidOf = {
  live: ['info', 'The receiver is a live system'],
  test: [
    'error',
    'The receiver is a test system: every payment that it approves is refused with 600.200.701. Set TILLGATE_EXTERNAL_URL, _TOKEN and _ENTITY to a live one',
  ],
  unknown: [
    'warn',
    'The receiver does not say whether it is a live system: a success of a test system is refused when it comes',
  ],
  wrongAccess: [
    'error',
    'The receiver does not take TILLGATE_EXTERNAL_TOKEN for TILLGATE_EXTERNAL_ENTITY: no payment is sent on',
  ],
  unreachable: ['warn', 'The receiver cannot be reached: payments are refused until it can be'],
}

const SAID_IN_REHEARSAL: SaidOf = {
  ...SAID,
  live: [
    'error',
    'The receiver is a live system, and this is a rehearsal: nothing is sent to it. Set TILLGATE_EXTERNAL_URL, _TOKEN and _ENTITY to a test system',
  ],
  test: ['info', 'The receiver is a test system, as a rehearsal needs it'],
  unknown: [
    'error',
    'The receiver does not say that it is a test system: nothing is sent to it. One that is not a Tillgate says so by a payment of the last day: make one there',
  ],
}
