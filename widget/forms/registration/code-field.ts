import type { Signal } from '@preact/signals'
import type { OfferedRegistration } from '../../../common/widget-types.ts'
import type { FromFrame } from '../../../common/widget-wire.ts'
import { announce } from '../../fetched/notices.ts'
import type { SecuredFrame } from '../../secured/secured-frame.ts'
import { type AwaitedAnswer, noAnswer } from '../card/awaited-answer.ts'
import type { CodeState, Fault } from '../card/faults.ts'
import type { FormKit } from '../form-kit.ts'
import type { FormShell } from '../shell/form-shell.ts'

/** Bound by the function around this code (`vite.config.ts`). */
declare const __TILLGATE_KIT__: FormKit

const {
  codeLengthsOf,
  createFieldFrame,
  faultText,
  focusFrame,
  frameLook,
  listForPage,
  readLooks,
  signal,
} = __TILLGATE_KIT__

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
  const { options } = form
  const code = signal(empty)
  const isShown = signal(false)
  const isRefused = signal(false)
  const isFocused = signal(false)
  const rules = codeRulesOf(card, options)

  function fault(): Fault | undefined {
    if (isRefused.value) return refused
    return options.validation ? ownFault(code.value, rules) : undefined
  }

  /** The shopper has left the field: shows and announces its fault, unless it is as empty as it was. */
  function leave(): void {
    const found = fault()
    const isOpen = form.phase.value === 'open'
    if (isOpen && found !== undefined && !code.value.empty && !isShown.value) {
      isShown.value = true
      announce(form, faultText(form, found))
    }
    form.call('onBlurSecurityCode', { $form: listForPage(form.element()) }, found === undefined)
  }

  function receive(message: FromFrame): void {
    if (message.kind === 'answer' || message.kind === 'noAnswer') answer.resolve(message)
    if (message.kind !== 'code') return
    if (message.length !== code.value.length) {
      isShown.value = false
      isRefused.value = false
    }
    code.value = message
  }

  const name = { field: 'card.cvv', instance: randomName() } as const
  const frame = createFieldFrame(form, name, {
    loaded() {
      code.value = empty
      isShown.value = false
      answer.resolve(noAnswer)
      field.sendState()
    },
    ready() {
      // The shopper was here before the document was: its input does not have the focus yet.
      if (hasFocus(frame.element())) focusFrame(frame)
    },
    focused() {
      isFocused.value = true
    },
    left() {
      isFocused.value = false
      leave()
    },
    received: receive,
  })
  const field: CodeField = {
    frame,
    isFocused,
    fault,
    shownFault: () => (isShown.value ? fault() : undefined),
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
      if (element === null) frame.pause()
      else frame.attach(element)
    },
    sendState: () => sendState(form, frame, rules, field.shownFault()),
  }
  return field
}

/** How long a code may be, and whether there must be one. */
interface CodeRules {
  readonly lengths: readonly number[]
  readonly required: boolean
}

function codeRulesOf(
  { brand, codeRequired }: OfferedRegistration,
  { allowEmptyCvv }: FormShell['options'],
): CodeRules {
  const lengths = codeLengthsOf(brand)
  return {
    lengths: lengths.filter((length) => length > 0),
    required: codeRequired === true || (!allowEmptyCvv && !lengths.includes(0)),
  }
}

function ownFault(code: CodeState, { lengths, required }: CodeRules): Fault | undefined {
  const [count] = lengths
  if (code.empty) return required ? { hint: 'cvvError', text: 'cvvEmpty' } : undefined
  if (code.valid) return undefined
  if (lengths.length !== 1 || count === undefined) return refused
  return { hint: 'cvvError', text: 'cvvLength', values: { count } }
}

function sendState(
  form: FormShell,
  frame: SecuredFrame,
  rules: CodeRules,
  fault: Fault | undefined,
): void {
  const element = frame.element()
  if (!element?.isConnected) return
  const { options } = form
  const { translate, tag } = form.language.value
  const [look] = readLooks([element], null)
  const label = translate('cvv')
  const texts = {
    label,
    lang: tag,
    description: '',
    placeholder: options.showPlaceholders ? label : '',
    placeholderStyle: options.iframeStyles['cvv-placeholder'] ?? {},
  }
  if (look !== undefined) frame.sendState({ kind: 'look', look: frameLook(look, texts) })
  frame.sendState({ kind: 'codeRules', ...rules, mask: options.maskCvv })
  frame.sendState({ kind: 'fault', message: fault ? faultText(form, fault) : null })
  frame.sendState({ kind: 'disabled', disabled: form.phase.value !== 'open' })
}

function hasFocus(element: HTMLIFrameElement | null): boolean {
  const root = element?.getRootNode() as Document | ShadowRoot | undefined
  return element !== null && root?.activeElement === element
}

function randomName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
