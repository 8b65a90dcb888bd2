import { useComputed } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { keepSteady } from '../../fields/steady.ts'
import { resourcePath } from '../../session/result-address.ts'
import { formName } from './form-heading.tsx'
import type { FormShell } from './form-shell.ts'
import { submitForm } from './submit-form.ts'
import type { SubmitSteps } from './submit-steps.ts'

export interface FormViewProps {
  readonly form: FormShell
  /** Further classes, with a blank at the end. */
  readonly classes?: string
  readonly steps: SubmitSteps
  readonly children: ComponentChildren
}

/** The form element around the groups of a form, with the live region that screen readers follow. */
export function FormView({ form, classes = '', steps, children }: FormViewProps) {
  const { endpoint, language, options, phase } = form
  const { checkoutId, base } = form.checkout.boot
  /** A handler that stops the event before it comes to the form must not stop the payment, as one that prevents it does. */
  const submitAlways = () =>
    addEventListener(
      'submit',
      (event) => event.target === form.element() && setTimeout(submitForm, 0, form, steps, event),
      { capture: true, once: true },
    )
  return (
    <form
      ref={(element) => {
        keepSteady(element)
        if (element)
          element.submit = () => {
            submitAlways()
            element.requestSubmit(element.querySelector<HTMLElement>('.wpwl-button-pay'))
          }
      }}
      class={`wpwl-form wpwl-form-${form.name} ${classes}wpwl-clearfix`}
      method="POST"
      action={useComputed(() => base + resourcePath(checkoutId ?? '', endpoint.value))}
      accept-charset="UTF-8"
      noValidate
      aria-label={useComputed(() => formName(form))}
      lang={useComputed(() => language.value.tag)}
      dir={useComputed(() => (language.value.isRightToLeft ? 'rtl' : 'ltr'))}
      aria-busy={useComputed(() => phase.value === 'busy' || phase.value === 'leaving')}
      data-phase={phase}
      data-outcome={form.outcome}
      data-texts={useComputed(() => (form.areTextsSettled.value ? 'here' : 'coming'))}
      onClick={({ target }) => (target as Element).closest('[type=submit]') && submitAlways()}
      onSubmit={(event) => void submitForm(form, steps, event)}
      onKeyDown={(event) => holdEnter(event, options.disableSubmitOnEnter)}
    >
      {children}
      <div class="wpwl-live" role="status" translate={false}>
        {form.announcement}
      </div>
    </form>
  )
}

/** Enter pays from the form's text fields, but never while an input method composes. */
function holdEnter(event: KeyboardEvent, isDisabled: boolean): void {
  if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
  // 229: some browsers report the end of the composition before its last key.
  if (isDisabled || event.isComposing || event.keyCode === 229) event.preventDefault()
}

/** Hidden inputs that pages and their tests look for. */
export function HiddenInputs({ form }: { readonly form: FormShell }) {
  return (
    <>
      <input type="hidden" name="forceUtf8" value="&#9760;" />
      <input type="hidden" name="shopOrigin" value={origin} />
      <input type="hidden" name="shopperResultUrl" value={form.resultUrl()} />
    </>
  )
}
