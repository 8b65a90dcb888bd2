import { batch, effect, type Signal, signal } from '@preact/signals'
import { h, render } from 'preact'
import type { FromFrame } from '../../../common/widget-wire.ts'
import type { Call } from '../../options/callbacks.ts'
import { elementList } from '../../options/element-list.ts'
import { createSecuredFrame, type SecuredFrame } from '../../secured/secured-frame.ts'
import type { FormShell } from '../shell/form-shell.ts'
import { notify, reportFailure } from '../shell/notice.ts'
import type { SubmitAnswer } from '../shell/submit-form.ts'
import { CardFormView } from './card-form-view.tsx'
import {
  type CardState,
  createCardState,
  emptyCode,
  emptyNumber,
  framesFailed,
  handleBlur,
  handleEdit,
} from './card-state.ts'
import type { CardField } from './faults.ts'
import { clearPageMarks } from './page-marks.ts'
import { updateFrames } from './update-frames.ts'

export type CardForm = ReturnType<typeof createCardForm>

/** The fields of a card form: their state and their frames; empty until `show`. */
export function createCardForm(shell: FormShell, named: readonly string[]) {
  const { checkout, options, call, container, phase, notice } = shell
  const state = createCardState(shell, named)
  const instance = randomHex(16)
  const edited = new Set<CardField>()
  const focused = signal<CardField | undefined>(undefined)
  let answered: ((answer: SubmitAnswer) => void) | undefined
  let answerTimer: ReturnType<typeof setTimeout> | undefined
  const codeFrame = createFrame('card.cvv', 'cvv')

  const form = {
    ...shell,
    state,
    instance,
    focused,
    number: createFrame('card.number', 'cardNumber'),
    get code(): SecuredFrame | undefined {
      return options.requireCvv ? codeFrame : undefined
    },
    /** The secured fields that the form shows. */
    frames: () => (options.requireCvv ? [form.number, codeFrame] : [form.number]),
    edited(field: CardField): void {
      edited.add(field)
      handleEdit(state, field)
      clearPageMarks(form, field)
    },
    left(field: CardField): void {
      const isValid = handleBlur(form, field, edited.has(field))
      clearPageMarks(form, field)
      call(blurCallbacks[field], { $form: elementList([form.element()]) }, isValid)
    },
    /** The number frame's next answer to a submit: `noAnswer` if it is reloaded or takes too long. */
    nextAnswer: (withinMs: number): Promise<SubmitAnswer> =>
      new Promise((resolve) => {
        answerTimer = setTimeout(() => answered?.(noAnswer), withinMs)
        answered = (answer) => {
          clearTimeout(answerTimer)
          resolve(answer)
        }
      }),
    cardBrands: () => state.accepted.value,
    focusFirst: () => focusFirst(shell),
    show,
    sleep,
    wake,
    dispose,
  }

  function createFrame(wireName: 'card.number' | 'card.cvv', field: CardField): SecuredFrame {
    let wasReady = false
    const notifyPage = (name: Parameters<Call>[0]) =>
      call(name, { $iframe: elementList([frame.element()].filter((element) => element !== null)) })
    const frame = createSecuredFrame(checkout.boot, wireName, instance, {
      loaded() {
        shell.shown()
        if (field === 'cardNumber') state.number.value = emptyNumber
        else state.code.value = emptyCode
        edited.delete(field)
        answered?.(noAnswer)
        updates.sendLook(frame)
      },
      failed() {
        if (phase.value === 'open' && notice.value === undefined) notify(form, framesFailed)
        const message = `The frame of ${wireName} was not ready in time`
        reportFailure(form, 'PciIframeCommunicationError', message)
      },
      received(message) {
        receive(message, field, notifyPage)
        if (message.kind !== 'ready') return
        const isWhole = form.frames().every((each) => each.state.value === 'ready')
        if (isWhole && notice.value === framesFailed) notify(form, undefined)
        if (wasReady) return
        wasReady = true
        if (options.autofocus === wireName) frame.send({ kind: 'focus' })
        notifyPage('onReadyIframeCommunication')
      },
    })
    return frame
  }

  function receive(
    message: FromFrame,
    field: CardField,
    notifyPage: (name: Parameters<Call>[0]) => void,
  ) {
    switch (message.kind) {
      case 'focus':
        focused.value = field
        notifyPage('onFocusIframeCommunication')
        break
      case 'blur':
        if (focused.value === field) focused.value = undefined
        form.left(field)
        notifyPage('onBlurIframeCommunication')
        break
      case 'number':
        takeState(field, state.number, message.state)
        break
      case 'code':
        takeState(field, state.code, message)
        break
      case 'enter':
        if (!options.disableSubmitOnEnter) form.element().requestSubmit()
        break
      case 'answer':
      case 'noAnswer':
        answered?.(message)
        break
    }
  }

  function takeState<State extends { readonly length: number }>(
    field: CardField,
    held: Signal<State>,
    next: State,
  ): void {
    const isEdited = next.length !== held.peek().length
    batch(() => {
      held.value = next
      if (isEdited) form.edited(field)
    })
  }

  let updates = updateFrames(form)
  const endBrandReports = reportBrands(form)
  effect(() => {
    if (!options.requireCvv) codeFrame.pause()
  })

  /**
   * Renders the form; its container must be in the page. The frames come first, so that they load
   * while everything around them is built.
   */
  function show(): void {
    render(h(CardFormView, { form, isWhole: false }), container)
    render(h(CardFormView, { form, isWhole: true }), container)
  }

  /** The container was removed from the page: waits only for the outcome of a payment. */
  function sleep(): void {
    updates.end()
    form.number.pause()
    codeFrame.pause()
    answered?.(noAnswer)
  }

  /** The container is back in the page, and its frames load again. */
  function wake(): void {
    updates = updateFrames(form)
  }

  function dispose(): void {
    endBrandReports()
    updates.end()
    clearTimeout(answerTimer)
    form.number.dispose()
    codeFrame.dispose()
  }

  return form
}

const noAnswer: SubmitAnswer = { kind: 'noAnswer', reason: 'network' }

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
