import type { CommitParticipant } from '../../engine/store/commit-parts.ts'
import type { ChangeSet, RegistrationRow, Store } from '../../engine/store/port.ts'
import type { EntityClock } from '../../engine/timers/clock.ts'
import { readDetails } from '../payments/details.ts'
import type { DraftedCharge } from '../payments/drafted-charge.ts'
import type {
  DraftedPayment,
  ExtensionAnswer,
  PaymentExtension,
} from '../payments/payment-extension.ts'
import { readRegistrationDetails } from './details.ts'
import { stepRegistration } from './rules.ts'
import {
  isCharge,
  isCountedIn,
  isInstalment,
  isRepeated,
  type Request,
  rebillFault,
  type Series,
  seriesBegunBy,
  seriesRefusal,
} from './series-rules.ts'

export interface SeriesParts {
  readonly store: Pick<Store, 'read'>
  readonly clock: EntityClock
}

/**
 * Ends series in time. Instalments are counted in the row of their registration, in the commit of each
 * payment, so that payments at the same time cannot pass the number.
 */
export function seriesExtension({ store, clock }: SeriesParts): PaymentExtension {
  return {
    withFirst(drafted) {
      const request = requestOf(drafted)
      const { registrationId } = drafted.read
      const when = { nowMs: drafted.nowMs, profile: drafted.channel.settings.profile }
      if (registrationId === undefined) return seriesRefusal({}, request, when)
      if (!isRepeated(request) && seriesBegunBy(request, true) === undefined) return undefined
      return ofRegistration(registrationId, (row) => {
        const { series = {} } = readRegistrationDetails(row.details)
        const refusal = seriesRefusal(series, request, when)
        return refusal ?? { participants: [seriesParticipant(row, request, drafted.nowMs)] }
      })
    },
    withCharge(charge) {
      return charge.values.get('paymentType') === 'RB' ? withRebill(charge) : undefined
    },
    participantsOf(payment, { request, registrationId, createsRegistration }) {
      const isOther = registrationId === undefined || createsRegistration === true
      if (isOther || payment.referencedId !== null) return []
      if (!isInstalment(request) && seriesBegunBy(request, true) === undefined) return []
      const nowMs = clock.of(payment.entityId)
      return ofRegistration(registrationId, (row) => [seriesParticipant(row, request, nowMs)]).then(
        (participants) => participants ?? [],
      )
    },
  }

  /** A rebill is no instalment, and must not be one more. */
  async function withRebill({ channel, nowMs, known }: DraftedCharge): Promise<ExtensionAnswer> {
    const { request, registrationId } = readDetails((await known()).first)
    const isOfSeries = request['standingInstruction.mode'] !== undefined
    if (!isOfSeries || registrationId === undefined) return {}
    const { profile } = channel.settings
    const faultCode = await ofRegistration(registrationId, (row) =>
      rebillFault(readRegistrationDetails(row.details).series ?? {}, { nowMs, profile }),
    )
    return faultCode === undefined ? {} : { faultCode }
  }

  async function ofRegistration<Answer>(id: string, answer: (row: RegistrationRow) => Answer) {
    const row = await store.read.registration(id)
    return row === undefined ? undefined : answer(row)
  }
}

/** Counts an instalment when it is written down, and not any more when it fails; a success may begin a series. */
function seriesParticipant(
  row: RegistrationRow,
  request: Request,
  nowMs: number,
): CommitParticipant {
  const details = readRegistrationDetails(row.details)
  const set = (series: Series): ChangeSet =>
    stepRegistration(row, { details: { ...details, series } }, nowMs).changes
  const countBy = (by: number): ChangeSet => {
    const { series = {} } = details
    if (!isInstalment(request) || by === 0) return []
    return set({ ...series, charged: Math.max(0, (series.charged ?? 0) + by) })
  }
  return {
    owner: 'registration',
    opened: () => countBy(1),
    settled(payment, wasOpened) {
      if (payment.state === 'failed') {
        return countBy(wasOpened && isCountedIn(details.series ?? {}, payment) ? -1 : 0)
      }
      const begun = seriesBegunBy(request, isCharge(payment))
      if (payment.state === 'succeeded' && begun !== undefined) {
        return set({ ...begun, begunAtMs: payment.createdAtMs })
      }
      return countBy(wasOpened ? 0 : 1)
    },
  }
}

function requestOf({ values }: DraftedPayment): Request {
  const name = (of: string) => `standingInstruction.${of}` as 'standingInstruction.mode'
  const names = ['mode', 'type', 'expiry', 'numberOfInstallments'].map(name)
  return Object.fromEntries(names.map((each) => [each, values.get(each)]))
}
