import { createSecretKey } from 'node:crypto'
import type { MessageOf } from '../../server/features/three-ds/messages/messages.ts'
import { open, seal, VaultError } from '../../server/kernel/vault/aead.ts'
import { ecisOf } from '../../server/payments/read/index.ts'
import type { Scenario } from '../enrolled-cards.ts'

/** A hash of the text and a secret of this installation, 64 hex digits. */
export type Sign = (text: string) => string

/**
 * The issuer's data of a transaction between AReq and RReq. They are not stored, but sent sealed in the
 * URL of the challenge, so that each process of a cluster can show the page.
 */
export interface Transaction {
  readonly version: '2.1.0' | '2.2.0'
  readonly category: '01' | '02'
  readonly serverTransactionId: string
  readonly directoryTransactionId: string
  readonly issuerTransactionId: string
  readonly scenario: Scenario
  readonly card: {
    /** Determines the values of the field `eci`. */
    readonly brand: string
    readonly lastFour: string
  }
  /** The URL for the result. It contains a token of the 3DS server, which browsers must never see. */
  readonly resultUrl: string
  /** The URL to which the browser is sent after the challenge. Absent without a browser. */
  readonly notificationUrl?: string
  readonly merchantName?: string
  /** In minor units, with the number of its currency (ISO 4217). */
  readonly amount?: { readonly minor: string; readonly currency: string }
  /** BCP 47 tag of the browser. */
  readonly language?: string
  /** The time of the ARes: the challenge may take ten minutes from then. */
  readonly startedAtMs: number
  /** The merchant alone has asked (3RI). */
  readonly isWithoutShopper?: true
}

/** The proof of the authentication for the acquirer; the same for each repetition of a message. */
export function proofOf(
  transaction: Pick<Transaction, 'issuerTransactionId' | 'card' | 'isWithoutShopper'>,
  status: 'Y' | 'A',
  sign: Sign,
): { readonly eci: string; readonly authenticationValue: string } {
  const { authenticated, authenticatedWithoutShopper, attempted } = ecisOf(transaction.card.brand)
  const ofMerchant = transaction.isWithoutShopper ? authenticatedWithoutShopper : undefined
  const hash = sign(`authentication value ${transaction.issuerTransactionId} ${status}`)
  return {
    eci: status === 'Y' ? (ofMerchant ?? authenticated[0]) : attempted[0],
    // 20 bytes, which are 28 characters.
    authenticationValue: Buffer.from(hash.slice(0, 40), 'hex').toString('base64'),
  }
}

/** The ids that directory and issuer assign to a transaction; the same for a repeated AReq. */
export function idsOf(serverTransactionId: string, sign: Sign) {
  const hash = sign(`transaction ${serverTransactionId}`)
  return {
    directoryTransactionId: uuidOf(hash.slice(0, 32)),
    issuerTransactionId: uuidOf(hash.slice(32)),
  }
}

/** A UUID of version 8, which is for ids made by an own rule (RFC 9562). */
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

/** The purpose of a sealed text. A text that was sealed for one purpose cannot be opened for another. */
export type SealedPlace = 'challenge' | 'challenge form'

/** Seals and opens texts that are sent through browsers (AES-256-GCM). */
export interface Envelope {
  seal(place: SealedPlace, value: object): string
  /** `undefined` for a text that was altered, or was sealed by another installation or purpose. */
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
