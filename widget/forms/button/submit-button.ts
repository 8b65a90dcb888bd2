import type { OfferedBrand } from '../../../common/form-kinds.ts'
import type { CallbackName } from '../../options/descriptions.ts'
import type { FormShell } from '../shell/form-shell.ts'
import type { SubmitSteps } from '../shell/submit-steps.ts'

const checkOf: Readonly<Record<OfferedBrand['form'], CallbackName>> = {
  directDebit: 'onBeforeSubmitDirectDebit',
  // The interface names no check of gift cards.
  giftCard: 'onBeforeSubmitVirtualAccount',
  prepayment: 'onBeforeSubmitPrepayment',
  virtualAccount: 'onBeforeSubmitVirtualAccount',
  onlineTransfer: 'onBeforeSubmitOnlineTransfer',
}

/**
 * The submit of a form that has no secured fields.
 *
 * @param fields values of the form's own fields, by wire name
 */
export function buttonSubmit(
  form: FormShell,
  { form: kind }: OfferedBrand,
  fields: () => Readonly<Record<string, string>> = () => ({}),
): SubmitSteps {
  return {
    get checks() {
      const { inlineFlow } = form.given()
      const isInline = Array.isArray(inlineFlow) && inlineFlow.includes(form.brand)
      return [isInline ? 'onBeforeSubmitInlineVirtualAccount' : checkOf[kind]]
    },
    begin() {},
    isLoaded: () => true,
    showFaults: () => false,
    // There is no field that the shopper could correct.
    keepErrors: (errors) => errors,
    send: (fieldsWith, post) =>
      post(form.submitPath(), fieldsWith({ ...fields(), paymentBrand: form.brand })),
  }
}
