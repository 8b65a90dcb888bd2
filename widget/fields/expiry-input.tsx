import type { Signal } from '@preact/signals'
import type { RefObject } from 'preact'
import { editExpiry, expiryOf } from './expiry.ts'

export interface ExpiryInputProps {
  readonly element: RefObject<HTMLInputElement | null>
  /** Of the error that describes the field while there is one. */
  readonly hintId: string
  readonly label: string
  readonly placeholder: string
  readonly isFaulty: boolean
  readonly isLocked: boolean
  /** What the field shows. */
  readonly text: Signal<string>
  readonly onEdit: () => void
  readonly onLeave: () => void
}

/** Month and year in one field. The browser owns the text while an input method composes. */
export function ExpiryInput(props: ExpiryInputProps) {
  const { text, onEdit, onLeave } = props
  const take = (input: HTMLInputElement, deleting: boolean) => {
    const caret = input.selectionEnd ?? input.value.length
    const next = editExpiry({ text: input.value, caret, deleting })
    if (input.value !== next.text) {
      input.value = next.text
      if (document.activeElement === input) input.setSelectionRange(next.caret, next.caret)
    }
    text.value = next.text
    onEdit()
  }
  return (
    <input
      ref={props.element}
      type="tel"
      inputMode="numeric"
      class="wpwl-control wpwl-control-expiry"
      data-action="blur-card-expiry"
      autocomplete="cc-exp"
      placeholder={props.placeholder}
      aria-label={props.label}
      aria-required
      aria-invalid={props.isFaulty}
      aria-describedby={props.isFaulty ? props.hintId : undefined}
      readOnly={props.isLocked}
      onInput={(event) => {
        const { isComposing, inputType = '' } = event as InputEvent
        if (!isComposing) take(event.currentTarget, inputType.startsWith('delete'))
      }}
      onCompositionEnd={({ currentTarget }) => take(currentTarget, false)}
      onChange={({ currentTarget }) =>
        take(currentTarget, expiryOf(currentTarget.value) === undefined)
      }
      onBlur={onLeave}
    />
  )
}
