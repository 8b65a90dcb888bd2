import { cardNumberLayout, isWholeCardNumber, mayBeBeginning } from '../../common/brands.ts'
import { digitsOf, editCardNumber, formatCardNumber } from '../../common/card-number.ts'
import { shownNumber } from '../../common/shown-number.ts'
import { createBinList } from './bin-list.ts'
import { codeAsker } from './code-handover.ts'
import { typedNumber } from './number-state.ts'
import { createPayer } from './payer.ts'
import { type FramePlace, securedField } from './secured-field.ts'
import { sendingRule } from './sending.ts'
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
  // Enter or Tab was pressed, and no digit was edited since. No page can press a key in the field.
  let isEntered = false
  const sendingFault = sendingRule()

  const layoutOf = (typed: string) => cardNumberLayout(typed, place.brands, grouped)
  const { send, clear, tell } = securedField(input, place, {
    edit(edit) {
      const next = editCardNumber(edit, layoutOf)
      // Leaving the field edits nothing, but is told as a change.
      if (next.digits !== number.digits) isEntered = false
      number.take(next.digits, digitsOf(edit.text.slice(edit.caret)) !== '')
      return next
    },
    compose(text) {
      isEntered = false
      number.take(digitsOf(text), true)
    },
    text: () => mask || formatCardNumber(number.digits, layoutOf(number.digits).gaps),
    receive(message) {
      if (message.kind === 'disabled') {
        if (number.digits) mask = shownNumber(number.digits.slice(-4))
        if (!message.disabled) mask = ''
      }
      if (message.kind === 'submit') void pay(message)
      if (message.kind === 'grouping') grouped = message.grouped
      if (message.kind === 'binList') isAsked = place.usesBinList || message.isAsked
    },
    report: () => ({ kind: 'number', state: number.state() }),
    entered() {
      isEntered = true
    },
    left: () => number.leave(),
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
    async ({ fields, withCode, length }) => {
      const { digits } = number
      const isWhole = number.state().complete.length > 0 || isWholeCardNumber(digits)
      if (!isEntered) await leftOrQuiet(input)
      const isFinished = number.digits === digits && (isEntered || !mayBeBeginning(digits))
      const fault = sendingFault({ digits, isWhole, isFinished, toldLength: length })
      if (fault !== undefined) return fault
      const code = withCode ? await asker.ask() : ''
      if (code === undefined) return 'code frame silent'
      return submitBody(fields, { number: digits, code })
    },
    (isPaid) => {
      asker.spend()
      if (!isPaid) return
      clear()
      // What was paid with stays visible in its place until the page has gone.
      input.value = mask
    },
  )
}

/**
 * So long nobody pauses between two digits in a hurry. A pay button that leaves the focus where it is costs its
 * shopper this time; any other takes the focus away.
 */
const QUIET_MS = 1000

/** Waits until the shopper has left the field, or has not edited it for a while. */
function leftOrQuiet(input: HTMLInputElement): Promise<void> | undefined {
  if (!document.hasFocus() || document.activeElement !== input) return
  return new Promise((resolve) => {
    const end = () => resolve()
    setTimeout(end, QUIET_MS)
    // An edit ends it as well: what is sent is looked at again.
    for (const name of ['blur', 'input']) input.addEventListener(name, end, { once: true })
  })
}

export function randomName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
