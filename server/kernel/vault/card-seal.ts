import { createHmac, type KeyObject } from 'node:crypto'
import { seal } from './aead.ts'

/** A card number as it is stored. */
export interface CardSeal {
  /** base64url of IV, ciphertext and tag. */
  readonly sealed: string
  /** 64 hex. Equal numbers have equal ones, in this installation only (R-VLT-3). */
  readonly fingerprint: string
}

export interface PanToSeal {
  readonly key: KeyObject
  /** What the number belongs to; it opens only for the same place. */
  readonly place: string
  /** The whole card number. */
  readonly pan: string
}

/** Seals a card number and computes its fingerprint, synchronously. */
export function sealPan({ key, place, pan }: PanToSeal, fingerprintKey: KeyObject): CardSeal {
  return { sealed: seal(key, place, pan), fingerprint: fingerprintOf(pan, fingerprintKey) }
}

/** HMAC-SHA-256 of a card number, 64 hex. */
export function fingerprintOf(pan: string, fingerprintKey: KeyObject): string {
  return createHmac('sha256', fingerprintKey).update(pan).digest('hex')
}

/** Seals card numbers, in this thread or another. */
export interface Sealer {
  /** Does not reject when the other thread has ended: this thread then seals. */
  seal(card: PanToSeal, fingerprintKey: KeyObject): Promise<CardSeal>
}

/** Seals in this thread, one after the other. */
export const sealInThisThread: Sealer = {
  async seal(card, fingerprintKey) {
    return sealPan(card, fingerprintKey)
  },
}
