import type { DetailFault } from '../../common/widget-wire.ts'
import { editExpiry, expiryOf } from '../fields/expiry.ts'
import { expiryFault, thisMonth } from '../forms/card/faults.ts'
import { giveDetail } from './details-handover.ts'
import { type FramePlace, securedField } from './secured-field.ts'

/**
 * Runs the frame of the expiry date (option `enableSAQACompliance`). The page learns what is wrong with
 * it, by the time that the gateway has told this document: with one of the page's choice it could find out the date.
 */
export function runExpiryFrame(input: HTMLInputElement, place: FramePlace): void {
  let shown = ''
  /** In the place of what was paid with, until the page has gone. */
  let dots = ''
  const { clear } = securedField(input, place, {
    edit({ before, text, caret, deleted }) {
      // Leaving the field is no edit: it adds no separator.
      const next =
        text === before ? { text, caret } : editExpiry({ text, caret, deleting: deleted !== null })
      shown = next.text
      return next
    },
    compose(text) {
      shown = text
    },
    text: () => dots || shown,
    receive(message) {
      if (message.kind === 'disabled' && !message.disabled) dots = ''
    },
    report: () => ({
      kind: 'detail',
      empty: shown.trim() === '',
      length: shown.length,
      fault: (expiryFault(shown, {
        now: thisMonth(Number(place.now) || undefined),
        example: '08 / 30',
      }) ?? null) as DetailFault | null,
    }),
  })
  giveDetail('card.expiry', place.instance, {
    read() {
      const date = expiryOf(shown)
      return date ? `${String(date.month).padStart(2, '0')}${date.year}` : ''
    },
    wipe() {
      dots = shown.replace(/\d/g, '•')
      clear()
      input.value = dots
    },
  })
}
