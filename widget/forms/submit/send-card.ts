import type { CardForm } from '../card/card-form.ts'
import type { FormKit } from '../form-kit.ts'
import type { FieldsWith, SubmitAnswer } from '../shell/submit-steps.ts'
import { cardFields } from './card-fields.ts'

/** Bound by the function around this code (`vite.config.ts`). */
declare const __TILLGATE_KIT__: FormKit

const { expiryOf } = __TILLGATE_KIT__

/** The gateway is asked what became of a submit whose frame has sent no answer by then. */
const ANSWER_WITHIN_MS = 90_000

/** Lets the frame of the number send what the page knows of the card with what the secured fields hold. */
export function sendCard(form: CardForm, fieldsWith: FieldsWith): Promise<SubmitAnswer> {
  const { brand, code, expiry, holder, number } = form.state
  const answer = form.answer.next(ANSWER_WITHIN_MS)
  form.number.send({
    kind: 'submit',
    path: form.submitPath(),
    fields: fieldsWith(cardFields(brand.value, holder.value, expiryOf(expiry.value))),
    withCode: form.code !== undefined && !code.value.empty,
    length: number.value.length,
  })
  return answer
}
