import type { AccessRequest } from '../../entities/access.ts'
import { unknownId } from '../../entities/named-object.ts'
import type { CallParts } from '../../http/call.ts'
import { detailsOf, onlyStores, type PaymentService } from '../../payments/index.ts'
import { isRefusal, type Refusal, refuse } from '../../results/refusal.ts'
import type { PaymentRow, RegistrationRow, Store } from '../../store/port.ts'
import { unknownRegistration } from './rules.ts'
import type { RegistrationService } from './service.ts'

interface LookupParts extends CallParts {
  readonly store: Store
  readonly payments: PaymentService
  readonly registrations: RegistrationService
}

/** The registration that a merchant's request names, if its token and entity have access to it. */
export async function findAccessible(
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
export async function findStored(
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
