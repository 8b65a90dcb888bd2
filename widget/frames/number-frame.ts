import { digitsOf, editCardNumber, formatCardNumber } from '../../common/card-number.ts'
import { cardNumberLayout } from '../../common/card-number-rules.ts'
import { createBinList } from './bin-list.ts'
import { codeAsker } from './code-handover.ts'
import { typedNumber } from './number-state.ts'
import { createPayer } from './payer.ts'
import { type FramePlace, securedField } from './secured-field.ts'
import { siblingFrames } from './sibling-frames.ts'
import { submitBody } from './submit.ts'

/**
 * Runs the frame of the card number, which also pays.
 *
 * @param makePayer where expiry and holder are secured, too: one that collects them (`details-payer.ts`)
 */
export function runNumberFrame(
  input: HTMLInputElement,
  place: FramePlace,
  makePayer = createPayer,
): void {
  const binList = createBinList(place.checkoutId, () => tell())
  const number = typedNumber(place.brands, (digits) => (isAsked ? binList(digits) : {}))
  let grouped = true
  let isAsked = place.usesBinList
  // What is shown of the number while it cannot be edited: when it pays, and after that.
  let mask = ''

  const layoutOf = (typed: string) => cardNumberLayout(typed, place.brands, grouped)
  const { send, clear, tell } = securedField(input, place, {
    edit(edit) {
      const next = editCardNumber(edit, layoutOf)
      number.take(next.digits, digitsOf(edit.text.slice(edit.caret)) !== '')
      return next
    },
    compose(text) {
      number.take(digitsOf(text), true)
    },
    text: () => mask || formatCardNumber(number.digits, layoutOf(number.digits).gaps),
    receive(message) {
      if (message.kind === 'disabled') {
        if (number.digits) mask = `•••• ${number.digits.slice(-4)}`
        if (!message.disabled) mask = ''
      }
      if (message.kind === 'submit') void pay(message)
      if (message.kind === 'grouping') grouped = message.grouped
      if (message.kind === 'binList') isAsked = place.usesBinList || message.isAsked
    },
    report: () => ({ kind: 'number', state: number.state() }),
  })

  const { instance } = place
  const asker = codeAsker({
    instance,
    send: siblingFrames('card.cvv', instance, (data) => void asker.receive(data)),
    newRequest: randomName,
    later: setTimeout,
  })
  const pay = makePayer(
    place,
    send,
    async ({ fields, withCode }) => {
      const code = withCode ? await asker.ask() : ''
      return code === undefined ? code : submitBody(fields, { number: number.digits, code })
    },
    () => {
      asker.spend()
      clear()
      // What was paid with stays visible in its place until the page has gone.
      input.value = mask
    },
  )
}

export function randomName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
