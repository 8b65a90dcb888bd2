import type { OfferedBrand } from '../../../common/form-kinds.ts'
import { postPayment } from '../../frames/submit.ts'
import type { CallbackName } from '../../options/callbacks.ts'
import type { FormKit } from '../form-kit.ts'
import type { FormShell } from '../shell/form-shell.ts'
import type { SubmitSteps } from '../shell/submit-form.ts'

/** Bound by the function around this code (`vite.config.ts`). */
declare const __TILLGATE_KIT__: FormKit

const { browserData, submitFields } = __TILLGATE_KIT__

const checkOf: Readonly<Record<OfferedBrand['form'], CallbackName>> = {
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
    checks: [checkOf[kind]],
    begin() {},
    isLoaded: () => true,
    showFaults: () => false,
    // There is no field that the shopper could correct.
    keepErrors: (errors) => errors,
    send() {
      const { base, checkoutId } = form.checkout.boot
      const element = form.element()
      const browser = browserData(element.clientWidth, form.options)
      const sent = submitFields(new FormData(element), browser, {
        ...fields(),
        paymentBrand: form.brand,
        shopperResultUrl: form.resultUrl(),
      })
      const path = `${base}/v1/checkouts/${checkoutId}${form.endpoint.value}`
      return postPayment(path, new URLSearchParams(sent), fetch)
    },
  }
}
