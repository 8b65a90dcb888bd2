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
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
}): ReceiverWatch {
  const { receiver, clock, log } = parts
  let nature: ReceiverEnvironment | undefined
  return {
    async look() {
      const found = await receiver.probe(clock.now())
      // The same result is not logged again an hour later.
      if (found === nature) return
      nature = found
      const [level, sentence] = SAID[found]
      log[level]({ connector: receiver.name, receiver: found }, sentence)
    },

    warnings() {
      if (nature === undefined || SAID[nature][0] !== 'error') return []
      return [SAID[nature][1]]
    },
  }
}

const SAID: Readonly<
  Record<ReceiverEnvironment, readonly [level: 'info' | 'warn' | 'error', sentence: string]>
> = {
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
