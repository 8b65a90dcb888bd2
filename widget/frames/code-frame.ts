import { digitsOf, editCardNumber } from '../../common/card-number.ts'
import { codeGiver } from './code-handover.ts'
import { createPayer } from './payer.ts'
import { type FramePlace, securedField } from './secured-field.ts'
import { siblingFrames } from './sibling-frames.ts'
import { submitBody } from './submit.ts'

/**
 * Runs the frame of the security code. The page learns how long the code is, never the code. The number
 * frame pays with it; where the shopper pays with a stored card there is none, and this frame pays.
 */
export function runCodeFrame(input: HTMLInputElement, place: FramePlace): void {
  let code = ''
  // Until the brand is known.
  let lengths: readonly number[] = [3, 4]
  let required = true
  // What is shown of the code while it cannot be edited: when it pays, and after that.
  let dots = ''

  const { send, clear } = securedField(input, place, {
    edit(edit) {
      // A code that is too long since the number changed stays until the shopper corrects it.
      const longest = edit.text === edit.before ? code.length : Math.max(...lengths)
      const next = editCardNumber(edit, () => ({ gaps: [], maxLength: longest }))
      code = next.digits
      return next
    },
    compose(text) {
      code = digitsOf(text)
    },
    text: () => dots || code,
    receive(message) {
      if (message.kind === 'submit') void pay(message)
      if (message.kind === 'disabled') {
        if (code) dots = '•'.repeat(code.length)
        if (!message.disabled) dots = ''
      }
      if (message.kind !== 'codeRules') return
      lengths = message.lengths
      required = message.required
      input.toggleAttribute('data-mask', message.mask)
      input.setAttribute('aria-required', `${required}`)
    },
    report() {
      const { length } = code
      const empty = length === 0
      const valid = lengths.includes(length) || (empty && !required)
      return { kind: 'code', valid, empty, length }
    },
  })
  const { instance } = place
  const wipe = () => {
    clear()
    // What was paid with stays visible in its place until the page has gone.
    input.value = dots
  }
  const pay = createPayer(place, send, async ({ fields }) => submitBody(fields, { code }), wipe)
  const giver = codeGiver(instance, { read: () => code, wipe })
  siblingFrames('card.number', instance, giver)
}
