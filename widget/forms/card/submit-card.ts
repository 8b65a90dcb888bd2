import { notify } from '../shell/notice.ts'
import type { SubmitSteps } from '../shell/submit-steps.ts'
import type { CardForm } from './card-form.ts'
import { emptyCode } from './card-state.ts'
import { framesFailed } from './field-frame.ts'
import { focusField, showFaults } from './show-faults.ts'

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
    send: (fieldsWith, _post, sendCard) => sendCard(form, fieldsWith),
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
