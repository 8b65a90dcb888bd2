import type { Signal } from '@preact/signals'
import type { FromFrame } from '../../../common/widget-wire.ts'
import type { LookTexts } from '../../secured/frame-look.ts'
import type { SecuredFrame } from '../../secured/secured-frame.ts'
import type { CardForm } from '../card/card-form.ts'
import type { Fault } from '../card/faults.ts'
import type { FormKit } from '../form-kit.ts'

/** Bound by the function around this code (`vite.config.ts`). */
declare const __TILLGATE_KIT__: FormKit

const { createFieldFrame, frameLook, readLooks, signal } = __TILLGATE_KIT__

/** What a frame reports of what was typed. */
export type DetailState = Omit<Extract<FromFrame, { kind: 'detail' }>, 'kind'>

/** Expiry or holder as a secured field. */
export interface DetailField {
  readonly name: 'expiry' | 'cardHolder'
  readonly frame: SecuredFrame
  readonly typed: Signal<DetailState>
  /** Takes the frame element of the page. The same function every time: a new one would be a new frame. */
  readonly attach: (element: HTMLIFrameElement | null) => void
  /** Sends what the field looks like and its texts. */
  sendLook(): void
}

type DetailTexts = Pick<LookTexts, 'label' | 'description' | 'placeholder'>

const empty: DetailState = { empty: true, length: 0, fault: null }

const wireNames = { expiry: 'card.expiry', cardHolder: 'card.holder' } as const

/** Keys of option `iframeStyles`. */
const styleNames = { expiry: 'expiry-placeholder', cardHolder: 'card-holder-placeholder' } as const

/** @param texts what the field says, in the language of the form */
export function createDetailField(
  form: CardForm,
  name: DetailField['name'],
  texts: () => DetailTexts,
): DetailField {
  const { focused } = form
  const typed = signal(empty)
  const wireName = wireNames[name]
  const address = {
    field: wireName,
    instance: form.instance,
    besideNumberIn: form.container,
    withDetails: '1',
  } as const
  const frame = createFieldFrame(form, address, {
    loaded() {
      typed.value = empty
      field.sendLook()
    },
    beside: () => Object.values(form.secured),
    ready(isFirst) {
      if (isFirst && form.options.autofocus.startsWith(wireName)) frame.send({ kind: 'focus' })
    },
    focused() {
      focused.value = name
    },
    left() {
      if (focused.value === name) focused.value = undefined
      form.left(name)
    },
    received(message) {
      if (message.kind !== 'detail') return
      const isEdited = message.length !== typed.peek().length
      typed.value = message
      if (isEdited) form.edited(name)
    },
  })
  const field: DetailField = {
    name,
    frame,
    typed,
    attach(element) {
      if (element === null) frame.pause()
      else frame.attach(element)
    },
    sendLook: () => sendLook(form, { name, frame }, texts()),
  }
  return field
}

function sendLook(
  form: CardForm,
  { name, frame }: Pick<DetailField, 'name' | 'frame'>,
  texts: DetailTexts,
): void {
  const element = frame.element()
  if (!element?.isConnected || form.phase.peek() === 'leaving') return
  const [page] = readLooks([element], form.container.querySelector('input.wpwl-control'))
  if (page === undefined) return
  const { direction } = getComputedStyle(form.container)
  const look = frameLook(page, {
    ...texts,
    lang: form.language.value.tag,
    placeholderStyle: form.options.iframeStyles[styleNames[name]] ?? {},
  })
  frame.sendState({ kind: 'look', look: { ...look, style: { ...look.style, direction } } })
}

/** The fault of the expiry date, as far as the page's options want it checked. */
export function expiryFaultOf(
  { empty, fault }: DetailState,
  isChecked: boolean,
): Fault | undefined {
  // Also of a frame that has not reported yet.
  if (empty) return { hint: 'expiryMonthError', text: 'expiryEmpty' }
  if (fault === null) return undefined
  const isOfTime = fault.text === 'expiryPast' || fault.text === 'expiryYearError'
  return isOfTime && !isChecked ? undefined : fault
}

/** The fault of the card holder. */
export function holderFaultOf(typed: DetailState, isRequired: boolean): Fault | undefined {
  if (typed.empty && isRequired) return { hint: 'cardHolderError', text: 'cardHolderError' }
  return typed.fault ?? undefined
}
