import type { KeyObject } from 'node:crypto'
import type { CardSeal } from './aead.ts'

/** A key is sent to the thread once, before the first batch that refers to it by `number`. */
export interface KeyMessage {
  readonly number: number
  readonly key: KeyObject
}

/** A card number of a batch, with the numbers of the keys it is sealed with. */
export interface PostedCard {
  readonly keyNumber: number
  readonly fingerprintKeyNumber: number
  readonly place: string
  readonly pan: string
}

// A batch is posted as one text of flat values: cloning objects takes three times as long.

export function textOfCards(cards: readonly PostedCard[]): string {
  const values: (string | number)[] = []
  for (const { keyNumber, fingerprintKeyNumber, place, pan } of cards) {
    values.push(keyNumber, fingerprintKeyNumber, place, pan)
  }
  return JSON.stringify(values)
}

export function cardsOfText(text: string): PostedCard[] {
  const values = JSON.parse(text)
  const cards: PostedCard[] = []
  for (let at = 0; at < values.length; at += 4) {
    cards.push({
      keyNumber: values[at],
      fingerprintKeyNumber: values[at + 1],
      place: values[at + 2],
      pan: values[at + 3],
    })
  }
  return cards
}

export function textOfSeals(seals: readonly CardSeal[]): string {
  return seals.map(({ sealed, fingerprint }) => `${sealed}\n${fingerprint}`).join('\n')
}

export function sealsOfText(text: string): CardSeal[] {
  const lines = text.split('\n')
  const seals: CardSeal[] = []
  for (let at = 0; at + 1 < lines.length; at += 2) {
    seals.push({ sealed: lines[at] ?? '', fingerprint: lines[at + 1] ?? '' })
  }
  return seals
}
