import { effect, signal } from '@preact/signals'
import { h, render } from 'preact'
import type { DetectedBin } from '../../../common/widget-types.ts'
import { listForPage } from '../../options/element-list.ts'
import { randomName } from '../../secured/frame-address.ts'
import type { FormShell } from '../shell/form-shell.ts'
import { loadedSubmit, loadSubmit } from '../shell/load-submit.ts'
import { awaitedAnswer, noAnswer } from './awaited-answer.ts'
import type { CardForm } from './card-form.ts'
import { CardFormView } from './card-form-view.tsx'
import { createCardFrame } from './card-frames.ts'
import {
  type CardState,
  createCardState,
  emptyCode,
  emptyNumber,
  handleBlur,
  handleEdit,
} from './card-state.ts'
import { ExpiryGroup } from './expiry-group.tsx'
import type { CardField } from './faults.ts'
import { HolderGroup } from './holder-group.tsx'
import { updateFrames } from './update-frames.ts'

/** A card form, empty until `show`. */
export function createCardForm(shell: FormShell, named: readonly string[]): CardForm {
  const { options, call, container } = shell
  const state = createCardState(shell, named)
  const edited = new Set<CardField>()
  const answer = awaitedAnswer()
  const withDetails = options.enableSAQACompliance ? ({ withDetails: '1' } as const) : undefined
  // The page may have set the option when frames without it were loading: no message of theirs counts.
  const early = withDetails ? undefined : shell.early
  const instance = early?.instance ?? randomName()
  const parts = {
    instance,
    early,
    withDetails,
    form: () => form,
    loaded(field: CardField) {
      shell.shown()
      if (field === 'cardNumber') state.number.value = emptyNumber
      else state.code.value = emptyCode
      edited.delete(field)
      answer.resolve(noAnswer)
      updates?.sendLooks()
    },
  }
  const code = createCardFrame(shell, 'card.cvv', parts)
  const number = createCardFrame(shell, 'card.number', parts)
  const form: CardForm = {
    ...shell,
    state,
    further: signal(undefined),
    details: signal(withDetails ? undefined : { Expiry: ExpiryGroup, Holder: HolderGroup }),
    instance,
    focused: signal(undefined),
    number,
    get code() {
      return options.requireCvv ? code : undefined
    },
    secured: { cardNumber: number, cvv: code },
    frames: () => (options.requireCvv ? [number, code] : [number]),
    answer,
    edited(field) {
      edited.add(field)
      loadSubmit(shell).catch(() => undefined)
      handleEdit(state, field)
      loadedSubmit()?.clearPageMarks(form, field)
    },
    left(field) {
      const isValid = handleBlur(form, field, edited.has(field))
      loadedSubmit()?.clearPageMarks(form, field)
      call(blurCallbacks[field], { $form: listForPage(form.element()) }, isValid)
    },
    cardBrands: () => state.accepted.value,
    focusFirst: () => focusFirst(shell),
    show() {
      // The frames come first, so that they load while everything around them is built. All in one task:
      // the browser may paint between two, and what the page has below the form would move.
      render(h(CardFormView, { form, isWhole: false }), container)
      render(h(CardFormView, { form, isWhole: true }), container)
      if (container.isConnected) updates ??= updateFrames(form)
      else form.sleep?.()
    },
    sleep() {
      updates?.end()
      for (const frame of [number, code]) frame.pause()
      answer.resolve(noAnswer)
    },
    wake() {
      updates?.end()
      updates = updateFrames(form)
    },
    dispose() {
      endBrandReports()
      updates?.end()
      answer.resolve(noAnswer)
      for (const frame of [number, code]) frame.dispose()
    },
  }
  let updates: ReturnType<typeof updateFrames> | undefined
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
  let names = ''
  let listed = ''
  let knownBin = ''
  return effect(() => {
    const { isListed, bin, brands, cardClass } = state.number.value
    const detected = state.detected.value
    const active = state.brand.value
    if (phase.value !== 'open') return
    let isNew = `${detected}` !== names
    names = `${detected}`
    if (isNew) listed = knownBin = ''
    // That a corrected number is not known, or not whole, for a moment is no news.
    const found = isListed ? `${brands}${cardClass}` : listed
    isNew ||= found !== listed
    listed = found
    if (isNew) call('onDetectBrand', undefined, [...detected], active, cardClass)
    if (isListed && (isNew || (bin && bin !== knownBin)))
      call('onDetectBin', undefined, { bin, brands, cardClass } satisfies DetectedBin)
    knownBin = bin ?? knownBin
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
