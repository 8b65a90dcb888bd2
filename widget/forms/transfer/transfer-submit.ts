import type { OfferedBrand } from '../../../common/form-kinds.ts'
import { buttonSubmit } from '../button/submit-button.ts'
import type { FormShell } from '../shell/form-shell.ts'
import type { SubmitSteps } from '../shell/submit-form.ts'
import { type FieldName, fieldOf, wireValue } from './transfer-fields.ts'
import { showFaults, type TransferState } from './transfer-state.ts'

/** As that of a button form, with the form's own fields. */
export function transferSubmit(
  form: FormShell,
  offered: OfferedBrand,
  state: TransferState,
): SubmitSteps {
  const { fields, refused, values } = state
  const sent = () =>
    fields.map((name) => [fieldOf(name).wireName, wireValue(name, values.value[name])] as const)
  return {
    ...buttonSubmit(form, offered, () => Object.fromEntries(sent())),
    begin() {
      refused.value = new Set()
      readFields(form, state)
    },
    showFaults: () => showFaults(form, state),
    keepErrors(errors) {
      const names = new Set(errors.map(({ name }) => name))
      refused.value = new Set(fields.filter((name) => names.has(fieldOf(name).wireName)))
      const kept = [...refused.value].map((name) => fieldOf(name).wireName)
      return errors.filter(({ name }) => !kept.includes(name))
    },
  }
}

/** Scripts of the page and password managers fill in fields without an event. */
function readFields(form: FormShell, { fields, values }: TransferState): void {
  const data = new FormData(form.element())
  const read = fields.map((name): [FieldName, string] => {
    const value = data.get(fieldOf(name).wireName)
    return [name, typeof value === 'string' ? value : values.value[name]]
  })
  values.value = { ...values.value, ...Object.fromEntries(read) }
}
