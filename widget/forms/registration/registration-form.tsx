import { createLook } from '../../fetched/adopt-look.ts'
import type { FormKit } from '../form-kit.ts'
import type { FormBody, FormShell } from '../shell/form-shell.ts'
import look from './look.css?inline'
import { RegistrationRow } from './registration-row.tsx'
import { createRegistrationState, type RegistrationState } from './registration-state.ts'
import { registrationSubmit } from './submit-registration.ts'

/** Bound by the function around this code (`vite.config.ts`). */
declare const __TILLGATE_KIT__: FormKit

const { effect, fitToPage, FormHeading, FormView, HiddenInputs, render, SubmitGroup, watchTheme } =
  __TILLGATE_KIT__

const adoptLook = createLook(look)

/**
 * The form of the stored cards and accounts that the checkout offers (reference behaviour §3.7). Its
 * container is in an element of its own, `#wpwl-registrations`, before the first form of the page.
 */
export function createRegistrationForm(form: FormShell): FormBody {
  const { container } = form
  const state = createRegistrationState(form)
  form.name = 'registration'
  container.id = `registration_${Math.floor(Math.random() * 1e15)}`
  container.classList.add('wpwl-container-registration')
  const place = container.parentElement
  let end = () => {}
  const wake = () => {
    end()
    end = startEffects(form, state)
  }
  return {
    show() {
      render(<RegistrationForm form={form} state={state} />, container)
      form.element().dataset.action = 'submit-registration'
      wake()
      requestAnimationFrame(() => fitToPage(container))
    },
    sleep: () => end(),
    wake,
    dispose() {
      end()
      state.dispose()
      place?.remove()
    },
  }
}

/** What follows the form's signals and its page; returns how to end it. */
function startEffects(form: FormShell, state: RegistrationState): () => void {
  const { container } = form
  const ends = [
    adoptLook(form),
    watchTheme(() => state.codeField()?.sendState()),
    effect(() => state.codeField()?.sendState()),
    effect(() => {
      container.setAttribute('role', 'group')
      container.setAttribute('aria-label', form.language.value.translate('registrationSaved'))
    }),
    effect(() => {
      // Nothing is left to choose: the other forms must not stay hidden.
      if (state.chosen() === undefined) form.areRevealed.value = true
      // One that was the last is told to be gone where it stood.
      const isTold = form.notice.value?.key === 'registrationGone'
      form.isShown.value = state.cards().length > 0 || isTold
    }),
  ]
  return () => {
    for (const end of ends) end()
  }
}

interface RegistrationFormProps {
  readonly form: FormShell
  readonly state: RegistrationState
}

function RegistrationForm({ form, state }: RegistrationFormProps) {
  return (
    <FormView
      form={form}
      classes="wpwl-form-registrations wpwl-form-has-inputs "
      steps={registrationSubmit(form, state)}
    >
      <FormHeading form={form} />
      {state.cards().map((card) => (
        <RegistrationRow key={card.id} form={form} state={state} card={card} />
      ))}
      <SubmitGroup form={form} hasErrors={() => state.codeField()?.shownFault() !== undefined} />
      <OtherMethods form={form} />
      <HiddenInputs form={form} />
    </FormView>
  )
}

/** Shows the other forms, where the page has hidden them behind the stored cards. */
function OtherMethods({ form }: { readonly form: FormShell }) {
  const { areRevealed, container, language, options, outcome } = form
  const isHidden = options.registrations.hideInitialPaymentForms && !areRevealed.value
  if (!isHidden || options.hideOtherPaymentButton || outcome.value === 'accepted') return null
  const text =
    options.labels.showOtherPaymentMethods ?? language.value.translate('registrationOther')
  return (
    <div class="wpwl-group wpwl-group-other wpwl-clearfix">
      <button
        type="button"
        class="wpwl-button wpwl-button-pay"
        data-action="show-initial-forms"
        onClick={() => {
          areRevealed.value = true
          focusNext(container)
        }}
      >
        {text}
      </button>
    </div>
  )
}

/** The button is gone then: the focus goes to the first form that it has shown, or to its row, which opens it. */
function focusNext({ parentElement }: Element): void {
  const next = parentElement?.nextElementSibling
  if (!(next instanceof HTMLElement)) return
  const choice = next.querySelector<HTMLElement>('.wpwl-method-choice')
  if (choice) {
    choice.click()
    choice.focus()
    return
  }
  next.tabIndex = -1
  next.focus()
}
