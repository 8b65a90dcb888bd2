import { formatAmount } from '../../../common/money.ts'
import type { Access } from '../../entities/access.ts'
import { otherObjectText } from '../../entities/named-object.ts'
import { lackedForType } from '../../entities/token-limits.ts'
import { type CallParts, type MerchantCall, withEcho } from '../../http/call.ts'
import {
  answerTo,
  type KeyInUse,
  participantsOf,
  type Worked,
} from '../../http/idempotency/idempotency.ts'
import type { Asked } from '../../http/route.ts'
import { shownText } from '../../parameters/masking.ts'
import type { FlatBody } from '../../parameters/table.ts'
import { descriptionOf } from '../../results/catalogue.ts'
import { isRefusal, type Refusal, refuse, refuseParameters } from '../../results/refusal.ts'
import type { CommitParticipant } from '../../store/commit-parts.ts'
import type { PaymentRow, Store } from '../../store/port.ts'
import { paymentAnswer } from '../answer.ts'
import type { Connector } from '../connectors/connector.ts'
import { isHoldChange, type ReferenceOperation, referenceRules } from '../life-cycle.ts'
import { instructedByStored } from '../read/prepare-errors.ts'
import { recurringTypeFaults } from '../read/standing-instruction.ts'
import {
  amountOfReference,
  referenceNamed,
  untilCounted,
} from '../second-person/counted-reference.ts'
import { CountedOfCard, countedByToken } from '../second-person/one-person.ts'
import type { PaymentService } from '../service.ts'
import type { PrepareParts } from '../stages.ts'
import { type AskedReference, prepareReference } from './prepare-reference.ts'
import { rebillInstrument } from './rebill.ts'

export interface ReferParts extends CallParts, PrepareParts {
  readonly store: Store
  readonly payments: PaymentService
}

/** `POST /v1/payments/{id}`: capture, reversal, refund, rebill; a PA raises or renews a hold. */
export async function referToPayment(
  { id, call, entry, request }: Asked<MerchantCall>,
  parts: ReferParts,
): Promise<Worked> {
  const operation = referenceNamed(call.values)
  const counts = { ofCard: new CountedOfCard() }
  const asked = { targetId: id, operation, namedBy: 'id', counts } as const
  const decide = () => refer(call, asked, participantsOf(entry), parts)
  const referred = await untilCounted(decide, parts.clock)
  return answerTo(referred, (payment) => paymentAnswer(payment, request.ndc))
}

/** The operation whose parameter tables apply to a reference: a PA changes a hold. */
export function tablesOf(sent: FlatBody): 'payments.changeHold' | 'payments.reference' {
  const paymentType = sent.findLast(([name]) => name === 'paymentType')?.[1]
  return paymentType === 'PA' ? 'payments.changeHold' : 'payments.reference'
}

/** A reference and the payment that it names. */
interface NamedReference {
  readonly targetId: string
  readonly operation: ReferenceOperation
  /** The parameter that names the earlier payment; `id` is part of the path. */
  readonly namedBy: 'id' | 'referenceUuid'
  /** It counts as a person's where the token is one's. */
  readonly counts?: { readonly ofCard: CountedOfCard }
  /** What a person asks for by hand, and was counted: it moves no more, in minor units. */
  readonly atMostMinor?: number
}

/** Carries out a validated request that refers to an earlier payment. */
export async function refer(
  call: MerchantCall,
  asked: NamedReference,
  requestParticipants: readonly CommitParticipant[],
  parts: ReferParts,
): Promise<PaymentRow | Refusal | KeyInUse> {
  const { operation } = asked
  const lacking = lackedForType(call, referenceRules[operation].paymentType)
  if (lacking !== undefined) return withEcho(lacking, call.values)
  const referred = await referToAccessible(call, asked, requestParticipants, parts)
  const refusal =
    isRefusal(referred) && isHoldChange(operation) ? asValidationError(referred, asked) : referred
  return withEcho(refusal, call.values)
}

async function referToAccessible(
  call: MerchantCall,
  { targetId, operation, counts, atMostMinor }: NamedReference,
  requestParticipants: readonly CommitParticipant[],
  parts: ReferParts,
): Promise<PaymentRow | Refusal | KeyInUse> {
  const { values } = call
  const named = await accessibleTarget(call, targetId, parts)
  if (named === undefined) return unknownTarget(call, { targetId, operation }, parts)
  const target = refundsHold(operation, named) ? await capturedBy(named, parts) : named
  if (isRefusal(target)) return target
  const channel = referenceRules[operation].authorises
    ? await parts.access.channelOf(target.entityId)
    : undefined
  if (isRefusal(channel)) return channel
  const lacking = isHoldChange(operation)
    ? recurringTypeFaults(instructedByStored(target, parts.issuerCountryOf), values)
    : []
  if (lacking.length > 0) return refuseParameters(lacking)
  const amountMinor = amountOfReference(call, target)
  if (isRefusal(amountMinor)) return amountMinor
  const connector = await parts.connectorOf(target.connector)
  const unsupported = connector.unsupported({
    paymentType: referenceRules[operation].paymentType,
    paymentBrand: target.paymentBrand,
    isReference: true,
    operation,
    targetType: target.paymentType,
  })
  if (unsupported !== undefined) {
    return refuse(unsupported.code, { description: unsupported.description })
  }
  const rebilled =
    operation === 'rebill' && channel !== undefined
      ? await rebillInstrument(target, { channel, nowMs: parts.clock.of(target.entityId) }, parts)
      : undefined
  if (isRefusal(rebilled)) return rebilled
  const counted =
    counts === undefined
      ? { participants: [], atMostMinor }
      : await countedByToken(call, { target, operation, ...counts }, parts)
  if (isRefusal(counted)) return counted
  call.trace?.note('reference', describeReference(operation, target))
  const asked: AskedReference = {
    targetId: target.id,
    request: { operation, ...conditionsOf(call, { amountMinor, connector }, parts) },
    isFinal: referenceRules[operation].mayBeLast && values.get('sequence') === 'FINAL',
    values,
    connector,
    channel,
    rebilled,
    takenIsDone:
      call.usable?.settings.profile === 'legacy' && !referenceRules[operation].authorises,
    requestParticipants: [...requestParticipants, ...counted.participants],
    ...(counted.atMostMinor === undefined ? {} : { atMostMinor: counted.atMostMinor }),
    ...(call.trace === undefined ? {} : { trace: call.trace }),
  }
  return parts.payments.refer(target.id, () => prepareReference(asked, parts))
}

/** The phrase of the code stays in it: existing clients look for that (decisions §4). */
async function unknownTarget(
  call: MerchantCall,
  { targetId, operation }: { readonly targetId: string; readonly operation: ReferenceOperation },
  parts: ReferParts,
): Promise<Refusal> {
  const code = referenceRules[operation].unknownCode
  const other = await otherObjectText({ id: targetId, caller: call, as: ['payment'] }, parts)
  const reason =
    other ??
    'no payment with this id is known here, is it one of another environment (test or live)?'
  const description = isHoldChange(operation)
    ? other
    : `Payment unknown (${reason}): ${descriptionOf(code)}`
  return refuse(code, { status: 404, ...(description === undefined ? {} : { description }) })
}

function refundsHold(operation: ReferenceOperation, { paymentType }: PaymentRow): boolean {
  return operation === 'refund' && paymentType === 'PA'
}

function describeReference(operation: ReferenceOperation, target: PaymentRow): string {
  const rule = referenceRules[operation]
  const fits = rule.on.includes(target.paymentType) ? 'may' : 'may not'
  const open = formatAmount({ minor: rule.open(target), currency: target.currency })
  return `${rule.wireName} ${fits} refer to a ${target.paymentType}, which is ${target.state}; ${open} ${target.currency} is open for it`
}

/** The payment that a request names, if its token and entity have access to it. */
async function accessibleTarget(
  call: MerchantCall,
  targetId: string,
  { access, payments }: ReferParts,
): Promise<PaymentRow | undefined> {
  const target = await payments.find(targetId)
  const named = call.usable?.entity
  // Not for a channel: the rules refuse another channel with a code of its own.
  const within = named?.kind === 'channel' ? undefined : named
  const reached = target && (await access.reaches(call, target.entityId, within))
  return reached === true ? target : undefined
}

/** The values of the request that the named payment has to match. */
function conditionsOf(
  call: MerchantCall,
  asked: { readonly amountMinor: number | undefined; readonly connector: Connector },
  parts: PrepareParts,
) {
  const { values, usable } = call
  const { amountMinor, connector } = asked
  const currency = values.get('currency')
  const channelId = usable?.entity.kind === 'channel' ? usable.entity.id : undefined
  const mode = values.sent('testMode') as 'INTERNAL' | 'EXTERNAL' | undefined
  return {
    ...(amountMinor === undefined ? {} : { amountMinor }),
    ...(currency === undefined ? {} : { currency }),
    ...(channelId === undefined ? {} : { channelId }),
    ...(mode === undefined ? {} : { modeConnectors: connectorsOfMode(mode, connector, parts) }),
  }
}

/** Where payments of a mode go, and went before; also the stored account of the payment that is referred to. */
function connectorsOfMode(
  mode: 'INTERNAL' | 'EXTERNAL',
  { name, account }: Connector,
  { connectorFor, formerNames = [] }: PrepareParts,
): readonly string[] {
  const current = connectorFor(mode)
  const former = mode === 'EXTERNAL' ? formerNames : []
  const isOfAccount =
    account !== undefined && (account.provider === 'simulator') === (mode === 'INTERNAL')
  return [
    ...(current === undefined ? [] : [current.name]),
    ...former,
    ...(isOfAccount ? [name] : []),
  ]
}

/**
 * Interface document, referenceUuid: without a matching transaction it is a validation error. A path
 * that names no payment is answered with 404, as for any other request.
 */
function asValidationError(
  refusal: Refusal,
  { targetId, operation, namedBy }: NamedReference,
): Refusal {
  const { status, parameterErrors } = refusal
  const isMissingPath = status === 404 && namedBy === 'id'
  if (parameterErrors !== undefined || status === 429 || status === 403 || isMissingPath)
    return refusal
  const reason =
    refusal.description ?? validationReasons[refusal.code] ?? `is refused (${refusal.code})`
  const message = `matches no authorisation for ${referenceRules[operation].wireName}: ${reason}`
  return refuseParameters([{ name: namedBy, value: shownText(targetId), message }])
}

const validationReasons: Readonly<Record<string, string>> = {
  '700.100.100': 'no payment with this id exists here',
  '700.100.500': 'its currency is another one',
  '700.100.700': 'it must be a successful PA',
  '700.300.300': 'nothing of its hold is open any more',
  '700.400.570': 'its own outcome is not known yet',
  '700.400.700': 'it belongs to another channel',
}

/**
 * The capture to refund where a refund names a hold: plugins of the `legacy` profile know only the id
 * of the hold (decisions §1). The refund is stored as a refund of the capture, so that refunds by
 * either id share one limit. The profile is that of the hold's channel.
 */
async function capturedBy(
  hold: PaymentRow,
  { access, store }: { readonly access: Access; readonly store: Store },
): Promise<PaymentRow | Refusal> {
  // The rules refuse every reference to a payment that has not succeeded.
  if (hold.state !== 'succeeded') return hold
  const family = await store.read.paymentsOfFamily(hold.familyId)
  const captures = family.filter(
    ({ paymentType, referencedId, state }) =>
      paymentType === 'CP' && referencedId === hold.id && state === 'succeeded',
  )
  const [capture, another] = captures
  if (capture === undefined) return unfit('nothing of this PA has been captured')
  if (another !== undefined) {
    return unfit(`this PA has ${captures.length} captures, name the one to be refunded`)
  }
  const { profile } = await access.settingsOf(hold.entityId)
  if (profile === 'legacy') return capture
  return unfit(`this is a PA, name its capture ${capture.id}. The legacy profile accepts it`)
}

function unfit(reason: string): Refusal {
  const code = referenceRules.refund.unfitCode
  return refuse(code, { description: `${descriptionOf(code)}: ${reason}` })
}
