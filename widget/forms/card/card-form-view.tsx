import { useComputed } from '@preact/signals'
import { expiryOf } from '../../fields/expiry.ts'
import { resourcePath } from '../../session/result-address.ts'
import { BrandGroup } from './brand-group.tsx'
import { ExpiryGroup } from './expiry-group.tsx'
import type { FormProps } from './field-parts.tsx'
import { HolderGroup } from './holder-group.tsx'
import { SecuredGroup } from './secured-group.tsx'
import { submitCard } from './submit-card.ts'
import { SubmitGroup } from './submit-group.tsx'

interface CardFormViewProps extends FormProps {
  /** Only the secured fields otherwise. Never back from true: the frames must not move. */
  readonly isWhole: boolean
}

/**
 * The card form. Its classes, names and nesting are the public contract (reference behaviour §3.6),
 * and pages move, clone and add to these nodes: the order of children never changes, and classes
 * that come and go are toggled one by one.
 */
export function CardFormView({ form, isWhole }: CardFormViewProps) {
  const { state, endpoint } = form
  const { options, language, phase } = state
  const { checkoutId, base } = form.checkout.boot
  return (
    <form
      class="wpwl-form wpwl-form-card wpwl-form-has-inputs wpwl-clearfix"
      method="POST"
      action={useComputed(() => base + resourcePath(checkoutId ?? '', endpoint.value))}
      accept-charset="UTF-8"
      noValidate
      lang={useComputed(() => language.value.tag)}
      dir={useComputed(() => (language.value.isRightToLeft ? 'rtl' : 'ltr'))}
      aria-busy={useComputed(() => phase.value === 'busy' || phase.value === 'leaving')}
      data-phase={phase}
      data-texts={useComputed(() => (form.language.isSettled.value ? 'here' : 'coming'))}
      onSubmit={(event) => void submitCard(form, event)}
      onKeyDown={(event) => holdEnter(event, options.disableSubmitOnEnter)}
    >
      {isWhole && <BrandGroup form={form} />}
      <SecuredGroup form={form} field="cardNumber" frame={form.number} />
      {isWhole && <ExpiryGroup form={form} />}
      {isWhole && <HolderGroup form={form} />}
      {form.code && <SecuredGroup form={form} field="cvv" frame={form.code} />}
      {isWhole && <SubmitGroup form={form} />}
      {isWhole && <HiddenFields form={form} />}
      <div class="wpwl-live" role="status">
        {state.announcement}
      </div>
    </form>
  )
}

/** Enter pays from the form's text fields, but never while an input method composes. */
function holdEnter(event: KeyboardEvent, isDisabled: boolean): void {
  if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
  // 229: some browsers end the composition before they tell of the key.
  if (isDisabled || event.isComposing || event.keyCode === 229) event.preventDefault()
}

function HiddenFields({ form }: FormProps) {
  const expiry = expiryOf(form.state.expiry.value)
  const month = expiry === undefined ? '' : String(expiry.month).padStart(2, '0')
  return (
    <>
      <input type="hidden" name="forceUtf8" value="&#9760;" />
      <input type="hidden" name="shopOrigin" value={location.origin} />
      <input type="hidden" name="shopperResultUrl" value={form.resultUrl()} />
      <input type="hidden" name="card.expiryMonth" value={month} />
      <input type="hidden" name="card.expiryYear" value={expiry?.year ?? ''} />
    </>
  )
}
