import { HOUR_MS } from '../../common/durations.ts'
import type { Clock } from '../../server/kernel/timers/clock.ts'
import type { Connector } from '../../server/payments/connectors/connector.ts'
import { isTestSystemSuccess } from '../../server/results/catalogue.ts'
import { refusingApprovals } from './live-connector.ts'

/** How long a server counts as a test system that has said so, and how soon another one is asked again; milliseconds. */
const ASKED_AGAIN_MS = { test: HOUR_MS, other: 10_000 } as const

interface RehearsalParts {
  readonly clock: Pick<Clock, 'now'>
  readonly log: { error(fields: object, message: string): void }
}

/** A connector that may be asked what its receiver is. */
type Probed = Connector & { probe?(nowMs: number): Promise<string> }

/**
 * A connector as a rehearsal of live uses it: what does not say that it is a test system is sent nothing, where it can
 * be asked; and what is approved otherwise than a test system does is no success, because real money may have moved.
 */
export function rehearsalConnector<Kind extends Probed>(
  connector: Kind,
  { clock, log }: RehearsalParts,
): Kind {
  const guarded = connector.probe === undefined ? connector : onlyToTests(connector, { clock, log })
  const refuses = (code: string) => !isTestSystemSuccess(code)
  return refusingApprovals(guarded, { refuses, alarm: ALARM, log })
}

const ALARM =
  'a payment of a rehearsal was approved by what is no test system: real money may have moved, look there and pay it back'

function onlyToTests<Kind extends Probed>(connector: Kind, { clock, log }: RehearsalParts): Kind {
  let last: { readonly atMs: number; readonly said: Promise<string> } | undefined

  async function isTest(): Promise<boolean> {
    const nowMs = clock.now()
    if (last !== undefined) {
      const { atMs, said } = last
      const isOld = nowMs - atMs >= ASKED_AGAIN_MS[(await said) === 'test' ? 'test' : 'other']
      if (!isOld) return (await said) === 'test'
    }
    last = { atMs: nowMs, said: connector.probe?.(nowMs) ?? Promise.resolve('unknown') }
    return (await last.said) === 'test'
  }

  return {
    ...connector,
    async send(operation) {
      if (await isTest()) return connector.send(operation)
      const { paymentId } = operation
      log.error({ paymentId, connector: connector.name }, NOT_SENT)
      return { kind: 'notSent' }
    },
  }
}

const NOT_SENT =
  'a payment of a rehearsal is not sent: its receiver has not said that it is a test system'
