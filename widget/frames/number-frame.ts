import { brandBook } from '../../common/brand-book.ts'
import {
  brandsFitting,
  cardNumberLayout,
  digitsOf,
  editCardNumber,
} from '../../common/card-number.ts'
import { codeAsker } from './code-handover.ts'
import { numberState } from './number-state.ts'
import { type FramePlace, securedField } from './secured-field.ts'
import { siblingFrames } from './sibling-frames.ts'
import { type Outcome, postPayment, type Submit, submitBody } from './submit.ts'

/** Runs the frame of the card number, which also pays. */
export function runNumberFrame(input: HTMLInputElement, place: FramePlace): void {
  let digits = ''
  let grouped = true
  let accepted: readonly string[] | undefined
  let book = brandBook([])
  let paying = false

  const layoutOf = (typed: string) =>
    cardNumberLayout(brandsFitting(typed, accepted, book), grouped)
  const { send, clear } = securedField(input, place, {
    edit(edit) {
      const next = editCardNumber(edit, layoutOf)
      digits = next.digits
      return next
    },
    compose(text) {
      digits = digitsOf(text)
    },
    receive(message) {
      if (message.kind === 'submit') void pay(message)
      if (message.kind !== 'numberRules') return
      grouped = message.numberFormatting
      book = brandBook(message.table)
      // No list means that nothing is known of what the shop takes; the gateway decides then.
      accepted = message.brands.length === 0 ? undefined : message.brands
    },
    report: () => ({ kind: 'number', state: numberState(digits, accepted, book) }),
  })

  const { instance } = place
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
    const code = submit.withCode ? await asker.ask() : ''
    if (code === undefined) return { kind: 'noAnswer', reason: 'code frame silent' }
    return postPayment(submit, submitBody(submit.fields, { number: digits, code }), fetch)
  }
}

function randomName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
