import type { EntityClock } from '../../kernel/timers/clock.ts'
import { detailsOf, readDetails } from '../../payments/index.ts'
import type {
  DraftedCharge,
  DraftedPayment,
  ExtensionAnswer,
  PaymentExtension,
} from '../../payments/screen/index.ts'
import type { CommitParticipant } from '../../store/commit-parts.ts'
import type { ChangeSet, PaymentRow, RegistrationRow, Store } from '../../store/port.ts'
import { readRegistrationDetails, seriesOfRow, withLinkOf } from './details.ts'
import { stepRegistration } from './rules.ts'
import {
  beginsSeries,
  countedIn,
  isInstalment,
  isRepeated,
  type Request,
  rebillFault,
  type SeriesOfTypes,
  seriesFor,
  seriesRefusal,
  typeOf,
  withBegun,
} from './series-rules.ts'

type Reading = Pick<Store, 'read'>

interface SeriesParts {
  readonly store: Reading
  readonly clock: EntityClock
}

/**
 * Ends series in time. Instalments are counted in the row of a registration, in the commit of each
 * payment, so that payments at the same time cannot pass the number.
 */
export function seriesExtension({ store, clock }: SeriesParts): PaymentExtension {
  return {
    concernedByFirst: { sends: ['standingInstruction'] },
    concernedByStored: { details: ['registrationId'] },
    withFirst(drafted) {
      if (!namesSeries(drafted)) return undefined
      const request = requestOf(drafted)
      if (drafted.read.registrationId === undefined) {
        return seriesRefusal({}, request, whenOf(drafted))
      }
      if (!isRepeated(request) && !beginsSeries(request)) return undefined
      return withRegistration(drafted, drafted.read.registrationId, request)
    },
    withCharge(charge) {
      return charge.values.get('paymentType') === 'RB' ? withRebill(charge) : undefined
    },
    participantsOf(payment, { request, registrationId, inSeries, createsRegistration }) {
      const isOther = registrationId === undefined || createsRegistration === true
      if (isOther || payment.referencedId !== null) return []
      if (inSeries === undefined && !beginsSeries(request)) return []
      const nowMs = clock.of(payment.entityId)
      return store.read
        .registration(inSeries?.keptIn ?? registrationId)
        .then((row) =>
          row === undefined
            ? []
            : [seriesParticipant(row, request, { nowMs, begunAtMs: inSeries?.begunAtMs })],
        )
    },
  }

  async function withRegistration(
    drafted: DraftedPayment,
    registrationId: string,
    request: Request,
  ): Promise<ExtensionAnswer | ReturnType<typeof seriesRefusal>> {
    const { seriesOfRun, nowMs } = drafted
    const row = beginsSeries(request)
      ? await store.read.registration(registrationId)
      : await keeperOf(seriesOfRun?.registrationId ?? registrationId, typeOf(request), store)
    if (row === undefined) return undefined
    const all = seriesOf(row)
    const when = whenOf(drafted)
    const series = seriesFor(all, request, when)
    const refusal = seriesRefusal(all, request, when, series)
    if (refusal !== undefined) return refusal
    const { begunAtMs } = series
    const participants = [seriesParticipant(row, request, { nowMs, begunAtMs })]
    if (!isInstalment(request)) return { participants }
    const inSeries = { keptIn: row.id, ...(begunAtMs === undefined ? {} : { begunAtMs }) }
    return { participants, details: { inSeries } }
  }

  /** A rebill is no instalment, and must not be one more. */
  async function withRebill({ channel, nowMs, known }: DraftedCharge): Promise<ExtensionAnswer> {
    const { request, registrationId, inSeries } = readDetails((await known()).first)
    const isOfSeries = request['standingInstruction.mode'] !== undefined
    if (!isOfSeries || registrationId === undefined) return {}
    const row = await keeperOf(inSeries?.keptIn ?? registrationId, typeOf(request), store)
    if (row === undefined) return {}
    const { profile } = channel.settings
    const faultCode = rebillFault(seriesOf(row), request, { nowMs, profile })
    return faultCode === undefined ? {} : { faultCode }
  }
}

const seriesOf = ({ details }: RegistrationRow): SeriesOfTypes =>
  readRegistrationDetails(details).series ?? {}

/** Adds series to a registration, each in place of that of its type. */
function withSeries(
  row: RegistrationRow,
  series: SeriesOfTypes,
  nowMs: number,
  details = readRegistrationDetails(row.details),
): ChangeSet {
  // The time of the last change of one that has ended is shown as the time of its end.
  const atMs = row.state === 'active' ? nowMs : row.updatedAtMs
  const changed = { ...details, series: { ...details.series, ...series } }
  return stepRegistration(row, { details: changed }, atMs).changes
}

/** The registration in which a series of a registration is kept. That one's is kept in no other. */
async function keeperOf(
  id: string,
  type: string,
  { read }: Reading,
): Promise<RegistrationRow | undefined> {
  const row = await read.registration(id)
  const keptIn = row && seriesOf(row)[type]?.keptIn
  return keptIn === undefined ? row : read.registration(keptIn)
}

/** The series that the success of a payment begins with a registration that is stored already, and its links. */
export function seriesBegun(row: RegistrationRow, payment: PaymentRow): ChangeSet {
  const begun = payment.state === 'succeeded' ? seriesOfRow(payment) : undefined
  if (begun === undefined) return []
  const linked = withLinkOf(readRegistrationDetails(row.details), detailsOf(payment))
  return withSeries(row, withBegun(linked.series, begun), payment.updatedAtMs, linked)
}

/** Counts an instalment when it is written down, and not any more when it fails; a success may begin a series. */
function seriesParticipant(
  row: RegistrationRow,
  request: Request,
  { nowMs, begunAtMs }: { readonly nowMs: number; readonly begunAtMs: number | undefined },
): CommitParticipant {
  const type = typeOf(request)
  const countBy = (by: number): ChangeSet => {
    if (!isInstalment(request) || by === 0) return []
    return withSeries(row, { [type]: countedIn(seriesOf(row)[type] ?? {}, begunAtMs, by) }, nowMs)
  }
  return {
    owner: 'registration',
    opened: () => countBy(1),
    recorded(payment, wasOpened) {
      if (beginsSeries(request)) return seriesBegun(row, payment)
      if (payment.state === 'failed') return countBy(wasOpened ? -1 : 0)
      return countBy(wasOpened ? 0 : 1)
    },
  }
}

function whenOf({ nowMs, channel, seriesOfRun }: DraftedPayment) {
  const { endOfDay, madeAtMs } = seriesOfRun ?? {}
  return { nowMs, profile: channel.settings.profile, endOfDay, madeAtMs }
}

/** Most payments are of no series: nothing is made of their requests. */
function namesSeries({ values }: DraftedPayment): boolean {
  const mode = values.get('standingInstruction.mode')
  return (mode ?? values.get('standingInstruction.type')) !== undefined
}

function requestOf({ values }: DraftedPayment): Request {
  const name = (of: string) => `standingInstruction.${of}` as 'standingInstruction.mode'
  const names = ['mode', 'type', 'expiry', 'numberOfInstallments'].map(name)
  return Object.fromEntries(names.map((each) => [each, values.get(each)]))
}

/**
 * What makes a card that takes over a schedule count in the series of the card before, also when the merchant charges
 * it without the schedule. A card that has a series of that type of its own keeps that for such payments.
 */
export async function seriesTakeover(
  { from, to, type, nowMs }: Takeover,
  store: Pick<Store, 'read'>,
): Promise<ChangeSet> {
  const [keeper, taker] = await Promise.all([
    keeperOf(from, type, store),
    store.read.registration(to),
  ])
  if (keeper === undefined || taker === undefined || keeper.id === taker.id) return []
  if (seriesOf(taker)[type] !== undefined) return []
  const taken = withSeries(taker, { [type]: { keptIn: keeper.id } }, nowMs)
  if (seriesOf(keeper)[type] !== undefined) return taken
  // Nothing is agreed or charged yet. The empty series keeps the keeper from being kept in another one later.
  return type === 'INSTALLMENT' ? [...taken, ...withSeries(keeper, { [type]: {} }, nowMs)] : []
}

interface Takeover {
  /** The registration with which the schedule was made. */
  readonly from: string
  /** That of the card that it is charged with now. */
  readonly to: string
  /** `standingInstruction.type` of its runs. */
  readonly type: string
  readonly nowMs: number
}
