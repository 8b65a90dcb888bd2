import type { FromFrame } from '../../../common/widget-wire.ts'
import type { CallbackName } from '../../options/descriptions.ts'
import { listForPage } from '../../options/element-list.ts'
import type { FrameName } from '../../secured/frame-address.ts'
import { createSecuredFrame, type SecuredFrame } from '../../secured/secured-frame.ts'
import type { EarlyForm } from '../../start/early-form.ts'
import type { FormShell } from '../shell/form-shell.ts'
import { type Notice, notify, reportFailure } from '../shell/notice.ts'

/** A secured field is not there; it offers another try of its own. */
export const framesFailed: Notice = { tone: 'error', key: 'frameFailed' }

/** What a form does with what happens in one of its secured fields. */
export interface FieldEvents {
  /** The frame has a new document: what was typed is gone. */
  readonly loaded: () => void
  /** All secured fields of the form; absent: this one is the only one. */
  readonly beside?: () => readonly SecuredFrame[]
  /** Each time that it can be typed into. */
  readonly ready?: (isFirst: boolean) => void
  readonly focused: () => void
  readonly left: () => void
  /** What was typed, as far as the page may know it, and the answers to a submit. */
  readonly received: (message: FromFrame) => void
}

/**
 * A secured field of a form, with what all of them do: they tell page and shopper whether they are there,
 * tell the page when the shopper comes and leaves, and submit the form on Enter.
 */
export function createFieldFrame(
  form: FormShell,
  name: FrameName,
  events: FieldEvents,
  early?: EarlyForm,
): SecuredFrame {
  let wasReady = false

  function tellPage(callback: CallbackName): void {
    form.call(callback, { $iframe: listForPage(frame.element()) })
  }

  function ready(): void {
    const { notice } = form
    const isMissing = events.beside?.().some(({ state }) => state.value === 'failed') ?? false
    if (notice.value === framesFailed && !isMissing) notice.value = undefined
    events.ready?.(!wasReady)
    if (!wasReady) tellPage('onReadyIframeCommunication')
    wasReady = true
  }

  function received(message: FromFrame): void {
    switch (message.kind) {
      case 'ready':
        ready()
        break
      case 'focus':
        events.focused()
        tellPage('onFocusIframeCommunication')
        break
      case 'blur':
        events.left()
        tellPage('onBlurIframeCommunication')
        break
      case 'enter':
        if (!form.options.disableSubmitOnEnter) form.element().requestSubmit()
        break
      default:
        events.received(message)
    }
  }

  function failed(reason = `The frame of ${name.field} was not ready in time`): void {
    const { phase, notice } = form
    if (phase.value === 'open' && notice.value === undefined) notify(form, framesFailed)
    reportFailure(form, 'PciIframeCommunicationError', reason)
  }

  const { loaded } = events
  const frame = createSecuredFrame(form.checkout.boot, name, { loaded, failed, received }, early)
  return frame
}

/** The frame element first: browsers let the document inside take the focus only from there. */
export function focusFrame(frame: SecuredFrame): void {
  frame.element()?.focus()
  frame.send({ kind: 'focus' })
}
