import { effect, type Signal, signal } from '@preact/signals'
import { h, render } from 'preact'
import { elementList } from '../../options/element-list.ts'
import type { SecuredFrame } from '../../secured/secured-frame.ts'
import type { FormBody, FormShell } from '../shell/form-shell.ts'
import { CardFormView } from './card-form-view.tsx'
import { type AwaitedAnswer, awaitedAnswer, createCardFrame, noAnswer } from './card-frames.ts'
import {
  type CardState,
  createCardState,
  emptyCode,
  emptyNumber,
  handleBlur,
  handleEdit,
} from './card-state.ts'
import type { CardField } from './faults.ts'
import { clearPageMarks } from './page-marks.ts'
import { updateFrames } from './update-frames.ts'

/** The shell of a card form, with its fields and their frames. */
export interface CardForm extends FormShell, FormBody {
  readonly state: CardState
  /** Random name by which the two frames of this form find each other. */
  readonly instance: string
  readonly focused: Signal<CardField | undefined>
  readonly number: SecuredFrame
  /** Undefined where the form asks for no code. */
  readonly code: SecuredFrame | undefined
  /** The secured fields that the form shows. */
  frames(): readonly SecuredFrame[]
  readonly answer: AwaitedAnswer
  /** The shopper has changed a field. */
  edited(field: CardField): void
  /** The shopper has left a field. */
  left(field: CardField): void
}

/** A card form, empty until `show`. */
export function createCardForm(shell: FormShell, named: readonly string[]): CardForm {
  const { checkout, options, call, container } = shell
  const state = createCardState(shell, named)
  const edited = new Set<CardField>()
  const answer = awaitedAnswer()
  const instance = randomHex(16)
  const parts = {
    instance,
    form: () => form,
    loaded(frame: SecuredFrame, field: CardField) {
      shell.shown()
      if (field === 'cardNumber') state.number.value = emptyNumber
      else state.code.value = emptyCode
      edited.delete(field)
      answer.resolve(noAnswer)
      updates.sendLook(frame)
    },
  }
  const code = createCardFrame(checkout, 'card.cvv', parts)
  const number = createCardFrame(checkout, 'card.number', parts)
  const form: CardForm = {
    ...shell,
    state,
    instance,
    focused: signal(undefined),
    number,
    get code() {
      return options.requireCvv ? code : undefined
    },
    frames: () => (options.requireCvv ? [number, code] : [number]),
    answer,
    edited(field) {
      edited.add(field)
      handleEdit(state, field)
      clearPageMarks(form, field)
    },
    left(field) {
      const isValid = handleBlur(form, field, edited.has(field))
      clearPageMarks(form, field)
      call(blurCallbacks[field], { $form: elementList([form.element()]) }, isValid)
    },
    cardBrands: () => state.accepted.value,
    focusFirst: () => focusFirst(shell),
    show() {
      // The frames come first, so that they load while everything around them is built.
      render(h(CardFormView, { form, isWhole: false }), container)
      render(h(CardFormView, { form, isWhole: true }), container)
    },
    sleep() {
      updates.end()
      for (const frame of [number, code]) frame.pause()
      answer.resolve(noAnswer)
    },
    wake() {
      updates = updateFrames(form)
    },
    dispose() {
      endBrandReports()
      updates.end()
      answer.endTimer()
      for (const frame of [number, code]) frame.dispose()
    },
  }
  let updates = updateFrames(form)
  const endBrandReports = reportBrands(form)
  effect(() => {
    if (!options.requireCvv) code.pause()
  })
  return form
}

const blurCallbacks = {
  cardNumber: 'onBlurCardNumber',
  cvv: 'onBlurSecurityCode',
  cardHolder: 'onBlurCardHolder',
  expiry: 'onBlurExpiryDate',
} as const

/**
 * Reports each new brand and each detection to the page while the shopper may type; not what is true
 * at the start, nor that a paid form has emptied its fields.
 */
function reportBrands({
  state,
  phase,
  call,
}: FormShell & { readonly state: CardState }): () => void {
  let brand = state.brand.peek()
  let seen = state.detected.peek().join()
  return effect(() => {
    const detected = state.detected.value
    const active = state.brand.value
    if (phase.value !== 'open') return
    if (detected.join() !== seen) {
      seen = detected.join()
      call('onDetectBrand', undefined, [...detected], active)
    }
    if (active !== brand) {
      brand = active
      call('onChangeBrand', undefined, active)
    }
  })
}

/** Option `autofocus` names a field of the page; the secured ones take the focus when they are ready. */
function focusFirst({ options, container }: FormShell): void {
  const name = options.autofocus
  if (name === '' || name === 'card.number' || name === 'card.cvv') return
  const selector = name.startsWith('card.expiry')
    ? '.wpwl-control-expiry'
    : `[name="${CSS.escape(name)}"]`
  container.querySelector<HTMLElement>(selector)?.focus()
}

function randomHex(bytes: number): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes))
  return Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
