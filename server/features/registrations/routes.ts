import type { AccessRequest, UsableEntity } from '../../entities/access.ts'
import { unknownId } from '../../entities/named-object.ts'
import { type CallParts, type MerchantCall, withEcho } from '../../http/call.ts'
import {
  answerTo,
  type KeyEntry,
  type KeyInUse,
  keyParts,
  participantsOf,
  type Worked,
} from '../../http/idempotency/idempotency.ts'
import type { Asked, Route } from '../../http/route.ts'
import { ParameterValues } from '../../parameters/values.ts'
import {
  detailsOf,
  type FirstType,
  onlyStores,
  type PaymentService,
  type PrepareParts,
  paymentAnswer,
  prepareFirst,
} from '../../payments/index.ts'
import { storingErrors } from '../../payments/read/index.ts'
import { refusedAlone } from '../../payments/second-person/index.ts'
import { isRefusal, type Refusal, refuse } from '../../results/refusal.ts'
import type { PaymentRow, RegistrationRow, Store } from '../../store/port.ts'
import { authenticatedAnswer, registrationAnswer } from './answer.ts'
import { isAuthenticatedFirst, storingPayment } from './authenticated.ts'
import { unknownRegistration, unusableReason } from './rules.ts'
import type { RegistrationService } from './service.ts'

export interface RegistrationRouteParts extends CallParts, PrepareParts {
  readonly store: Store
  readonly payments: PaymentService
  readonly registrations: RegistrationService
}

/** `/v1/registrations`, `/v1/registrations/{id}`, its `/payments` and `/extendlife` (decisions §2). */
export const registrationRoutes: readonly Route<RegistrationRouteParts>[] = [
  {
    method: 'post',
    path: '/v1/registrations',
    scopes: ['pay'],
    access: 'token',
    operation: 'registrations.create',
    throttle: 'registrations',
    once: true,
    answerOf: authenticatedAnswer,
    docs: {
      id: 'storePaymentDetails',
      tag: 'Registrations',
      summary: 'Store payment details',
      description:
        'The answer’s `id` is the token that later payments are made with. The number is sealed; answers show its ends. A pending answer says in `redirect` where the cardholder confirms (3-D Secure) before anything is stored.',
      body: 'RegistrationRequest',
      label: 'Registration',
      answers: ['RegistrationAnswer'],
      failures: ['RegistrationAnswer'],
    },
    furtherErrors: (accepted, { usable, token }, { clock, issuerCountryOf }) =>
      storingErrors(accepted, {
        brands: usable?.settings.brands ?? [],
        nowMs: clock.of(usable?.entity.id ?? token.entityId),
        issuerCountryOf,
      }),
    handle: create,
  },
  {
    method: 'get',
    path: '/v1/registrations/{id}',
    access: 'token',
    operation: 'status',
    throttle: 'status',
    docs: {
      id: 'readRegistration',
      tag: 'Registrations',
      summary: 'Read stored payment details',
      description: 'Their current state, without anything secret.',
      label: 'Status',
      subject: 'registration',
      answers: ['RegistrationAnswer'],
      failures: ['RegistrationAnswer'],
      further: { 404: 'RefusalAnswer' },
    },
    handle: read,
  },
  {
    method: 'delete',
    path: '/v1/registrations/{id}',
    scopes: ['pay'],
    access: 'token',
    operation: 'status',
    throttle: 'registrations',
    docs: {
      id: 'deleteRegistration',
      tag: 'Registrations',
      summary: 'Delete stored payment details',
      description:
        'The number is wiped. Payments that were made with it remain and can be refunded.',
      label: 'Status',
      subject: 'registration',
      answers: ['RegistrationAnswer'],
      further: { 404: 'RefusalAnswer', 409: 'RefusalAnswer' },
    },
    handle: remove,
  },
  {
    method: 'post',
    path: '/v1/registrations/{id}/payments',
    scopes: 'ofPaymentType',
    access: 'token',
    operation: 'registrations.pay',
    throttle: 'payments',
    once: true,
    docs: {
      id: 'payWithRegistration',
      tag: 'Registrations',
      summary: 'Pay with stored payment details',
      description:
        'A payment like any other, with the stored details. One without the shopper says so in `standingInstruction`.',
      body: 'RegistrationPayment',
      label: 'Stored payment',
      subject: 'registration',
      answers: ['PaymentAnswer'],
      failures: ['PaymentAnswer'],
      further: { 404: 'RefusalAnswer' },
    },
    answerOf: paymentAnswer,
    handle: payWith,
  },
  {
    method: 'post',
    path: '/v1/registrations/{id}/extendlife',
    scopes: ['pay'],
    access: 'token',
    operation: 'registrations.extend',
    throttle: 'registrations',
    once: true,
    docs: {
      id: 'extendRegistration',
      tag: 'Registrations',
      summary: 'Keep payment details longer',
      description: 'Moves the time at which they expire.',
      body: 'RegistrationExtension',
      label: 'Extension',
      subject: 'registration',
      answers: ['RegistrationAnswer'],
      further: { 404: 'RefusalAnswer' },
    },
    handle: extend,
  },
]

async function create(
  { call, entry, request }: Asked<MerchantCall>,
  parts: RegistrationRouteParts,
): Promise<Worked> {
  const { values } = call
  const channel = await parts.access.channelFor(call, values)
  if (isRefusal(channel)) return withEcho(channel, values)
  const answerOf = (row: RegistrationRow) => registrationAnswer(row, request.ndc)
  if (await isAuthenticatedFirst({ channel, values }, parts)) {
    const stored = await authenticateAndStore({ channel, values, entry }, parts)
    return answerTo(stored, (payment) => authenticatedAnswer(payment, request.ndc))
  }
  const extraParts = keyParts(entry, answerOf)
  const made = await parts.registrations.create(async () => ({ channel, values, extraParts }))
  return answerTo(withEcho(made, values), answerOf)
}

interface StoringCall {
  readonly channel: UsableEntity
  readonly values: ParameterValues
  readonly entry: KeyEntry | undefined
}

function authenticateAndStore(
  { channel, values, entry }: StoringCall,
  parts: RegistrationRouteParts,
): Promise<PaymentRow | Refusal | KeyInUse> {
  return parts.payments.pay(async () => {
    const requestParticipants = participantsOf(entry)
    const nowMs = parts.clock.of(channel.entity.id)
    const first = storingPayment({ channel, values, requestParticipants, nowMs })
    return withEcho(await prepareFirst(first, parts), values)
  })
}

async function read(
  { id, call, request }: Asked<MerchantCall>,
  parts: RegistrationRouteParts,
): Promise<Worked> {
  const registration = await findAccessible(id, call, parts)
  if (isRefusal(registration)) return registration
  if ('authenticationId' in registration) return authenticatedAnswer(registration, request.ndc)
  // A failed registration is answered with its own result code.
  const ended =
    registration.state === 'failed'
      ? undefined
      : unusableReason(registration, parts.clock.of(registration.entityId))
  // An ended registration does not exist any more (interface document, Errors: 404).
  return ended === undefined
    ? registrationAnswer(registration, request.ndc)
    : { ...ended, status: 404 }
}

async function remove(
  { id, call, request }: Asked<MerchantCall>,
  parts: RegistrationRouteParts,
): Promise<Worked> {
  const registration = await findStored(id, call, parts)
  if (isRefusal(registration)) return registration
  const removed = await parts.registrations.remove(registration.id)
  return answerTo(removed, (row) => registrationAnswer(row, request.ndc, 'DR'))
}

async function payWith(
  { id, call, entry, request }: Asked<MerchantCall>,
  parts: RegistrationRouteParts,
): Promise<Worked> {
  const registration = await findStored(id, call, parts)
  if (isRefusal(registration)) return withEcho(registration, call.values)
  // A merchant with channel dispatching pays on the channel that stored the payment details.
  const channel = await parts.access.channelOf(registration.entityId)
  if (isRefusal(channel)) return withEcho(channel, call.values)
  const values = ParameterValues.of([...call.values.entries(), ['registrationId', id]])
  const paymentType = values.get('paymentType') as FirstType
  const moved = { channel, values, paymentType, registrationIds: [registration.id] }
  const alone = await refusedAlone(call, moved, parts)
  if (alone !== undefined) return withEcho(alone, call.values)
  const paid = await parts.payments.pay(async () => {
    const first = {
      channel,
      values,
      paymentTypeFor: () => paymentType,
      requestParticipants: participantsOf(entry),
      nowMs: parts.clock.of(channel.entity.id),
    }
    return withEcho(await prepareFirst(first, parts), call.values)
  })
  return answerTo(paid, (payment) => paymentAnswer(payment, request.ndc))
}

async function extend(
  { id, call, entry, request }: Asked<MerchantCall>,
  parts: RegistrationRouteParts,
): Promise<Worked> {
  const registration = await findStored(id, call, parts)
  if (isRefusal(registration)) return registration
  const answerOf = (row: RegistrationRow) => registrationAnswer(row, request.ndc, 'TE')
  const { registrations } = parts
  const extended = await registrations.extend(registration.id, keyParts(entry, answerOf))
  return answerTo(extended, answerOf)
}

interface LookupParts extends CallParts {
  readonly store: Store
  readonly payments: PaymentService
  readonly registrations: RegistrationService
}

/** The registration that a merchant's request names, if its token and entity have access to it. */
async function findAccessible(
  id: string,
  caller: AccessRequest,
  parts: LookupParts,
): Promise<RegistrationRow | PaymentRow | Refusal> {
  const { access } = parts
  const registration = await findRegistration(id, parts)
  const named = caller.usable?.entity
  const isChannel = named?.kind === 'channel'
  // The answer must not reveal that a foreign registration exists.
  if (
    registration === undefined ||
    !(await access.reaches(caller, registration.entityId, isChannel ? undefined : named))
  ) {
    return unknownId(unknownRegistration, { id, caller, as: ['registration'] }, parts)
  }
  return isChannel && named?.id !== registration.entityId ? otherChannel : registration
}

/** The same where it has to be stored already. */
async function findStored(
  id: string,
  caller: AccessRequest,
  parts: LookupParts,
): Promise<RegistrationRow | Refusal> {
  const found = await findAccessible(id, caller, parts)
  if (isRefusal(found) || !('authenticationId' in found)) return found
  return found.state === 'failed' ? notStored : notConfirmed
}

/** A registration; or the payment that authenticates its cardholder and has not stored it. */
async function findRegistration(
  id: string,
  { registrations, payments }: LookupParts,
): Promise<RegistrationRow | PaymentRow | undefined> {
  const row = await registrations.find(id)
  if (row !== undefined) return row
  const payment = await payments.find(id)
  if (payment === undefined || !onlyStores(payment)) return undefined
  if (payment.state !== 'succeeded') return payment
  // The number was stored before, in a registration of another id.
  const { registrationId } = detailsOf(payment)
  return registrationId === undefined ? undefined : registrations.find(registrationId)
}

const notConfirmed: Refusal = refuse('100.150.203', {
  status: 409,
  description:
    'Registration not valid yet: its cardholder has to confirm first (3-D Secure), or his time runs out; read it at GET /v1/registrations/{id}',
})

const notStored: Refusal = refuse('100.150.203', {
  description:
    'Registration not valid: its cardholder was not authenticated, and nothing is stored',
})

/** Answered only to tokens that may use both channels. */
const otherChannel: Refusal = refuse('700.400.700', {
  description:
    'The registration was stored by another channel of this merchant: name that entityId',
})
