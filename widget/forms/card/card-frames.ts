import { batch, type Signal } from '@preact/signals'
import type { FromFrame } from '../../../common/widget-wire.ts'
import type { CallbackName } from '../../options/descriptions.ts'
import { listForPage } from '../../options/element-list.ts'
import {
  createSecuredFrame,
  type SecuredFrame,
  type SecuredFrameEvents,
} from '../../secured/secured-frame.ts'
import type { EarlyForm } from '../../start/early-frames.ts'
import { notify, reportFailure } from '../shell/notice.ts'
import type { CardForm } from './card-form.ts'
import { framesFailed } from './card-state.ts'
import type { CardField } from './faults.ts'

const fields = { 'card.number': 'cardNumber', 'card.cvv': 'cvv' } as const

interface CardFrameParts {
  readonly instance: string
  /** Of the form. */
  readonly container: Element
  readonly early: EarlyForm | undefined
  /** Where expiry and holder are secured fields, too. */
  readonly withDetails: { readonly withDetails: '1' } | undefined
  /** The form of the frame, which is not complete yet. */
  readonly form: () => CardForm
  /** The frame has a new document: what was typed is gone. */
  readonly loaded: (field: CardField) => void
}

/** One of the two secured fields of a card form. */
export function createCardFrame(
  { boot }: CardForm['checkout'],
  wireName: keyof typeof fields,
  parts: CardFrameParts,
): SecuredFrame {
  const field = fields[wireName]
  let wasReady = false
  const { early, instance, withDetails } = parts
  const name = {
    field: wireName,
    instance,
    ...(wireName === 'card.cvv' && { besideNumberIn: parts.container }),
    ...withDetails,
  }
  const events: SecuredFrameEvents = {
    loaded: () => parts.loaded(field),
    failed(reason = `The frame of ${wireName} was not ready in time`) {
      const form = parts.form()
      if (form.phase.value === 'open' && form.notice.value === undefined) notify(form, framesFailed)
      reportFailure(form, 'PciIframeCommunicationError', reason)
    },
    received(message) {
      const form = parts.form()
      const notifyPage = (name: CallbackName) =>
        form.call(name, { $iframe: listForPage(frame.element()) })
      receive(message, field, form, notifyPage)
      if (message.kind !== 'ready') return
      const isWhole = form.frames().every((each) => each.state.value === 'ready')
      if (isWhole && form.notice.value === framesFailed) notify(form, undefined)
      if (wasReady) return
      wasReady = true
      if (form.options.autofocus === wireName) frame.send({ kind: 'focus' })
      notifyPage('onReadyIframeCommunication')
    },
  }
  const frame = createSecuredFrame(boot, name, events, early)
  return frame
}

function receive(
  message: FromFrame,
  field: CardField,
  form: CardForm,
  notifyPage: (name: CallbackName) => void,
): void {
  const { state, focused } = form
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
      takeState(state.number, message.state, () => form.edited(field))
      break
    case 'code':
      takeState(state.code, message, () => form.edited(field))
      break
    case 'enter':
      if (!form.options.disableSubmitOnEnter) form.element().requestSubmit()
      break
    case 'noAnswer':
      // It sends nothing more for this order: the shopper types into a new one.
      if (message.reason === 'shut' || message.reason === 'refused') form.number.retry()
      form.answer.resolve(message)
      break
    case 'answer':
      form.answer.resolve(message)
      break
  }
}

function takeState<State extends { readonly length: number }>(
  held: Signal<State>,
  next: State,
  edited: () => void,
): void {
  const isEdited = next.length !== held.peek().length
  batch(() => {
    held.value = next
    if (isEdited) edited()
  })
}
