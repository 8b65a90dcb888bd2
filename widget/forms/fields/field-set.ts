import type { FormKit } from '../form-kit.ts'
import type { FormShell } from '../shell/form-shell.ts'
import type { ParameterError } from '../submit/answer.ts'
import { writtenDate } from './date-parts.ts'
import type { Field, FieldError } from './field.ts'

/** Bound by the function around this code (`vite.config.ts`). */
declare const __TILLGATE_KIT__: FormKit

const { signal } = __TILLGATE_KIT__

export type FieldSet = ReturnType<typeof createFieldSet>

/**
 * What a form knows of its fields. Functions that return something of the values read signals.
 *
 * @param rows the fields that the form shows, in their order; called again whenever they matter, so they
 *   may follow signals, also values of the set
 */
export function createFieldSet(form: FormShell, rows: () => readonly Field[]) {
  const values = signal<Readonly<Record<string, string>>>({})
  /** Fields whose fault the shopper gets to see. */
  const shown = signal<ReadonlySet<string>>(new Set())
  /** Fields that the gateway has refused as they are. */
  const refused = signal<ReadonlySet<string>>(new Set())

  const typedValue = ({ wireName, first = '' }: Field) => values.value[wireName] ?? first
  const wireValueOf = (field: Field) => (field.toWire ?? trim)(typedValue(field))
  const faultOf = (field: Field) =>
    refused.value.has(field.wireName) ? field.error : ownFault(form, field, wireValueOf(field))
  const faulty = () => rows().filter(faultOf)

  return {
    form,
    rows,
    typedValue,
    /** The values to send, by wire name; empty where nothing may be sent, whatever the page's form has. */
    sent: (): Readonly<Record<string, string>> =>
      Object.fromEntries(
        rows().map((field) => [field.wireName, field.isNotSent ? '' : wireValueOf(field)]),
      ),
    /** The fault that the field shows. */
    shownFault: (field: Field) => (shown.value.has(field.wireName) ? faultOf(field) : undefined),
    hasErrors: () => faulty().some(({ wireName }) => shown.value.has(wireName)),
    fill(filled: Readonly<Record<string, string>>) {
      values.value = { ...values.peek(), ...filled }
    },
    /** The shopper has edited a field: an error is not shown while he types. */
    edit(field: Field, value: string) {
      const { wireName } = field
      values.value = { ...values.peek(), [wireName]: value }
      shown.value = without(shown.peek(), wireName)
      refused.value = without(refused.peek(), wireName)
      if (faultOf(field) === undefined) clearPageMarks(form, field)
    },
    /** The shopper has left a field: shows and announces its fault, unless the field is empty. */
    leave(field: Field) {
      const typed = typedValue(field)
      const written = field.toShown?.(typed) ?? typed
      if (written !== typed) values.value = { ...values.peek(), [field.wireName]: written }
      const fault = faultOf(field)
      if (form.phase.value !== 'open' || typedValue(field) === '' || fault === undefined) return
      if (shown.value.has(field.wireName)) return
      shown.value = new Set(shown.value).add(field.wireName)
      form.announcement.value = errorText(form, fault)
    },
    /** Reads what scripts of the page and password managers have filled in without an event. */
    begin() {
      refused.value = new Set()
      const data = new FormData(form.element())
      const read = rows().flatMap((field) => {
        const value = writtenValue(form, field, data, typedValue(field))
        return typeof value === 'string' ? [[field.wireName, value]] : []
      })
      values.value = { ...values.peek(), ...Object.fromEntries(read) }
    },
    /** Shows all faults and moves the focus to the first one; returns whether there is one. */
    showFaults(): boolean {
      const all = faulty()
      shown.value = new Set(all.map(({ wireName }) => wireName))
      const [first] = all
      const fault = first && faultOf(first)
      if (first === undefined || fault === undefined) return false
      form.announcement.value = errorText(form, fault)
      focusField(form, first)
      return true
    },
    /** Keeps the gateway's errors that the shopper can correct; returns the others. */
    keepErrors(errors: readonly ParameterError[]): readonly ParameterError[] {
      const own = new Set(rows().map(({ wireName }) => wireName))
      const kept = errors.map(({ name }) => name).filter((name) => own.has(name))
      refused.value = new Set(kept)
      return errors.filter(({ name }) => !own.has(name))
    },
  }
}

/** @param drawn what the control showed before scripts of the page could change it */
function writtenValue(form: FormShell, field: Field, data: FormData, drawn: string) {
  if (field.control === 'date') return writtenDate(groupOf(form, field), drawn)
  return data.get(field.wireName) ?? (field.control === 'checkbox' ? '' : undefined)
}

function ownFault(form: FormShell, field: Field, wireValue: string): FieldError | undefined {
  if (!form.options.validation) return undefined
  const { error, emptyError = error, isRequired, isFaulty } = field
  if (wireValue === '') return isRequired ? emptyError : undefined
  const fault = isFaulty?.(wireValue) ?? false
  if (typeof fault !== 'boolean') return fault
  return fault ? error : undefined
}

/** The group of a field: a page may have moved it, and may have several forms with equal names. */
const groupOf = ({ container }: FormShell, { group }: Field) =>
  container.querySelector(`.wpwl-group-${group}`)

export function focusField(form: FormShell, field: Field): void {
  groupOf(form, field)?.querySelector<HTMLElement>('input:not([type=hidden]),select')?.focus()
}

/**
 * Removes what a page's own check has added to a field that is right now: the page checks again only when
 * the form is submitted, which a disabled button would prevent.
 */
function clearPageMarks(form: FormShell, field: Field): void {
  const hints = groupOf(form, field)?.querySelectorAll('[class*="wpwl-hint"]') ?? []
  const foreign = [...hints].filter(({ id }) => id !== hintId(form, field))
  if (foreign.length === 0) return
  for (const hint of foreign) hint.remove()
  const button = form.container.querySelector<HTMLButtonElement>('.wpwl-button-pay')
  if (button !== null) button.disabled = false
}

export const hintId = ({ container }: FormShell, { group }: Field) => `${container.id}_${group}`

/** The merchant's own text, where there is one. */
export function labelText({ options, language }: FormShell, { label, ownLabel }: Field): string {
  const own = options.labels[ownLabel]
  return own ?? (typeof label === 'string' ? language.value.translate(label) : label.text)
}

export function errorText({ options, language }: FormShell, { text, own }: FieldError): string {
  const { labels, errorMessages } = options
  return errorMessages[own] ?? labels[own] ?? language.value.translate(text)
}

const trim = (value: string) => value.trim()

function without(names: ReadonlySet<string>, name: string): ReadonlySet<string> {
  return new Set([...names].filter((other) => other !== name))
}
