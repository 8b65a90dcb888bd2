import { randomBytes } from 'node:crypto'
import { hashToken } from '../../server/kernel/ids.ts'
import { openedCredential } from '../../server/kernel/vault/unopened.ts'
import type { Vault } from '../../server/kernel/vault/vault.ts'
import type { UserRow, UserStep } from '../../server/store/port.ts'

/** Length of a time step (RFC 6238, 4.1) in seconds; a code of the step before or after is taken as well. */
const STEP_SECONDS = 30
const WINDOW = 1
/** 160 bits (RFC 4226, 4). */
const SECRET_BYTES = 20

export const RECOVERY_CODES = 10
/** 80 bits: nobody finds one from its SHA-256. */
const RECOVERY_BYTES = 10

/** What becomes of the user when a code is right; `undefined`: it is wrong, or was used before. */
type TakenCode = Pick<UserStep, 'totpStep' | 'recoveryHashes'> | undefined

/** The codes of authenticator apps, and the recovery codes beside them. */
export interface SecondFactor {
  /** Takes a code of the app, or a recovery code, once. */
  take(user: UserRow, code: string, nowMs: number): Promise<TakenCode>
  /** Makes a secret that a first code has to confirm. */
  offer(user: Pick<UserRow, 'id' | 'email'>): Promise<OfferedSecret>
  /** Takes the first code of an offered secret. */
  confirm(
    user: UserRow,
    code: string,
    nowMs: number,
  ): Promise<{ readonly totpStep: number } | undefined>
}

/** What an authenticator app is given. */
export interface OfferedSecret {
  /** Base32, to be typed. */
  readonly secret: string
  /** `otpauth://…`, which the picture has. */
  readonly uri: string
  /** The same as a picture for the camera of a telephone, as SVG. */
  readonly qrCode: string
  readonly sealed: string
}

const UNOPENED =
  'The second factor of a user does not open, so no code is right: a recovery code is taken, or tillgate user reset gives a new one'

/** The place of a sealed secret: it opens for its user only. */
export const placeOf = ({ id }: Pick<UserRow, 'id'>) => `totp ${id}`

export function createSecondFactor({
  vault,
  log,
  issuer,
}: {
  readonly vault: Pick<Vault, 'sealCredential' | 'openCredential'>
  readonly log: { error(fields: object, message: string): void }
  /** The name under which apps list the code. */
  readonly issuer: string
}): SecondFactor {
  async function stepOf(user: UserRow, sealed: string, code: string, nowMs: number) {
    const { TOTP, Secret } = await import('otpauth')
    const opened = openedCredential(vault, placeOf(user), sealed)
    if (opened === undefined) {
      log.error({ userId: user.id }, UNOPENED)
      return undefined
    }
    const secret = Secret.fromBase32(opened)
    const totp = new TOTP({ secret, period: STEP_SECONDS })
    const delta = totp.validate({ token: code, timestamp: nowMs, window: WINDOW })
    return delta === null ? undefined : totp.counter({ timestamp: nowMs }) + delta
  }

  return {
    async take(user, code, nowMs) {
      if (!/^[0-9]{6}$/.test(code)) return takenRecoveryCode(user, code)
      if (user.totpSealed === null) return undefined
      const totpStep = await stepOf(user, user.totpSealed, code, nowMs)
      return totpStep === undefined || totpStep <= user.totpStep ? undefined : { totpStep }
    },

    async offer(user) {
      const { TOTP, Secret } = await import('otpauth')
      const secret = new Secret({ size: SECRET_BYTES })
      const totp = new TOTP({ issuer, label: user.email, secret, period: STEP_SECONDS })
      const uri = totp.toString()
      const { renderSVG } = await import('uqr')
      return {
        secret: secret.base32,
        uri,
        qrCode: renderSVG(uri, { ecc: 'M' }),
        sealed: vault.sealCredential(placeOf(user), secret.base32),
      }
    },

    async confirm(user, code, nowMs) {
      if (user.totpOfferSealed === null || !/^[0-9]{6}$/.test(code)) return undefined
      const totpStep = await stepOf(user, user.totpOfferSealed, code, nowMs)
      return totpStep === undefined ? undefined : { totpStep }
    },
  }
}

function takenRecoveryCode(user: UserRow, code: string): TakenCode {
  const hash = hashOf(user, code)
  const left = user.recoveryHashes.split(' ')
  if (!left.includes(hash)) return undefined
  return { recoveryHashes: left.filter((other) => other !== hash).join(' ') }
}

function hashOf({ id }: Pick<UserRow, 'id'>, code: string): string {
  return hashToken(`${id} ${code.toLowerCase().replaceAll(/[^0-9a-f]/g, '')}`)
}

/** New recovery codes, which are shown once, and what is stored of them. */
export function newRecoveryCodes(user: Pick<UserRow, 'id'>): {
  readonly codes: readonly string[]
  readonly recoveryHashes: string
} {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    (randomBytes(RECOVERY_BYTES).toString('hex').match(/.{5}/g) ?? []).join('-'),
  )
  return { codes, recoveryHashes: codes.map((code) => hashOf(user, code)).join(' ') }
}
