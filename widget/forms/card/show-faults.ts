import { announce } from '../shell/notice.ts'
import type { CardForm } from './card-form.ts'
import { faultText } from './card-state.ts'
import { type CardField, cardFields } from './faults.ts'
import { focusFrame } from './field-frame.ts'

/**
 * Shows every fault and moves the focus to the first. A screen reader then reads the field with its
 * error; where the focus cannot move (frames on touch devices, whose keyboards would stay closed),
 * the live region announces it.
 */
export function showFaults(form: CardForm): void {
  const { state } = form
  const faults = state.faults.value
  state.shown.value = new Set(cardFields)
  const first = cardFields.find((field) => faults[field] !== undefined)
  const fault = first && faults[first]
  if (first === undefined || fault === undefined) return
  if (!focusField(form, first)) announce(form, faultText(form, fault))
}

/** Moves the focus to a field; returns false where it can only show it. */
export function focusField({ container, secured }: CardForm, field: CardField): boolean {
  const frame = secured[field]
  const isTouch = matchMedia('(pointer: coarse)').matches
  if (frame === undefined) {
    container.querySelector<HTMLElement>(`.wpwl-control-${field}`)?.focus()
  } else if (!isTouch && frame.state.value === 'ready') {
    focusFrame(frame)
  } else {
    frame.element()?.scrollIntoView({ block: 'nearest' })
    return false
  }
  return true
}
