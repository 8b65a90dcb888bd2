import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { Icon } from './icon.tsx'

interface Labelled {
  readonly label: string
  readonly hint?: string | undefined
  readonly error?: string | undefined
}

export interface FieldProps extends Labelled {
  readonly value: string
  readonly onValue: (value: string) => void
  /** Stands at the end of the field, such as a currency. */
  readonly unit?: string
  readonly type?: 'text' | 'email' | 'password' | 'url'
  readonly inputMode?: 'text' | 'numeric' | 'decimal'
  readonly autocomplete?: string
  readonly autoFocus?: boolean
  readonly required?: boolean
  readonly minLength?: number
  readonly maxLength?: number
  /** The id of a list of suggestions. */
  readonly list?: string
}

/** One line of text with its label, hint and error. */
export function Field({ label, hint, error, onValue, unit, type = 'text', ...input }: FieldProps) {
  const id = useId()
  return (
    <Frame id={id} label={label} hint={hint} error={error}>
      <span class="relative block">
        <input
          {...input}
          // Preact has types of its own for each type of input.
          type={type as 'text'}
          id={id}
          class={`field ${unit === undefined ? '' : 'figures pe-12'}`}
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-more`}
          onInput={(event) => onValue(event.currentTarget.value)}
        />
        {unit !== undefined && (
          <span class="pointer-events-none absolute inset-y-0 end-3 grid place-items-center text-muted">
            {unit}
          </span>
        )}
      </span>
    </Frame>
  )
}

/** Several lines of text. */
export function TextArea(
  props: Labelled & {
    readonly value: string
    readonly onValue: (value: string) => void
    readonly rows?: number
    readonly maxLength?: number
    readonly required?: boolean
    readonly isReadOnly?: boolean
    readonly class?: string
  },
) {
  const id = useId()
  const { label, hint, error, onValue, isReadOnly = false, class: more = '', ...area } = props
  return (
    <Frame id={id} label={label} hint={hint} error={error}>
      <textarea
        {...area}
        id={id}
        class={`field ${more}`}
        readOnly={isReadOnly}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-more`}
        onInput={(event) => onValue(event.currentTarget.value)}
      />
    </Frame>
  )
}

export interface Choice {
  readonly value: string
  readonly text: string
}

/** One of several. */
export function Select(
  props: Labelled & {
    readonly value: string
    readonly onValue: (value: string) => void
    readonly choices: readonly Choice[]
  },
) {
  const id = useId()
  return (
    <Frame id={id} label={props.label} hint={props.hint} error={props.error}>
      <select
        id={id}
        class="field"
        value={props.value}
        aria-invalid={props.error !== undefined}
        aria-describedby={`${id}-more`}
        onChange={(event) => props.onValue(event.currentTarget.value)}
      >
        {props.choices.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </Frame>
  )
}

function Frame(props: Labelled & { readonly id: string; readonly children: ComponentChildren }) {
  return (
    <div class="flex min-w-0 flex-col gap-1.5">
      <label for={props.id} class="text-label font-medium">
        {props.label}
      </label>
      {props.children}
      <span id={`${props.id}-more`} class="empty:hidden">
        {props.error !== undefined && <FieldError text={props.error} />}
        {props.error === undefined && props.hint !== undefined && (
          <span class="text-muted [overflow-wrap:anywhere]">{props.hint}</span>
        )}
      </span>
    </div>
  )
}

/** What is wrong with a field, below it. */
export function FieldError({ text }: { readonly text: string }) {
  return (
    <span class="flex items-center gap-1 text-bad">
      <Icon name="warn" class="size-3.5" />
      <span class="min-w-0 [overflow-wrap:anywhere]">{text}</span>
    </span>
  )
}
