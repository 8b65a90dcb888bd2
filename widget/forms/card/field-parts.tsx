import { useLayoutEffect, useRef } from 'preact/hooks'
import { FieldHint } from '../../fields/field-hint.tsx'
import { useSignalLayoutEffect } from '../../fields/use-signal-layout-effect.ts'
import type { CardForm, FormProps } from './card-form.ts'
import { faultText } from './card-state.ts'
import type { CardField } from './faults.ts'

/**
 * The element of a field in the page, with `wpwl-has-error` while it shows an error. Classes are
 * toggled, the attribute is never overwritten: pages add classes of their own.
 */
export function useFieldElement(form: CardForm, field: CardField) {
  const element = useRef<HTMLInputElement>(null)
  useSignalLayoutEffect(() => {
    const isFaulty = form.state.shownFaults.value[field] !== undefined
    element.current?.classList.toggle('wpwl-has-error', isFaulty)
  })
  useLayoutEffect(() => {
    const input = element.current
    const own = input?.form
    if (!own) return
    // Else a page could move our field into a form of its own, and the browser would fill in number and code
    // there. It ends with the form.
    new MutationObserver(() => {
      if (input.form !== own) input.autocomplete = 'off'
    }).observe(own, { childList: true, subtree: true, attributeFilter: ['form'] })
  }, [])
  return element
}

/** The text of a label, or nothing where labels are switched off. */
export function labelOf(
  form: CardForm,
  key: 'brand' | 'cardNumber' | 'expiryDate' | 'cardHolder' | 'cvv',
): string | undefined {
  return form.options.showLabels ? form.language.value.translate(key) : undefined
}

export function hintId({ id }: Element, field: CardField): string {
  return `${id}_${field}`
}

/** The error under a field while there is one to show. */
export function CardHint({ form, field }: FormProps & { readonly field: CardField }) {
  const fault = form.state.shownFaults.value[field]
  if (fault === undefined) return null
  return (
    <FieldHint id={hintId(form.container, field)} hint={fault.hint} text={faultText(form, fault)} />
  )
}
