import type { ComponentProps } from 'preact'
import { shownNumber } from '../../../common/shown-number.ts'
import type { OfferedRegistration } from '../../../common/widget-types.ts'
import type { FormKit } from '../form-kit.ts'
import type { FormShell } from '../shell/form-shell.ts'
import type { CodeField } from './code-field.ts'
import { deleteRegistration } from './delete-registration.ts'
import { expiryText, type RegistrationState, spokenName } from './registration-state.ts'

/** Bound by the function around this code (`vite.config.ts`). */
declare const __TILLGATE_KIT__: FormKit

const { BrandPictures, FieldHint, faultText } = __TILLGATE_KIT__

interface RowProps {
  readonly form: FormShell
  readonly state: RegistrationState
  readonly card: OfferedRegistration
}

const PART = 'wpwl-wrapper-registration wpwl-wrapper-registration-'

/** One stored card or account. Classes that come and go are toggled: pages add classes of their own. */
export function RegistrationRow({ form, state, card }: RowProps) {
  const { id, brand, label, expired = false, holder } = card
  const isChosen = form.isOpen.value && state.chosen()?.id === id
  // Stays while another way to pay is open: what was typed must not go.
  const field = state.chosen()?.id === id ? state.codeField() : undefined
  const fault = field?.shownFault()
  const { translate } = form.language.value
  const expiry = expiryText(card)
  return (
    <div
      class="wpwl-group wpwl-group-registration wpwl-clearfix"
      data-expired={expired}
      ref={(element) => {
        element?.classList.toggle('wpwl-selected', isChosen)
      }}
    >
      <label class="wpwl-registration">
        <div class={`${PART}registrationId`}>
          <input
            type="radio"
            name="registrationId"
            data-action="change-registration"
            value={id}
            checked={isChosen}
            disabled={expired || form.phase.value !== 'open'}
            aria-label={spokenName(form, card)}
            onChange={() => state.choose(id)}
          />
        </div>
        <div class={`${PART}brand`}>
          <div class={`wpwl-brand wpwl-brand-${brand} wpwl-brand-inline`} aria-hidden="true">
            <BrandPictures names={[brand]} label={label} />
          </div>
        </div>
        <div class={`${PART}details`}>
          <div class={`${PART}${accountPart(card)}`}>{accountText(form, card)}</div>
          {expiry && <div class={`${PART}expiry`}>{expiry}</div>}
          {expired && <div class="wpwl-expired">{translate('registrationExpired')}</div>}
          {holder && <div class={`${PART}holder`}>{holder}</div>}
        </div>
        <div class={`${PART}cvv`}>{field && <CodeFrame form={form} field={field} />}</div>
      </label>
      {state.mayDelete() && <DeleteButton form={form} state={state} card={card} />}
      {fault && (
        <FieldHint
          id={`${form.container.id}_cvv`}
          hint={fault.hint}
          text={faultText(form, fault)}
        />
      )}
    </div>
  )
}

/** Pages look for the ends of a number in one place and for the name at a wallet in another. */
function accountPart({ card, account = '' }: OfferedRegistration): 'number' | 'email' {
  return card !== undefined || /\d{3}$/.test(account) ? 'number' : 'email'
}

function accountText({ session }: FormShell, { card, account }: OfferedRegistration) {
  if (card === undefined) return account
  const { last4Digits } = card
  // Older pages know it so.
  if (session.value?.profile === 'legacy') return `**${last4Digits}`
  return <bdi dir="ltr">{shownNumber(last4Digits)}</bdi>
}

interface CodeFrameProps {
  readonly form: FormShell
  readonly field: CodeField
}

function CodeFrame({ form, field }: CodeFrameProps) {
  const { frame, isFocused } = field
  const text = form.language.value.translate('cvv')
  const placeholder = { placeholder: text } as ComponentProps<'iframe'>
  const isFaulty = field.shownFault() !== undefined
  const hasFocus = isFocused.value
  return (
    <>
      <iframe
        ref={field.attach}
        class={`wpwl-control wpwl-control-iframe wpwl-control-cvv${isFaulty ? ' wpwl-has-error' : ''}${hasFocus ? ' wpwl-focus' : ''}`}
        name={frame.field}
        title={text}
        aria-label={text}
        allow={frame.allow}
        src={frame.src}
        {...placeholder}
      />
      {frame.state.value === 'failed' && (
        <button type="button" class="wpwl-retry" onClick={frame.retry}>
          {form.language.value.translate('retry')}
        </button>
      )}
    </>
  )
}

/** Deletes after a second press: what is deleted cannot be had back. */
function DeleteButton({ form, state, card }: RowProps) {
  const { translate } = form.language.value
  const isAsked = state.asked.value === card.id
  const name = spokenName(form, card)
  if (!isAsked) {
    return (
      <button
        type="button"
        class="wpwl-registration-delete"
        aria-label={`${translate('registrationDelete')}: ${name}`}
        disabled={form.phase.value !== 'open'}
        onClick={() => {
          state.asked.value = card.id
        }}
      >
        {translate('registrationDelete')}
      </button>
    )
  }
  const keep = () => {
    state.asked.value = ''
  }
  const button = {
    type: 'button',
    'aria-describedby': `${form.container.id}_confirm`,
    onKeyDown: ({ key }: KeyboardEvent) => key === 'Escape' && keep(),
  } as const
  return (
    <div class="wpwl-registration-confirm">
      <span id={`${form.container.id}_confirm`}>{translate('registrationConfirm')}</span>
      <button
        {...button}
        class="wpwl-registration-delete"
        ref={focusOnce}
        onClick={() => void deleteRegistration(form, state, card)}
      >
        {translate('registrationDelete')}
      </button>
      <button {...button} class="wpwl-registration-keep" onClick={keep}>
        {translate('registrationKeep')}
      </button>
    </div>
  )
}

/** The button that asked is gone: the focus goes on to the one that answers, when it is in the page. */
function focusOnce(element: HTMLElement | null): void {
  queueMicrotask(() => element?.focus())
}
