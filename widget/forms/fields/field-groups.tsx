import type { FormKit } from '../form-kit.ts'
import type { FormShell } from '../shell/form-shell.ts'
import { DateControl } from './date-control.tsx'
import type { Field } from './field.ts'
import { errorText, type FieldSet, focusField, hintId, labelText } from './field-set.ts'

/** Bound by the function around this code (`vite.config.ts`). */
declare const __TILLGATE_KIT__: FormKit

const { FieldHint, fitToPage, Group } = __TILLGATE_KIT__

interface FieldGroupsProps {
  readonly fields: FieldSet
}

/** The fields of a set, each with its label, and with its error while there is one to show. */
export function FieldGroups({ fields }: FieldGroupsProps) {
  // Also of fields that come later, when they are in the page.
  requestAnimationFrame(() => fitToPage(fields.form.container))
  return (
    <>
      {fields.rows().map((field) => (
        <FieldGroup key={field.wireName + field.group} fields={fields} field={field} />
      ))}
    </>
  )
}

interface FieldProps extends FieldGroupsProps {
  readonly field: Field
}

function FieldGroup({ fields, field }: FieldProps) {
  const { form } = fields
  const { group, wireName, control } = field
  const fault = fields.shownFault(field)
  const label = labelText(form, field)
  const isOptional = control === undefined && !field.isRequired
  const Control = control === undefined ? TextControl : CONTROLS[control]
  return (
    <Group
      name={group}
      wireName={wireName}
      label={form.options.showLabels && control !== 'checkbox' ? label : undefined}
      optional={isOptional ? form.language.value.translate('optional') : undefined}
      onLabel={() => focusField(form, field)}
    >
      <Control fields={fields} field={field} />
      {fault && (
        <FieldHint id={hintId(form, field)} hint={fault.own} text={errorText(form, fault)} />
      )}
    </Group>
  )
}

/** What all controls have. */
function common({ fields, field }: FieldProps) {
  const isFaulty = fields.shownFault(field) !== undefined
  return {
    name: field.wireName,
    'aria-required': field.isRequired,
    'aria-invalid': isFaulty,
    'aria-describedby': isFaulty ? hintId(fields.form, field) : undefined,
    // Classes are toggled, the attribute is never overwritten: pages add classes of their own.
    ref: (element: Element | null) => {
      element?.classList.toggle('wpwl-has-error', isFaulty)
    },
    onBlur: () => fields.leave(field),
  }
}

function TextControl(props: FieldProps) {
  const { fields, field } = props
  const { form } = fields
  const label = labelText(form, field)
  const own = field.ownPlaceholder && form.options.labels[field.ownPlaceholder]
  return (
    <input
      {...common(props)}
      class={`wpwl-control wpwl-control-${field.group}`}
      aria-label={label}
      type="text"
      autocomplete="off"
      spellcheck={false}
      {...field.attributes}
      placeholder={own ?? (form.options.showLabels ? exampleOf(form, field) : label)}
      readOnly={form.phase.value !== 'open'}
      value={fields.typedValue(field)}
      onInput={({ currentTarget }) => fields.edit(field, shownAtEnd(field, currentTarget))}
    />
  )
}

function exampleOf({ options }: FormShell, { example = '' }: Field): string {
  return options.showPlaceholders ? example : ''
}

/** In the middle of a value the caret would jump: there the field waits until it is left. */
function shownAtEnd({ toShown }: Field, { value, selectionStart }: HTMLInputElement): string {
  return toShown && selectionStart === value.length ? toShown(value) : value
}

function SelectControl(props: FieldProps) {
  const { fields, field } = props
  const { form } = fields
  const chosen = fields.typedValue(field)
  const own = field.ownPlaceholder && form.options.labels[field.ownPlaceholder]
  return (
    <select
      {...common(props)}
      class={`wpwl-control wpwl-control-${field.group}`}
      aria-label={labelText(form, field)}
      autocomplete={field.attributes?.autocomplete}
      onChange={({ currentTarget }) => fields.edit(field, currentTarget.value)}
    >
      <option value="">{own ?? emptyChoice(form, field)}</option>
      {field.choices?.().map(([value, text]) => (
        <option key={value} value={value} selected={value === chosen}>
          {text}
        </option>
      ))}
    </select>
  )
}

function emptyChoice(form: FormShell, field: Field): string {
  if (field.emptyChoice) return form.language.value.translate(field.emptyChoice)
  return errorText(form, field.emptyError ?? field.error)
}

function RadioControl(props: FieldProps) {
  const { fields, field } = props
  const chosen = fields.typedValue(field)
  const { name, onBlur, ...described } = common(props)
  return (
    <div
      {...described}
      role="radiogroup"
      aria-label={labelText(fields.form, field)}
      class="wpwl-radios"
    >
      {field.choices?.().map(([value, text]) => (
        <label key={value} class={`wpwl-tick wpwl-wrapper-radio-${value}`}>
          <input
            type="radio"
            class={`wpwl-control-radio-${value}`}
            name={name}
            value={value}
            checked={value === chosen}
            onBlur={onBlur}
            onChange={() => fields.edit(field, value)}
          />
          <span>{text}</span>
        </label>
      ))}
    </div>
  )
}

function CheckboxControl(props: FieldProps) {
  const { fields, field } = props
  return (
    <label class="wpwl-tick">
      <input
        {...common(props)}
        type="checkbox"
        class={`wpwl-control-${field.group}`}
        value="true"
        checked={fields.typedValue(field) === 'true'}
        onChange={({ currentTarget }) => fields.edit(field, currentTarget.checked ? 'true' : '')}
      />
      <span>{labelText(fields.form, field)}</span>
    </label>
  )
}

const CONTROLS = {
  select: SelectControl,
  radio: RadioControl,
  checkbox: CheckboxControl,
  date: DateControl,
} as const
