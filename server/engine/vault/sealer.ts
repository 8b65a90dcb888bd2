import type { KeyObject } from 'node:crypto'
import { type CardSeal, type PanToSeal, sealPan } from './card-seal.ts'

/** What seals card numbers, here or elsewhere. */
export interface Sealer {
  /** Never rejects for want of a helper: what no other thread seals is sealed in this one. */
  seal(card: PanToSeal, fingerprintKey: KeyObject): Promise<CardSeal>
}

/** Seals in this thread, one after the other. */
export const sealHere: Sealer = {
  async seal(card, fingerprintKey) {
    return sealPan(card, fingerprintKey)
  },
}
