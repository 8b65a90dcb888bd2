import { HOUR_MS } from '../../../common/durations.ts'
import { type Money, parseAmount } from '../../../common/money.ts'
import type { UsableEntity } from '../../entities/access.ts'
import { askerIdOf, personUntilMs, type TokenCaller } from '../../entities/known-token.ts'
import { ownSettings } from '../../entities/own-settings.ts'
import { actorOf } from '../../entities/rights.ts'
import { limitAt } from '../../entities/second-person-limit.ts'
import { lackedForType } from '../../entities/token-limits.ts'
import { wireTimestamp } from '../../kernel/timers/clock.ts'
import type { ParameterValues } from '../../parameters/values.ts'
import { isRefusal, type Refusal, refuse } from '../../results/refusal.ts'
import type { CommitParticipant } from '../../store/commit-parts.ts'
import type { Change, EntityRow, PaymentRow, PaymentType, Store } from '../../store/port.ts'
import { type ReferenceOperation, referenceRules } from '../life-cycle.ts'
import { moneyOf } from '../money.ts'
import type { ReferParts } from '../references/reference-routes.ts'
import { asksTooOften, needsSecondPerson } from './asked-operation.ts'
import {
  amountByRules,
  amountOfReference,
  countedWith,
  requestedReference,
} from './counted-reference.ts'

/*
 * R-TWO-1: over all that one signed-in person can do, no amount above `secondPersonAbove` moves within a day
 * without a second person who had the right before. In the back office such an amount waits. An access token that
 * a person has made or was shown less than a day ago is that person: what it asks for counts as what the person
 * asks for by hand, and above the limit it is refused. What a shopper pays with an instrument of theirs is none of
 * it: no token can do that alone.
 */

interface Caller extends TokenCaller {
  readonly values: ParameterValues
}

type Parts = Pick<ReferParts, 'store' | 'clock' | 'access' | 'connectorOf'>

interface CountingReference {
  readonly target: PaymentRow
  readonly operation: ReferenceOperation
  readonly ofCard: CountedOfCard
}

/** What a reference commits so that it counts, and how much it moves at most then, in minor units. */
interface CountedByToken {
  readonly participants: readonly CommitParticipant[]
  readonly atMostMinor?: number
}

const NOT_COUNTED: CountedByToken = { participants: [] }

/**
 * What counts a capture, reversal, refund or rebill over `/v1` as made by the person whose token it is: nothing
 * for the merchant's server, and for a raised hold, of which only a capture moves money. A refusal where it needs a
 * second person.
 */
export async function countedByToken(
  call: Caller,
  { target, operation, ofCard }: CountingReference,
  parts: Parts,
): Promise<CountedByToken | Refusal> {
  const { movesMoney, chargesMore } = referenceRules[operation]
  if (!movesMoney && !chargesMore) return NOT_COUNTED
  const { store, clock, access } = parts
  const settings = await access.settingsOf(target.entityId)
  const nowMs = clock.safeNow(target.entityId)
  const limit = limitAt(settings, target.currency, nowMs)
  if (limit === undefined) return NOT_COUNTED
  const untilMs = await personUntilMs(call, clock.safeNow(), store)
  if (untilMs === undefined) return NOT_COUNTED
  const before = await store.read.operationRequestsOfFamily(target.familyId)
  const tooOften = asksTooOften(before)
  if (tooOften !== undefined) return tooOften
  const amountMinor = await amountToCount(call, target, parts)
  const money = { minor: amountMinor, currency: target.currency }
  const isAbove = needsSecondPerson(money, { settings, before, nowMs })
  if (isAbove || (chargesMore && !(await ofCard.isWithin(target, { money, nowMs }, store)))) {
    return needsSecond({ untilMs, limit, currency: target.currency })
  }
  if (operation === 'increment') return { participants: [], atMostMinor: amountMinor }
  const asked = {
    paymentType: referenceRules[operation].paymentType as 'CP' | 'RV' | 'RF' | 'RB',
    amountMinor,
    ordinal: before.length,
    reason: 'By an access token that a person knows',
    askedBy: actorOf(call),
    askedById: await askerIdOf(call, store),
  }
  const counted = countedWith(requestedReference(target, asked, parts))
  return { participants: [counted], atMostMinor: amountMinor }
}

/**
 * A card that is charged again, or held for more, counts with what was charged to it in other ways. One for each
 * request, however often that is decided on again: what it has counted is not counted once more.
 */
export class CountedOfCard {
  #counted: ChargedAlone | undefined

  /** Counts it, and answers whether it is within what one person may charge to the card within a day. */
  async isWithin(
    { entityId, vaultRecordId, familyId }: PaymentRow,
    { money, nowMs }: { readonly money: Money; readonly nowMs: number },
    store: Parts['store'],
  ): Promise<boolean> {
    const record = vaultRecordId === null ? undefined : await store.read.vaultRecord(vaultRecordId)
    const charged = {
      registrationIds: [],
      fingerprint: record?.fingerprint ?? familyId,
      amountMinor: Math.max(money.minor, this.#counted?.amountMinor ?? 0),
      currency: money.currency,
    }
    const known = { channelId: entityId, nowMs, before: this.#counted }
    const isWithin = await countChargedAlone(charged, known, store)
    if (isWithin) this.#counted = charged
    return isWithin
  }
}

/** What is refused in any case counts as all that is named: it is not made. */
async function amountToCount(call: Caller, target: PaymentRow, parts: Parts): Promise<number> {
  const byRules = await amountByRules(call, target, parts)
  if (!isRefusal(byRules)) return byRules
  const named = amountOfReference(call, target)
  return named === undefined || isRefusal(named) ? target.amountMinor : named
}

/** What a request is about to move without a shopper. */
interface MovedAlone {
  readonly channel: Pick<UsableEntity, 'entity' | 'settings'>
  /** With its amount, where it names one. */
  readonly values: ParameterValues
  readonly paymentType: PaymentType
  /** The stored details that it is paid with; empty: a shopper gives some. */
  readonly registrationIds: readonly string[]
  /** How often it falls due within a day at most, where it is a plan. */
  readonly timesADay?: number
  /** What it was before, where something is changed. */
  readonly before?: Pick<MovedAlone, 'values' | 'registrationIds' | 'timesADay'>
  /** Nothing is made of it. */
  readonly isDryRun?: boolean
}

/**
 * Why a token has not the scope for this, or a person, or a token that counts as one, may not do it alone;
 * `undefined`: it may. Credits pay anybody, and small
 * ones cannot be told from parts of a large one: where there is a limit, one person makes none. Stored details
 * are charged up to the limit, with what was charged to the same card or account within a day.
 */
export async function refusedAlone(
  call: Caller,
  moved: MovedAlone,
  { store, clock }: Pick<Parts, 'store' | 'clock'>,
): Promise<Refusal | undefined> {
  const { channel, values, paymentType, isDryRun = false } = moved
  const lacking = lackedForType(call, paymentType)
  if (lacking !== undefined) return lacking
  const isCredit = paymentType === 'CD'
  if (!isCredit && moved.registrationIds.length === 0) return undefined
  const currency = values.get('currency') ?? ''
  const nowMs = clock.safeNow(channel.entity.id)
  const { settings } = channel
  const limit = limitAt(settings, currency, nowMs)
  if (limit === undefined) return undefined
  const charged = chargedBy(moved, paymentType)
  // The request is refused for its amount anyway.
  if (isRefusal(charged)) return undefined
  const isPerson = call.person !== undefined
  const untilMs = isPerson ? undefined : await personUntilMs(call, clock.safeNow(), store)
  if (!isPerson && untilMs === undefined) return undefined
  if (isCredit) return noCredits(untilMs)
  const money = { minor: charged.amountMinor, currency }
  const isAbove = needsSecondPerson(money, { settings, before: [], nowMs })
  const counted = moved.before && chargedBy(moved.before, paymentType)
  const before = counted && isRefusal(counted) ? undefined : counted
  const isWithin =
    !isAbove &&
    (isDryRun ||
      (await countChargedAlone(charged, { channelId: channel.entity.id, nowMs, before }, store)))
  return isWithin ? undefined : needsSecond({ untilMs, limit, currency })
}

/** What stored details are charged within a day. */
function chargedBy(
  { values, registrationIds, timesADay = 1 }: NonNullable<MovedAlone['before']>,
  paymentType: PaymentType,
): ChargedAlone | Refusal {
  const money = moneyOf(values, paymentType)
  if (isRefusal(money)) return money
  const { minor, currency } = money
  return { registrationIds, amountMinor: minor * timesADay, currency }
}

function needsSecond({
  untilMs,
  limit,
  currency,
}: {
  /** `undefined`: the person asks, and no token. */
  readonly untilMs: number | undefined
  readonly limit: string
  readonly currency: string
}): Refusal {
  if (untilMs === undefined) {
    return refuse('800.900.301', {
      status: 403,
      description: `One person moves at most ${limit} ${currency} of stored details, with what was moved of them within a day (secondPersonAbove): more is planned by the shop's own server`,
    })
  }
  return refuse('800.900.301', {
    status: 403,
    description: `${untilText(untilMs)} it moves at most ${limit} ${currency} of a payment or of stored details, with what people have moved of it within a day (secondPersonAbove): ask for more in the back office, where a second person agrees`,
  })
}

function noCredits(untilMs: number | undefined): Refusal {
  const who = untilMs === undefined ? 'One person' : `${untilText(untilMs)} it`
  return refuse('800.900.301', {
    status: 403,
    description: `${who} makes no credit (CD), because this merchant has an amount above which a second person has to agree (secondPersonAbove)`,
  })
}

function untilText(untilMs: number): string {
  return `A person has made this access token or was shown it less than a day ago. Until ${wireTimestamp(untilMs)}`
}

/** What one person charges to stored details within a day, by what the request says. */
interface ChargedAlone {
  readonly registrationIds: readonly string[]
  /** The card of an earlier payment that is charged again, as the vault names it. */
  readonly fingerprint?: string
  /** Of all that falls due within a day; in minor units. */
  readonly amountMinor: number
  readonly currency: string
}

/** A day and the hour that has begun: any 24 hours lie within one of these windows. */
const WINDOW_HOURS = 25

/**
 * Adds up what one person charges to the same card or account, by whatever registration, within 24 hours, and
 * answers whether that is within the limit of each entity that has one. Counted before it is charged: what is
 * declined counts, too. Of parts at the same moment no more than the limit passes. Rejects with the store.
 */
async function countChargedAlone(
  charged: ChargedAlone,
  {
    channelId,
    nowMs,
    before,
  }: {
    readonly channelId: string
    readonly nowMs: number
    /** What was counted of the object that is changed, and is not counted again. */
    readonly before: ChargedAlone | undefined
  },
  store: Pick<Store, 'read' | 'commit'>,
): Promise<boolean> {
  const path = await store.read.entityPath(channelId)
  const isSameCurrency = before?.currency === charged.currency
  const known = await subjectsOf(isSameCurrency ? before : { registrationIds: [] }, store)
  const takes: Change[] = []
  for (const subject of await subjectsOf(charged, store)) {
    const countedMinor = known.has(subject) ? (before?.amountMinor ?? 0) : 0
    const used = charged.amountMinor - countedMinor
    for (const entity of used > 0 ? path : []) {
      const mostMinor = mostOf(entity, charged.currency, nowMs)
      if (mostMinor === undefined) continue
      const about = `charged alone ${entity.id} ${subject} ${charged.currency}`
      takes.push(...windowsAt(nowMs, { about, used, most: mostMinor }))
    }
  }
  return takes.length === 0 || (await store.commit(takes)).applied
}

/** The number where it is known, so that a second registration of one card counts with the first. */
async function subjectsOf(
  { registrationIds, fingerprint }: Pick<ChargedAlone, 'registrationIds' | 'fingerprint'>,
  { read }: Pick<Store, 'read'>,
): Promise<ReadonlySet<string>> {
  const rows = await Promise.all(registrationIds.map((id) => read.registration(id)))
  const subjects = rows.map((row, index) => row?.fingerprint ?? registrationIds[index] ?? '')
  return new Set(fingerprint === undefined ? subjects : [...subjects, fingerprint])
}

/** An entity's own limit in minor units; `undefined`: it has none. One that cannot be read lets nothing pass. */
function mostOf(entity: EntityRow, currency: string, nowMs: number): number | undefined {
  const { own, kept } = ownSettings(entity)
  const limit = limitAt({ ...own, ...kept }, currency, nowMs)
  if (limit === undefined) return undefined
  const most = parseAmount(limit, currency)
  return typeof most === 'string' ? 0 : most.minor
}

/** Takes from all windows that the moment lies in. */
function windowsAt(
  nowMs: number,
  { about, used, most }: { readonly about: string; readonly used: number; readonly most: number },
): readonly Change[] {
  const hour = Math.floor(nowMs / HOUR_MS)
  return Array.from({ length: WINDOW_HOURS }, (_, back) => {
    const first = hour - back
    const expiresAtMs = (first + WINDOW_HOURS) * HOUR_MS
    return { kind: 'takeQuota', row: { key: `${about} ${first}`, used, most, expiresAtMs } }
  })
}
