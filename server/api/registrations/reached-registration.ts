import type { RegistrationRow, Store } from '../../engine/store/port.ts'
import type { Access, AccessRequest } from '../../wire/entities/access.ts'
import { unknownId } from '../../wire/entities/named-object.ts'
import { type Refusal, refuse } from '../../wire/results/refusal.ts'
import { unknownRegistration } from './rules.ts'
import type { RegistrationService } from './service.ts'

interface ReachParts {
  readonly registrations: Pick<RegistrationService, 'find'>
  readonly access: Access
  readonly store: Pick<Store, 'read'>
}

/** The registration that a merchant's request names, if its token and entity reach it. */
export async function reachedRegistration(
  id: string,
  caller: AccessRequest,
  parts: ReachParts,
): Promise<RegistrationRow | Refusal> {
  const { registrations, access } = parts
  const registration = await registrations.find(id)
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

/** Only for tokens that may use both channels. */
const otherChannel: Refusal = refuse('700.400.700', {
  description:
    'The registration was stored by another channel of this merchant: name that entityId',
})
