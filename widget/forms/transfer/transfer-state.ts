import { SIMULATOR_BANK, type TransferMethod } from '../../../common/transfer-methods.ts'
import type { FormKit } from '../form-kit.ts'
import type { FormShell } from '../shell/form-shell.ts'
import { type FieldName, fieldOf, fieldsOf, isFaulty, likelyCountry } from './transfer-fields.ts'

/** Bound by the function around this code (`vite.config.ts`). */
declare const __TILLGATE_KIT__: FormKit

const { signal } = __TILLGATE_KIT__

export type TransferState = ReturnType<typeof createTransferState>

/** What a form for transfers knows of its fields. */
export function createTransferState({ session }: FormShell, method: TransferMethod) {
  const fields = fieldsOf(method)
  const { countries = [], banks = [] } = method
  const country = likelyCountry(countries, navigator.languages) ?? ''
  return {
    fields,
    values: signal<Readonly<Record<FieldName, string>>>({ country, bank: '', bic: '', iban: '' }),
    /** Fields whose fault the shopper gets to see. */
    shown: signal<ReadonlySet<FieldName>>(new Set()),
    /** Fields that the gateway has refused as they are. */
    refused: signal<ReadonlySet<FieldName>>(new Set()),
    countries,
    /** The simulator's own bank is offered where nobody can lose money. */
    banks: () =>
      session.value?.environment === 'test' && banks.length > 0
        ? [...banks, SIMULATOR_BANK]
        : banks,
  }
}

/** Fields that cannot be sent as they are, in their order on the form. */
export function faultyFields({ fields, values, refused }: TransferState): readonly FieldName[] {
  return fields.filter((name) => refused.value.has(name) || isFaulty(name, values.value[name]))
}

/** The shopper has edited a field: an error is not shown while he types. */
export function editField(state: TransferState, name: FieldName, value: string): void {
  const { values, shown, refused } = state
  values.value = { ...values.value, [name]: value }
  shown.value = without(shown.value, name)
  refused.value = without(refused.value, name)
}

/** The shopper has left a field: shows and announces its fault, unless the field is as empty as it was. */
export function leaveField(form: FormShell, state: TransferState, name: FieldName): void {
  if (form.phase.value !== 'open' || state.values.value[name] === '') return
  if (!faultyFields(state).includes(name) || state.shown.value.has(name)) return
  state.shown.value = new Set(state.shown.value).add(name)
  form.announcement.value = errorText(form, name)
}

/** Shows all faults and moves the focus to the first one; returns whether there is one. */
export function showFaults(form: FormShell, state: TransferState): boolean {
  const faulty = faultyFields(state)
  state.shown.value = new Set(faulty)
  const [first] = faulty
  if (first === undefined) return false
  form.announcement.value = errorText(form, first)
  focusField(form, first)
  return true
}

export function focusField(form: FormShell, name: FieldName): void {
  const field = form.element().elements.namedItem(fieldOf(name).wireName)
  if (field instanceof HTMLElement) field.focus()
}

/** The merchant's own text, where there is one. */
export function labelText({ options, language }: FormShell, name: FieldName): string {
  const { label, ownLabel } = fieldOf(name)
  return options.labels[ownLabel] ?? (label ? language.value.translate(label) : 'BIC')
}

export function errorText({ options, language }: FormShell, name: FieldName): string {
  const { error, ownError } = fieldOf(name)
  const { labels, errorMessages } = options
  return errorMessages[ownError] ?? labels[ownError] ?? language.value.translate(error)
}

function without(names: ReadonlySet<FieldName>, name: FieldName): ReadonlySet<FieldName> {
  return new Set([...names].filter((other) => other !== name))
}
