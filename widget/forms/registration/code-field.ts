import type { Signal } from '@preact/signals'
import type { OfferedRegistration } from '../../../common/widget-types.ts'
import type { FromFrame } from '../../../common/widget-wire.ts'
import type { CallbackName } from '../../options/descriptions.ts'
import type { SecuredFrame } from '../../secured/secured-frame.ts'
import { type AwaitedAnswer, noAnswer } from '../card/awaited-answer.ts'
import type { CodeState, Fault } from '../card/faults.ts'
import type { FormKit } from '../form-kit.ts'
import type { FormShell } from '../shell/form-shell.ts'
import { announce, type Notice, notify, reportFailure } from '../shell/notice.ts'

/** Bound by the function around this code (`vite.config.ts`). */
declare const __TILLGATE_KIT__: FormKit

const { codeLengthsOf, createSecuredFrame, listForPage, frameLook, readLooks, signal } =
  __TILLGATE_KIT__

/** The secured field is not there; it offers another try of its own. */
export const frameFailed: Notice = { tone: 'error', key: 'frameFailed' }

/** The security code of one stored card: a secured field, whose frame also pays. */
export interface CodeField {
  readonly frame: SecuredFrame
  readonly isFocused: Signal<boolean>
  /** What is wrong with the code; nothing where it can be sent. */
  fault(): Fault | undefined
  /** The fault that the shopper gets to see. */
  shownFault(): Fault | undefined
  setShown(isShown: boolean): void
  /** The gateway has refused the code. */
  refuse(): void
  /** Its frame has emptied it after a decision: that is no edit of the shopper's. */
  spent(): void
  /** Takes the frame element of the page. The same function every time: a new one would be a new frame. */
  readonly attach: (element: HTMLIFrameElement | null) => void
  /** Sends what the field looks like, its texts, its rules and its error. */
  sendState(): void
}

const empty: CodeState = { length: 0, empty: true, valid: false }
const refused: Fault = { hint: 'cvvError', text: 'cvvError' }

export function createCodeField(
  form: FormShell,
  card: OfferedRegistration,
  answer: AwaitedAnswer,
): CodeField {
  const { options, phase } = form
  const code = signal(empty)
  const isShown = signal(false)
  const isRefused = signal(false)
  const isFocused = signal(false)
  const allLengths = codeLengthsOf(card.brand)
  const lengths = allLengths.filter((length) => length > 0)
  const isRequired = () =>
    card.codeRequired === true || (!options.allowEmptyCvv && !allLengths.includes(0))
  let wasReady = false

  const field: CodeField = {
    frame: createSecuredFrame(
      form.checkout.boot,
      { field: 'card.cvv', instance: randomName() },
      {
        received: (message) => receive(message),
        loaded() {
          code.value = empty
          isShown.value = false
          answer.resolve(noAnswer)
          field.sendState()
        },
        failed(reason = 'The code frame was not ready in time') {
          if (phase.value === 'open') notify(form, frameFailed)
          reportFailure(form, 'PciIframeCommunicationError', reason)
        },
      },
    ),
    isFocused,
    fault() {
      if (isRefused.value) return refused
      return options.validation ? ownFault(code.value, lengths, isRequired()) : undefined
    },
    shownFault: () => (isShown.value ? field.fault() : undefined),
    setShown(shown) {
      isShown.value = shown
    },
    refuse() {
      isRefused.value = true
    },
    spent() {
      code.value = empty
    },
    attach(element) {
      if (element === null) field.frame.pause()
      else field.frame.attach(element)
    },
    sendState() {
      const element = field.frame.element()
      if (!element?.isConnected) return
      const { translate, tag } = form.language.value
      const fault = field.shownFault()
      const [look] = readLooks([element], null)
      const label = translate('cvv')
      const texts = {
        label,
        lang: tag,
        description: '',
        placeholder: options.showPlaceholders ? label : '',
        placeholderStyle: options.iframeStyles['cvv-placeholder'] ?? {},
      }
      if (look !== undefined) field.frame.sendState({ kind: 'look', look: frameLook(look, texts) })
      const mask = options.maskCvv
      field.frame.sendState({ kind: 'codeRules', lengths, required: isRequired(), mask })
      field.frame.sendState({ kind: 'fault', message: fault ? faultText(form, fault) : null })
      field.frame.sendState({ kind: 'disabled', disabled: phase.value !== 'open' })
    },
  }

  function receive(message: FromFrame): void {
    switch (message.kind) {
      case 'ready':
        if (form.notice.value === frameFailed) notify(form, undefined)
        // The shopper was here before the document was: its input does not have the focus yet.
        if (hasElementFocus()) focusFrame(field.frame)
        if (!wasReady) tellPage('onReadyIframeCommunication')
        wasReady = true
        break
      case 'focus':
        isFocused.value = true
        tellPage('onFocusIframeCommunication')
        break
      case 'blur':
        isFocused.value = false
        leave()
        tellPage('onBlurIframeCommunication')
        break
      case 'code':
        if (message.length !== code.value.length) {
          isShown.value = false
          isRefused.value = false
        }
        code.value = message
        break
      case 'enter':
        if (!options.disableSubmitOnEnter) form.element().requestSubmit()
        break
      case 'answer':
      case 'noAnswer':
        answer.resolve(message)
        break
    }
  }

  function hasElementFocus(): boolean {
    const element = field.frame.element()
    const root = element?.getRootNode() as Document | ShadowRoot | undefined
    return element !== null && root?.activeElement === element
  }

  /** The shopper has left the field: shows and announces its fault, unless it is as empty as it was. */
  function leave(): void {
    const fault = field.fault()
    const isOpen = phase.value === 'open'
    if (isOpen && fault !== undefined && !code.value.empty && !isShown.value) {
      isShown.value = true
      announce(form, faultText(form, fault))
    }
    form.call('onBlurSecurityCode', { $form: listForPage(form.element()) }, fault === undefined)
  }

  function tellPage(name: CallbackName): void {
    form.call(name, { $iframe: listForPage(field.frame.element()) })
  }

  return field
}

function ownFault(code: CodeState, lengths: readonly number[], isRequired: boolean) {
  const [count] = lengths
  if (code.empty) return isRequired ? ({ hint: 'cvvError', text: 'cvvEmpty' } as const) : undefined
  if (code.valid) return undefined
  if (lengths.length !== 1 || count === undefined) return refused
  return { hint: 'cvvError', text: 'cvvLength', values: { count } } as const
}

/** The merchant's text of an error, if there is one for the key that merchants know; else ours. */
export function faultText({ options, language }: FormShell, fault: Fault): string {
  const own = { ...options.labels, ...options.errorMessages }
  return own[fault.text] ?? own[fault.hint] ?? language.value.translate(fault.text, fault.values)
}

/** The frame element first: browsers let the document inside take the focus only from there. */
export function focusFrame(frame: SecuredFrame): void {
  frame.element()?.focus()
  frame.send({ kind: 'focus' })
}

function randomName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
