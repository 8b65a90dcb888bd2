import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cardsOfText, sealsOfText, textOfCards, textOfSeals } from './sealing-messages.ts'

const card = fc.record({
  keyNumber: fc.nat(),
  fingerprintKeyNumber: fc.nat(),
  place: fc.string(),
  pan: fc.string(),
})

test('cards arrive as they were sent, whatever is in their texts', () => {
  fc.assert(
    fc.property(fc.array(card), (cards) => {
      expect(cardsOfText(textOfCards(cards))).toEqual(cards)
    }),
  )
})

test('seals arrive as they were sent', () => {
  const sealed = fc.stringMatching(/^[\w-]{10,80}$/)
  const fingerprint = fc.stringMatching(/^[0-9a-f]{64}$/)
  fc.assert(
    fc.property(fc.array(fc.record({ sealed, fingerprint })), (seals) => {
      expect(sealsOfText(textOfSeals(seals))).toEqual(seals)
    }),
  )
})
