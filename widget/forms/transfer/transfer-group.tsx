import type { FormKit } from '../form-kit.ts'
import type { FormShell } from '../shell/form-shell.ts'
import { type FieldName, fieldOf } from './transfer-fields.ts'
import {
  editField,
  errorText,
  faultyFields,
  focusField,
  labelText,
  leaveField,
  type TransferState,
} from './transfer-state.ts'

/** Bound by the function around this code (`vite.config.ts`). */
declare const __TILLGATE_KIT__: FormKit

const { FieldHint, Group } = __TILLGATE_KIT__

interface TransferGroupProps {
  readonly form: FormShell
  readonly state: TransferState
  readonly name: FieldName
}

/** One field with its label, and its error while there is one to show. */
export function TransferGroup(props: TransferGroupProps) {
  const { form, state, name } = props
  const { group, wireName, ownError } = fieldOf(name)
  const isShown = state.shown.value.has(name) && faultyFields(state).includes(name)
  const hintId = `${form.container.id}_${group}`
  const control = {
    name: wireName,
    class: `wpwl-control wpwl-control-${group}`,
    'aria-label': labelText(form, name),
    'aria-invalid': isShown,
    'aria-describedby': isShown ? hintId : undefined,
    // Classes are toggled, the attribute is never overwritten: pages add classes of their own.
    ref: (element: Element | null) => {
      element?.classList.toggle('wpwl-has-error', isShown)
    },
    onBlur: () => leaveField(form, state, name),
  }
  return (
    <Group
      name={group}
      wireName={wireName}
      label={form.options.showLabels ? labelText(form, name) : undefined}
      onLabel={() => focusField(form, name)}
    >
      {name === 'country' || name === 'bank' ? (
        <select
          {...control}
          onChange={({ currentTarget }) => editField(state, name, currentTarget.value)}
        >
          <option value="">{errorText(form, name)}</option>
          {choicesOf(props).map(([value, text]) => (
            <option key={value} value={value} selected={state.values.value[name] === value}>
              {text}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...control}
          type="text"
          autocapitalize="characters"
          autocomplete="off"
          spellcheck={false}
          placeholder={form.options.showLabels ? '' : labelText(form, name)}
          readOnly={form.phase.value !== 'open'}
          value={state.values.value[name]}
          onInput={({ currentTarget }) => editField(state, name, currentTarget.value)}
        />
      )}
      {isShown && <FieldHint id={hintId} hint={ownError} text={errorText(form, name)} />}
    </Group>
  )
}

/** Values with their texts: countries by the name that the shopper's language has for them. */
function choicesOf({ form, state, name }: TransferGroupProps) {
  if (name === 'bank') return state.banks().map((bank) => [bank, bank] as const)
  const { tag } = form.language.value
  const names = new Intl.DisplayNames(tag, { type: 'region' })
  const choices = state.countries.map((code) => [code, names.of(code) ?? code] as const)
  return [...choices].sort(([, one], [, other]) => one.localeCompare(other, tag))
}
