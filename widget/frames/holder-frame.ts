import type { DetailFault } from '../../common/widget-wire.ts'
import { holderFault } from '../forms/card/faults.ts'
import { giveDetail } from './details-handover.ts'
import { type FramePlace, securedField } from './secured-field.ts'

/** Runs the frame of the card holder (option `enableSAQACompliance`). */
export function runHolderFrame(input: HTMLInputElement, place: FramePlace): void {
  let holder = ''
  /** In the place of what was paid with, until the page has gone. */
  let dots = ''
  const { clear } = securedField(input, place, {
    edit({ text, caret }) {
      holder = text
      return { text, caret }
    },
    compose(text) {
      holder = text
    },
    text: () => dots || holder,
    receive(message) {
      // A name runs as the language of the page does, unlike digits.
      if (message.kind === 'look') input.dir = message.look.style.direction === 'rtl' ? 'rtl' : ''
      if (message.kind === 'disabled' && !message.disabled) dots = ''
      if (message.kind === 'codeRules') input.setAttribute('aria-required', `${message.required}`)
    },
    report: () => ({
      kind: 'detail',
      empty: holder.trim() === '',
      length: holder.length,
      fault: (holderFault(holder, false) ?? null) as DetailFault | null,
    }),
  })
  giveDetail('card.holder', place.instance, {
    read: () => holder.trim(),
    wipe() {
      dots = '•'.repeat(holder.trim().length)
      clear()
      input.value = dots
    },
  })
}
