import type { Signal } from '@preact/signals'
import type { FromFrame } from '../../../common/widget-wire.ts'
import type { CallbackName } from '../../options/descriptions.ts'
import type { LookTexts } from '../../secured/frame-look.ts'
import type { SecuredFrame } from '../../secured/secured-frame.ts'
import type { CardForm } from '../card/card-form.ts'
import type { Fault } from '../card/faults.ts'
import type { FormKit } from '../form-kit.ts'
import type { Notice } from '../shell/notice.ts'

/** Bound by the function around this code (`vite.config.ts`). */
declare const __TILLGATE_KIT__: FormKit

const { createSecuredFrame, frameLook, listForPage, readLooks, signal } = __TILLGATE_KIT__

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

const empty: DetailState = { empty: true, length: 0, fault: null }

const wireNames = { expiry: 'card.expiry', cardHolder: 'card.holder' } as const

/** Keys of option `iframeStyles`. */
const styleNames = { expiry: 'expiry-placeholder', cardHolder: 'card-holder-placeholder' } as const

/** @param texts what the field says, in the language of the form */
export function createDetailField(
  form: CardForm,
  name: DetailField['name'],
  texts: () => Pick<LookTexts, 'label' | 'description' | 'placeholder'>,
): DetailField {
  const { options, focused } = form
  const typed = signal(empty)
  const wireName = wireNames[name]
  let wasReady = false

  const frame = createSecuredFrame(
    form.checkout.boot,
    {
      field: wireName,
      instance: form.instance,
      besideNumberIn: form.container,
      withDetails: '1',
    },
    {
      received: (message) => receive(message),
      loaded() {
        typed.value = empty
        field.sendLook()
      },
      failed(reason = `The frame of ${wireName} was not ready in time`) {
        if (form.phase.value === 'open' && form.notice.value === undefined) showFailure(form)
        __TILLGATE_KIT__.reportFailure(form, 'PciIframeCommunicationError', reason)
      },
    },
  )

  function receive(message: FromFrame): void {
    switch (message.kind) {
      case 'ready':
        if (form.notice.value === framesFailed) form.notice.value = undefined
        if (wasReady) return
        wasReady = true
        if (options.autofocus.startsWith(wireName)) frame.send({ kind: 'focus' })
        tellPage('onReadyIframeCommunication')
        break
      case 'focus':
        focused.value = name
        tellPage('onFocusIframeCommunication')
        break
      case 'blur':
        if (focused.value === name) focused.value = undefined
        form.left(name)
        tellPage('onBlurIframeCommunication')
        break
      case 'detail': {
        const isEdited = message.length !== typed.peek().length
        typed.value = message
        if (isEdited) form.edited(name)
        break
      }
      case 'enter':
        if (!options.disableSubmitOnEnter) form.element().requestSubmit()
        break
    }
  }

  function tellPage(callback: CallbackName): void {
    form.call(callback, { $iframe: listForPage(frame.element()) })
  }

  const field: DetailField = {
    name,
    frame,
    typed,
    attach(element) {
      if (element === null) frame.pause()
      else frame.attach(element)
    },
    sendLook() {
      const element = frame.element()
      if (!element?.isConnected || form.phase.peek() === 'leaving') return
      const [page] = readLooks([element], form.container.querySelector('input.wpwl-control'))
      if (page === undefined) return
      const { direction } = getComputedStyle(form.container)
      const look = frameLook(page, {
        ...texts(),
        lang: form.language.value.tag,
        placeholderStyle: options.iframeStyles[styleNames[name]] ?? {},
      })
      frame.sendState({ kind: 'look', look: { ...look, style: { ...look.style, direction } } })
    },
  }
  return field
}

/** A secured field is not there; it offers another try of its own. */
const framesFailed: Notice = { tone: 'error', key: 'frameFailed' }

/** Tells the shopper that a secured field is missing. */
export function showFailure({ notice, announcement, language }: CardForm): void {
  notice.value = framesFailed
  announcement.value = language.value.translate(framesFailed.key)
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
