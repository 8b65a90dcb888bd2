import { invoiceBrands, slipBrands } from '../../../common/button-brands.ts'
import { postPayment } from '../../frames/submit.ts'
import type { FormKit } from '../form-kit.ts'
import type { FormBody, FormShell } from '../shell/form-shell.ts'
import type { SubmitSteps } from '../shell/submit-form.ts'

/** Bound by the function around this code (`vite.config.ts`). */
declare const __TILLGATE_KIT__: FormKit

const { browserData, FormView, HiddenInputs, render, SubmitGroup, submitFields } = __TILLGATE_KIT__

/** A form without fields: the brand, a sentence on what will happen, and the button. */
export function createButtonForm(form: FormShell): FormBody {
  const { container } = form
  // A container that the page has removed and put back gets a size again.
  const observer = new ResizeObserver(() => {
    if (container.isConnected) form.shown()
  })
  return {
    show() {
      render(<ButtonForm form={form} />, container)
      observer.observe(container)
    },
    dispose: () => observer.disconnect(),
  }
}

function ButtonForm({ form }: { readonly form: FormShell }) {
  const { container, brand, kind, language } = form
  const { translate } = language.value
  const label = slipBrands[brand] ?? invoiceBrands[brand] ?? brand
  const name = brand === 'PREPAYMENT' ? translate('buttonPrepayment') : label
  const text =
    kind === 'prepayment' ? translate('buttonSlip') : translate('buttonInvoice', { brand: label })
  return (
    <FormView form={form} steps={buttonSubmit(form)}>
      <div
        class="wpwl-group wpwl-group-brand wpwl-method wpwl-clearfix"
        id={`${container.id}_method`}
      >
        <div class={`wpwl-brand wpwl-brand-${brand} wpwl-method-name`}>{name}</div>
        <div class="wpwl-method-text">{text}</div>
      </div>
      <SubmitGroup
        form={form}
        classes={kind === 'prepayment' ? '' : ' wpwl-button-brand'}
        describedBy={`${container.id}_method`}
      />
      <HiddenInputs form={form} />
    </FormView>
  )
}

function buttonSubmit(form: FormShell): SubmitSteps {
  const check = form.kind === 'prepayment' ? 'Prepayment' : 'VirtualAccount'
  return {
    checks: [`onBeforeSubmit${check}`],
    begin() {},
    isLoaded: () => true,
    showFaults: () => false,
    // There is no field that the shopper could correct.
    keepErrors: (errors) => errors,
    send() {
      const { base, checkoutId } = form.checkout.boot
      const element = form.element()
      const fields = submitFields(
        new FormData(element),
        browserData(element.clientWidth, form.options),
        {
          paymentBrand: form.brand,
          shopperResultUrl: form.resultUrl(),
        },
      )
      const path = `${base}/v1/checkouts/${checkoutId}${form.endpoint.value}`
      return postPayment(path, new URLSearchParams(fields), fetch)
    },
  }
}
