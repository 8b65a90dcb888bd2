import { createSecretKey } from 'node:crypto'
import { open, seal, VaultError } from '../../../engine/vault/aead.ts'
import type { MessageOf } from '../messages/messages.ts'
import { ecisOf } from '../server/schemes.ts'
import type { Scenario } from './scenarios.ts'

/** HMAC under a key of this installation, 64 hex digits (`Vault.keyedHash`). */
export type Sign = (text: string) => string

/**
 * What the issuer knows of a transaction between AReq and RReq. It is kept nowhere: it travels sealed
 * in the address of the challenge, so that each process of a cluster can show the page.
 */
export interface Transaction {
  readonly version: '2.1.0' | '2.2.0'
  readonly category: '01' | '02'
  readonly serverTransactionId: string
  readonly directoryTransactionId: string
  readonly issuerTransactionId: string
  readonly scenario: Scenario
  readonly card: {
    /** Decides the values of the field `eci`. */
    readonly brand: string
    readonly lastFour: string
  }
  /** Where the result goes. It carries a token of the 3DS server: browsers must never see it. */
  readonly resultUrl: string
  /** Where the browser goes after the challenge. Absent without a browser. */
  readonly notificationUrl?: string
  readonly merchantName?: string
  /** In minor units, with the number of its currency (ISO 4217). */
  readonly amount?: { readonly minor: string; readonly currency: string }
  /** BCP 47 tag of the browser. */
  readonly language?: string
  /** When the ARes was made: the challenge has ten minutes from then on. */
  readonly startedAtMs: number
}

/** What proves the authentication to the acquirer; the same for each repetition of a message. */
export function proofOf(
  transaction: Pick<Transaction, 'issuerTransactionId' | 'card'>,
  status: 'Y' | 'A',
  sign: Sign,
): { readonly eci: string; readonly authenticationValue: string } {
  const { authenticated, attempted } = ecisOf(transaction.card.brand)
  const hash = sign(`authentication value ${transaction.issuerTransactionId} ${status}`)
  return {
    eci: status === 'Y' ? authenticated : attempted,
    // 20 bytes, which are 28 characters.
    authenticationValue: Buffer.from(hash.slice(0, 40), 'hex').toString('base64'),
  }
}

/** The ids that directory and issuer give a transaction; the same for a repeated AReq. */
export function idsOf(serverTransactionId: string, sign: Sign) {
  const hash = sign(`transaction ${serverTransactionId}`)
  return {
    directoryTransactionId: uuidOf(hash.slice(0, 32)),
    issuerTransactionId: uuidOf(hash.slice(32)),
  }
}

/** A UUID of version 8: made by a rule of our own (RFC 9562). */
function uuidOf(hex: string): string {
  const [start, middle] = [hex.slice(0, 8), hex.slice(8, 12)]
  return `${start}-${middle}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}

export function messageIdsOf(
  transaction: Transaction,
): Pick<MessageOf<'RReq'>, 'threeDSServerTransID' | 'acsTransID' | 'dsTransID'> {
  return {
    threeDSServerTransID: transaction.serverTransactionId,
    acsTransID: transaction.issuerTransactionId,
    dsTransID: transaction.directoryTransactionId,
  }
}

/** What a sealed text is for: one purpose's texts do not open for the other. */
export type SealedPlace = 'challenge' | 'challenge form'

/** Seals and opens what travels through browsers (AES-256-GCM). */
export interface Envelope {
  seal(place: SealedPlace, value: object): string
  /** Nothing for a text that was altered, or was sealed elsewhere or for another place. */
  open(place: SealedPlace, sealed: string): unknown
}

export function createEnvelope(sign: Sign): Envelope {
  const key = createSecretKey(Buffer.from(sign('envelope of the simulated issuer'), 'hex'))
  return {
    seal: (place, value) => seal(key, place, JSON.stringify(value)),
    open(place, sealed) {
      try {
        return JSON.parse(open(key, place, sealed).toString('utf8'))
      } catch (error) {
        if (error instanceof VaultError) return undefined
        throw error
      }
    },
  }
}
