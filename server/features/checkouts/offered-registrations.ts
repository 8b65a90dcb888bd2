import { cardBrand } from '../../../common/brands.ts'
import { paymentBrand } from '../../../common/payment-brands.ts'
import type { OfferedRegistration } from '../../../common/widget-types.ts'
import type { Access } from '../../entities/access.ts'
import { otherObjectText } from '../../entities/named-object.ts'
import type { EntitySettings } from '../../entities/settings.ts'
import { hasExpired } from '../../parameters/calendar.ts'
import { shownText } from '../../parameters/masking.ts'
import { ParameterValues } from '../../parameters/values.ts'
import { shownToShopper } from '../../payments/instruments/index.ts'
import {
  isRefusal,
  type ParameterError,
  type Refusal,
  refuse,
  refuseParameters,
} from '../../results/refusal.ts'
import type { RegistrationRow, Store, TokenRow } from '../../store/port.ts'
import { type RegistrationService, readRegistrationDetails } from '../registrations/index.ts'

/** How many stored registrations a checkout may offer to its shopper. */
const MAX_OFFERED = 100

const OFFER = /^registrations\[(\d+)\]\.id$/

type SentParameters = Iterable<readonly [name: string, value: string, origin?: unknown]>

/** Names and ids of the registrations that a checkout offers for one click, in the order of the list. */
export function offersOf(
  request: SentParameters,
): readonly (readonly [name: string, id: string])[] {
  const offers: [index: number, name: string, id: string][] = []
  for (const [name, id] of request) {
    const index = OFFER.exec(name)?.[1]
    if (index !== undefined) offers.push([Number(index), name, id])
  }
  return offers.sort((one, other) => one[0] - other[0]).map(([, name, id]) => [name, id])
}

export interface OfferParts {
  readonly access: Access
  readonly registrations: RegistrationService
  readonly store: Store
}

/** Why a registration is not to be offered in a checkout of the channel; each fault names its index. */
export async function offerRefusal(
  request: SentParameters,
  caller: { readonly token: TokenRow; readonly channelId: string },
  parts: OfferParts,
): Promise<Refusal | undefined> {
  const offers = offersOf(request)
  if (offers.length === 0) return undefined
  if (offers.length > MAX_OFFERED) return tooMany
  const errors = await Promise.all(
    offers.map(async ([name, id]): Promise<ParameterError[]> => {
      const message = await offerFault(id, caller, parts)
      return message === undefined ? [] : [{ name, value: shownText(id), message }]
    }),
  )
  const all = errors.flat()
  return all.length === 0 ? undefined : refuseParameters(all)
}

const tooMany: Refusal = refuseParameters([
  {
    name: 'registrations',
    value: '',
    message: `offers more than ${MAX_OFFERED} registrations: offer those that the shopper used last`,
  },
])

async function offerFault(
  id: string,
  { token, channelId }: { readonly token: TokenRow; readonly channelId: string },
  parts: OfferParts,
): Promise<string | undefined> {
  const { access, registrations } = parts
  const row = await registrations.find(id)
  // The answer must not reveal that a foreign registration exists.
  if (row === undefined || !(await access.reaches({ token }, row.entityId))) {
    const other = await otherObjectText({ id, caller: { token }, as: ['registration'] }, parts)
    return `names no registration of this gateway: ${other ?? 'is it of another environment (test or live)?'}`
  }
  if (row.entityId !== channelId)
    return 'was stored by another channel: name the entityId of that one'
  const refusal = registrations.refusalOf(row)
  if (refusal !== undefined) return `cannot be paid with (${refusal.code}): leave it out`
  return readRegistrationDetails(row.details).isDeviceNumber === true ? ofDevice : undefined
}

const ofDevice =
  'is the number of a device, which its shopper can only pay with in the wallet: leave it out, the button of the wallet is there for it'

/**
 * What the shopper is shown of the registrations that a checkout offers and that can be paid with, and of
 * cards that have expired: a card that is missing without a word would be looked for.
 */
export async function offeredRegistrations(
  request: ParameterValues,
  registrations: RegistrationService,
  settings: EntitySettings,
  nowMs: number,
): Promise<readonly OfferedRegistration[]> {
  const rows = await Promise.all(
    offersOf(request.entries()).map(([, id]) => registrations.find(id)),
  )
  return rows.flatMap((row) =>
    row === undefined || isRefusal(registrations.refusalOf(row))
      ? []
      : [shownOffer(row, settings, nowMs)],
  )
}

function shownOffer(
  row: RegistrationRow,
  settings: EntitySettings,
  nowMs: number,
): OfferedRegistration {
  const details = readRegistrationDetails(row.details)
  const { account: kind, card } = details
  const { kind: brandKind, label } = paymentBrand(row.paymentBrand) ?? {}
  return {
    id: row.id,
    brand: row.paymentBrand,
    ...(label === undefined || brandKind === 'card' ? {} : { label }),
    ...(card === undefined ? {} : { card: summaryOf(card) }),
    ...(card !== undefined && hasExpired(card, nowMs) ? { expired: true as const } : {}),
    ...(isCodeRequired(row, settings) ? { codeRequired: true as const } : {}),
    ...shownToShopper({ kind, details }),
  }
}

function summaryOf(card: NonNullable<OfferedRegistration['card']>) {
  const { bin, last4Digits, expiryMonth, expiryYear } = card
  return { bin, last4Digits, expiryMonth, expiryYear }
}

/** Refuses a registration that this checkout does not offer: a shopper must not try ids. */
export function notOfferedRefusal(
  submitted: ParameterValues,
  preset: ParameterValues,
): Refusal | undefined {
  const id = submitted.get('registrationId')
  if (id === undefined || offersOf(preset.entries()).some(([, offered]) => offered === id)) {
    return undefined
  }
  return refuse('200.300.404', {
    parameterErrors: [
      {
        name: 'registrationId',
        // Of somebody else, perhaps. An empty one would say that it is missing.
        value: '***',
        message: 'is none of the registrations that this checkout offers (registrations[n].id)',
      },
    ],
  })
}

/** Whether a checkout of the channel takes this registration only with a security code. */
function isCodeRequired(
  { details: text, paymentBrand }: RegistrationRow,
  { registrations }: EntitySettings,
): boolean {
  if (registrations?.requireCvv !== true) return false
  const { card, isDeviceNumber = false } = readRegistrationDetails(text)
  // Some cards have no code; numbers of devices never have one.
  const mayLackCode = isDeviceNumber || cardBrand(paymentBrand)?.codeLengths.includes(0) === true
  return card !== undefined && !mayLackCode
}

/**
 * Refuses a stored card without its security code where the channel demands one. The option of the
 * widget that asks for the code is the page's, which a shopper can change.
 */
export async function missingCodeRefusal(
  submitted: ParameterValues,
  settings: EntitySettings,
  { read }: Pick<Store, 'read'>,
): Promise<Refusal | undefined> {
  const id = submitted.get('registrationId')
  if (id === undefined || settings.registrations?.requireCvv !== true) return undefined
  if (submitted.has('card.cvv')) return undefined
  const row = await read.registration(id)
  if (row === undefined || !isCodeRequired(row, settings)) return undefined
  return refuseParameters([codeMissing])
}

const codeMissing: ParameterError = {
  name: 'card.cvv',
  value: '',
  message:
    'is required: this merchant takes stored cards only with their security code (setting registrations.requireCvv)',
}

/**
 * A one-click payment is started by the shopper. Sent without a mode: REPEATED would mean that the
 * shopper is absent and gives no code, INITIAL that a series begins (interface document, Card on file).
 */
const STARTED_BY_SHOPPER = ['standingInstruction.source', 'CIT'] as const

/** Adds the source to a submit that names a registration, unless it or the merchant describes a series. */
export function withOneClickSource(
  submitted: ParameterValues,
  preset: ParameterValues,
): ParameterValues {
  const namesSeries = (values: ParameterValues) =>
    SERIES_PARAMETERS.some((name) => values.sent(name) !== undefined)
  if (
    submitted.sent('registrationId') === undefined ||
    namesSeries(submitted) ||
    namesSeries(preset)
  ) {
    return submitted
  }
  return ParameterValues.of([...submitted.entries(), STARTED_BY_SHOPPER])
}

const SERIES_PARAMETERS = [
  'standingInstruction.source',
  'standingInstruction.mode',
  'standingInstruction.type',
]
