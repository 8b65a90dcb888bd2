import { digitsOf, editCardNumber, formatCardNumber } from '../../common/card-number.ts'
import { cardNumberLayout } from '../../common/card-number-rules.ts'
import { codeAsker } from './code-handover.ts'
import { typedNumber } from './number-state.ts'
import { type FramePlace, securedField } from './secured-field.ts'
import { siblingFrames } from './sibling-frames.ts'
import { type Outcome, postPayment, type Submit, submitBody } from './submit.ts'

/** Runs the frame of the card number, which also pays. */
export function runNumberFrame(input: HTMLInputElement, place: FramePlace): void {
  const number = typedNumber(place.brands)
  let grouped = true
  let paying = false

  const layoutOf = (typed: string) => cardNumberLayout(typed, place.brands, grouped)
  const { send, clear } = securedField(input, place, {
    edit(edit) {
      const next = editCardNumber(edit, layoutOf)
      number.take(next.digits, digitsOf(edit.text.slice(edit.caret)) !== '')
      return next
    },
    compose(text) {
      number.take(digitsOf(text), true)
    },
    text: () => formatCardNumber(number.digits, layoutOf(number.digits).gaps),
    receive(message) {
      if (message.kind === 'submit') void pay(message)
      if (message.kind === 'grouping') grouped = message.grouped
    },
    report: () => ({ kind: 'number', state: number.state() }),
  })

  const { instance, checkoutId } = place
  const asker = codeAsker({
    instance,
    send: siblingFrames('card.cvv', instance, (data) => void asker.receive(data)),
    newRequest: randomName,
    later: setTimeout,
  })
  const pay = async (submit: Submit) => {
    if (paying) return
    paying = true
    const outcome = await outcomeOf(submit).finally(() => {
      paying = false
    })
    send(outcome)
    // Paid: nothing is left to correct. After a refusal the shopper keeps what was typed, and while
    // a redirect is pending too, since it may fail.
    if (outcome.kind !== 'answer' || outcome.status !== 200 || outcome.body.redirect) return
    asker.spend()
    clear()
  }
  const outcomeOf = async (submit: Submit): Promise<Outcome> => {
    if (checkoutId === '') return { kind: 'noAnswer', reason: 'no checkout' }
    const code = submit.withCode ? await asker.ask() : ''
    if (code === undefined) return { kind: 'noAnswer', reason: 'code frame silent' }
    const body = submitBody(submit.fields, { number: number.digits, code })
    return postPayment(`/v1/checkouts/${checkoutId}${submit.endpoint}`, body, fetch)
  }
}

function randomName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
