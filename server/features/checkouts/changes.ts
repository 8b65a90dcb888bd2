import type { UsableEntity } from '../../entities/access.ts'
import {
  type Caller,
  type CallParts,
  type MerchantCall,
  validateCall,
  withEcho,
} from '../../http/call.ts'
import { answerTo, keyParts, type Worked } from '../../http/idempotency/idempotency.ts'
import type { Asked } from '../../http/route.ts'
import { MAX_BODY_BYTES, MAX_PARAMETERS } from '../../parameters/limits.ts'
import type { FlatBody } from '../../parameters/table.ts'
import { isMapName } from '../../parameters/tables.ts'
import { ParameterValues } from '../../parameters/values.ts'
import { refusedAlone } from '../../payments/second-person/index.ts'
import { isRefusal, type Refusal, refuse } from '../../results/refusal.ts'
import type { CheckoutRow, Store } from '../../store/port.ts'
import { checkoutAnswer, checkoutNdc } from './answer.ts'
import { offeringChannel } from './brand-offer.ts'
import { namedCheckout, reachedCheckout } from './find-checkout.ts'
import { type OfferParts, offerRefusal, offersOf } from './offered-registrations.ts'
import { payabilityErrors, payabilityRefusal } from './payable.ts'
import { withoutReplacedInstrument } from './prepared-instrument.ts'
import type { CheckoutParts, CheckoutService } from './service.ts'
import { requestOf, storesOnly, wholeRequestOf } from './stored-request.ts'

export interface ChangeParts extends CallParts, CheckoutParts, OfferParts {
  readonly clock: CheckoutParts['clock']
  readonly store: Store
  readonly checkouts: CheckoutService
}

/** `POST /v1/checkouts`. */
export async function create(
  { call, entry }: Asked<MerchantCall>,
  parts: ChangeParts,
): Promise<Worked> {
  const { token, usable, values } = call
  const nowMs = parts.clock.of(usable?.entity.id ?? token.entityId)
  const channel = await parts.access.channelFor(call, values)
  if (isRefusal(channel)) return withEcho(channel, values)
  const { profile } = channel.settings
  const refusal =
    payabilityRefusal(values, { nowMs, settings: channel.settings }, parts) ??
    (await offerRefusal(values.entries(), { token, channelId: channel.entity.id }, parts)) ??
    (await checkoutRefusedAlone(call, { channel }, parts))
  if (refusal !== undefined) return withEcho(refusal, values)
  const answerOf = (checkout: CheckoutRow) =>
    checkoutAnswer('000.200.100', checkout, checkoutNdc(checkout.id, profile), checkout.integrity)
  const { checkouts } = parts
  const created = await checkouts.create(channel, values, keyParts(entry, answerOf))
  if (call.trace !== undefined && 'request' in created)
    offeringChannel(channel, created, call.trace)
  return answerTo(created, answerOf)
}

/** `POST /v1/checkouts/{id}`: changes a checkout that is not paid yet. */
export async function update(asked: Asked<Caller>, parts: ChangeParts): Promise<Worked> {
  const { request, call, entry } = asked
  const checkout = await reachedCheckout(asked, parts)
  if (isRefusal(checkout)) return checkout
  const answerOf = (updated: CheckoutRow) => {
    const preset = requestOf(updated)
    const isPromised = preset.get('integrity') === 'true'
    const integrity = isPromised ? parts.scriptIntegrity(updated.id, storesOnly(preset)) : null
    return checkoutAnswer('000.200.101', updated, request.ndc, integrity)
  }
  const offered = { token: call.token, channelId: checkout.entityId }
  const unfit = await offerRefusal(call.flat, offered, parts)
  if (unfit !== undefined) return unfit
  const updated = await parts.checkouts.update(
    checkout.id,
    (current) => valuesAfterUpdate(current, call, parts),
    keyParts(entry, answerOf),
  )
  return answerTo(updated, answerOf)
}

/** `DELETE /v1/checkouts/{id}`: ends a checkout that is not paid yet. */
export async function remove(asked: Asked<Caller>, parts: ChangeParts): Promise<Worked> {
  const checkout = await namedCheckout(asked, parts)
  if (isRefusal(checkout)) return checkout
  const removed = await parts.checkouts.remove(checkout.id)
  return answerTo(removed, (row) => checkoutAnswer('000.200.102', row, asked.request.ndc))
}

const ONLY_AT_CREATION = 'overridePaymentType['

/**
 * The parameters of a checkout after an update, validated as at its creation. Parameters that only the
 * creation accepts keep their values, and are refused when sent.
 */
async function valuesAfterUpdate(
  checkout: CheckoutRow,
  caller: Caller,
  parts: ChangeParts,
): Promise<ParameterValues | Refusal> {
  const whole = await wholeRequestOf(checkout, parts.vault)
  if (isRefusal(whole)) return whole
  const preset = whole.entries()
  const fixed = preset.filter(([name]) => name.startsWith(ONLY_AT_CREATION))
  const changeable = preset.filter(([name]) => !name.startsWith(ONLY_AT_CREATION))
  const flat = mergeRequest(withoutReplacedInstrument(changeable, caller.flat), caller.flat)
  if (isRefusal(flat)) return flat
  const nowMs = parts.clock.of(checkout.entityId)
  const settings = await parts.access.settingsOf(checkout.entityId)
  const { profile, cardLikeReferences = false } = settings
  const asked = { ...caller, profile, cardLikeReferences, flat }
  const call = validateCall(asked, 'checkouts.update', parts, (accepted) =>
    payabilityErrors(accepted, nowMs),
  )
  if (isRefusal(call)) return call
  const values = ParameterValues.of([...call.values.entries(), ...fixed])
  const channel = await parts.access.channelOf(checkout.entityId)
  if (isRefusal(channel)) return channel
  const refusal =
    payabilityRefusal(values, { nowMs, settings: channel.settings }, parts) ??
    (await checkoutRefusedAlone({ ...call, values }, { channel, before: whole }, parts))
  return refusal === undefined ? values : withEcho(refusal, values)
}

/**
 * Why a token that counts as a person may not open this checkout alone: who has the checkout's id pays it, so that
 * person could be its shopper and charge what others have stored, or be paid.
 */
function checkoutRefusedAlone(
  call: Pick<MerchantCall, 'token' | 'person' | 'values'>,
  { channel, before }: { readonly channel: UsableEntity; readonly before?: ParameterValues },
  parts: ChangeParts,
): Promise<Refusal | undefined> {
  const { values } = call
  const paymentType = mayBeCredit(values) ? 'CD' : 'DB'
  return refusedAlone(
    call,
    { channel, paymentType, ...chargeable(values), ...(before && { before: chargeable(before) }) },
    parts,
  )
}

/** Whether its shopper may be paid: with any brand of a brand's own payment type. */
function mayBeCredit(values: ParameterValues): boolean {
  return values
    .entries()
    .some(
      ([name, value]) =>
        value === 'CD' && (name === 'paymentType' || name.startsWith(ONLY_AT_CREATION)),
    )
}

/** What may be charged by a checkout without details of its shopper. */
function chargeable(values: ParameterValues) {
  const named = values.get('registrationId')
  const offered = offersOf(values.entries()).map(([, id]) => id)
  return { values, registrationIds: named === undefined ? offered : [...offered, named] }
}

/**
 * The request of a checkout after an update: a sent parameter replaces the one of the same name. A
 * list, such as `cart.items`, is replaced as a whole, because old members would be mixed into new items.
 */
export function mergeRequest(before: FlatBody, sent: FlatBody): FlatBody | Refusal {
  const names = new Set(sent.map(([name]) => name))
  const lists = new Set(sent.map(([name]) => listOf(name)))
  const kept = before.filter(([name]) => {
    const list = listOf(name)
    return list === undefined ? !names.has(name) : !lists.has(list)
  })
  const changed = [...kept, ...sent]
  return isTooLarge(changed) ? tooLarge : changed
}

/** `cart.items` of `cart.items[0].name`; `undefined` outside of lists. */
function listOf(name: string): string | undefined {
  const open = name.indexOf('[')
  if (open === -1) return undefined
  const head = name.slice(0, open)
  return isMapName(head) ? undefined : head
}

/** Many updates together must not exceed the limits of one request. */
function isTooLarge(flat: FlatBody): boolean {
  const characters = flat.reduce((sum, [name, value]) => sum + name.length + value.length, 0)
  return flat.length > MAX_PARAMETERS || characters > MAX_BODY_BYTES
}

const tooLarge: Refusal = refuse('200.300.404', {
  description:
    'With this update the checkout would be larger than a request may be (20,000 parameters, 1 MiB): create a new one',
})
