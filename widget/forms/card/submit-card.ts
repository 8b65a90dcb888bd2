import { expiryOf } from '../../fields/expiry.ts'
import { notify } from '../shell/notice.ts'
import type { SubmitAnswer, SubmitSteps } from '../shell/submit-form.ts'
import type { CardForm } from './card-form.ts'
import { emptyCode } from './card-state.ts'
import { framesFailed } from './field-frame.ts'
import { focusField, showFaults } from './show-faults.ts'

/** The gateway is asked what became of a submit whose frame has sent no answer by then. */
const ANSWER_WITHIN_MS = 90_000

/** What a card form does in a submit. */
export function cardSubmit(form: CardForm): SubmitSteps {
  const { state } = form
  const showAll = () => {
    const isFaulty = Object.keys(state.faults.value).length > 0
    if (isFaulty) showFaults(form)
    return isFaulty
  }
  return {
    checks: ['onBeforeSubmitCard', 'onBeforeSubmitCardPromise'],
    begin() {
      takePageValues(form)
      state.fromGateway.value = {}
    },
    isLoaded() {
      const states = form.frames().map((frame) => frame.state.value)
      if (states.every((one) => one === 'ready')) return true
      // While a secured field is missing, nothing that the shopper types can be wrong. One that still loads
      // is empty: a fault as any other.
      if (states.includes('failed') || !showAll()) notify(form, framesFailed)
      return false
    },
    showFaults: showAll,
    keepErrors(errors, sort) {
      const { fields, others } = sort(errors)
      state.fromGateway.value = fields
      return others
    },
    declined(isAtField) {
      state.code.value = emptyCode
      if (!isAtField) focusField(form, 'cardNumber')
    },
    send: (fieldsWith) =>
      send(form, fieldsWith(cardFields(state.brand.value, state.holder.value, state.expiry.value))),
  }
}

/** Pages fill fields by script, without the events that a shopper's typing makes. */
function takePageValues({ state, container }: CardForm): void {
  const brand = container.querySelector<HTMLSelectElement>('.wpwl-control-brand')?.value
  if (brand && brand !== state.brand.value) state.picked.value = brand
  const holder = container.querySelector<HTMLInputElement>('input.wpwl-control-cardHolder')
  const expiry = container.querySelector<HTMLInputElement>('input.wpwl-control-expiry')
  if (holder !== null) state.holder.value = holder.value
  if (expiry !== null) state.expiry.value = expiry.value
}

function send(form: CardForm, fields: Readonly<Record<string, string>>): Promise<SubmitAnswer> {
  const answer = form.answer.next(ANSWER_WITHIN_MS)
  form.number.send({
    kind: 'submit',
    path: form.submitPath(),
    fields,
    withCode: form.code !== undefined && !form.state.code.value.empty,
    length: form.state.number.value.length,
  })
  return answer
}

/** What the page itself knows of the card, as the wire wants it: never number or code. */
export function cardFields(brand: string, holder: string, expiry: string): Record<string, string> {
  const date = expiryOf(expiry)
  return {
    paymentBrand: brand,
    'card.holder': holder.trim(),
    'card.expiryMonth': date === undefined ? '' : String(date.month).padStart(2, '0'),
    'card.expiryYear': date === undefined ? '' : String(date.year),
  }
}
