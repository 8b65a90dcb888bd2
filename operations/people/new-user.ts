import type { Role } from '../../server/entities/rights.ts'
import { newObjectId } from '../../server/kernel/ids.ts'
import type { Change, UserRow } from '../../server/store/port.ts'
import { NO_TRIES } from './tries.ts'

interface NewUser {
  /** See `normalEmail`. */
  readonly email: string
  readonly name: string
  readonly passwordHash: string
  readonly entityId: string
  readonly role: Role
  /** See the column. */
  readonly isFirstPassword?: boolean
}

/** A user with a first role. Its commit meets `exists` where another user has the e-mail. */
export function newUser(
  { email, name, passwordHash, entityId, role, isFirstPassword = false }: NewUser,
  nowMs: number,
): { readonly row: UserRow; readonly changes: readonly Change[] } {
  const id = newObjectId(nowMs)
  const row: UserRow = {
    id,
    email,
    name,
    passwordHash,
    formerPasswordHashes: '',
    isFirstPassword,
    totpSealed: null,
    totpOfferSealed: null,
    totpStep: 0,
    recoveryHashes: '',
    ...NO_TRIES,
    mailLanguage: null,
    unwantedMails: '',
    state: 'active',
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    version: 1,
  }
  return {
    row,
    changes: [
      { kind: 'insertUser', row },
      { kind: 'insertGrant', row: { userId: id, entityId, role, createdAtMs: nowMs } },
    ],
  }
}
