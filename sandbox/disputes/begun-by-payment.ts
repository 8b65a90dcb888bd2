import { DAY_MS } from '../../common/durations.ts'
import { type DisputeService, NOTES, type Reported } from '../../operations/disputes/index.ts'
import type { EntityClock } from '../../server/kernel/timers/clock.ts'
import { providerOf } from '../../server/payments/accounts/index.ts'
import type { PaymentDetails } from '../../server/payments/index.ts'
import type { PaymentExtension } from '../../server/payments/screen/index.ts'
import type { DisputeStage, PaymentRow } from '../../server/store/port.ts'

/** How long the simulated bank waits for an answer: a first chargeback of Visa has 30 days. */
const ANSWER_DAYS = 30

/** What `customParameters[SIMULATOR_dispute]` may ask for. */
const STAGES: readonly DisputeStage[] = ['inquiry', 'alert', 'firstChargeback']

const PARAMETER = 'customParameters[SIMULATOR_dispute]'

/** Begins the dispute that a simulated payment asks for, after its success. */
export function disputesBegunByPayments(
  { report }: Pick<DisputeService, 'report'>,
  clock: Pick<EntityClock, 'of'>,
): PaymentExtension {
  return {
    afterSuccess(payment, details) {
      const reported = simulatedDispute(payment, details, clock)
      return reported && report(reported).then(() => undefined)
    },
  }
}

/** The dispute that the shopper of a simulated payment begins at once, if the request asks for one. */
function simulatedDispute(
  payment: PaymentRow,
  { request }: PaymentDetails,
  clock: Pick<EntityClock, 'of'>,
): Reported | undefined {
  const stage = STAGES.find((each) => each === request[PARAMETER])
  if (stage === undefined || providerOf(payment.connector) !== 'simulator') return undefined
  return {
    paymentId: payment.id,
    source: 'simulator',
    // A success that two processes learn of is one dispute.
    acquirerReference: `simulated-${payment.id}`,
    report: {
      stage,
      reasonCode: '10.4',
      resultCode: '000.100.220',
      respondByMs: clock.of(payment.entityId) + ANSWER_DAYS * DAY_MS,
      madeBy: 'simulator',
      note: NOTES.simulated,
    },
  }
}
