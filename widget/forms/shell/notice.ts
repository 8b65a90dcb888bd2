import type { MessageKey, MessageValues } from '../../i18n/translator.ts'
import type { FormShell } from './form-shell.ts'

/**
 * `open`: the shopper may type and pay. `busy`: a submit is under way. `leaving`: it has a result and
 * the page is about to change. `closed`: this checkout cannot be paid (any more).
 */
export type Phase = 'open' | 'busy' | 'leaving' | 'closed'

/** A sentence under the button, about the form as a whole. */
export interface Notice {
  readonly tone: 'error' | 'calm'
  readonly key: MessageKey
  readonly values?: MessageValues
  /** Plain text of the issuer, in place of ours. */
  readonly text?: string
  /** Buttons that do what the sentence advises. */
  readonly actions?: readonly NoticeAction[]
}

export interface NoticeAction {
  readonly key: MessageKey
  readonly run: () => void
}

/** Says that nothing was charged. */
export type UnpaidKey = 'paymentFailed' | 'connectionLost'

/** Names of the errors that `onError` gets (reference behaviour §3.4). */
export type WidgetErrorName =
  | 'InvalidCheckoutIdError'
  | 'PciIframeCommunicationError'
  | 'PciIframeSubmitError'
  | 'WidgetError'

/** Lets screen readers say a text, also the same one twice. */
export function announce({ announcement }: Pick<FormShell, 'announcement'>, text: string): void {
  announcement.value = announcement.value === text ? `${text}\u00a0` : text
}

/** Shows a sentence about the whole form and lets screen readers say it. */
export function notify(form: FormShell, notice: Notice | undefined): void {
  form.notice.value = notice
  if (notice === undefined) return
  announce(form, form.language.value.translate(notice.key, notice.values))
}

/**
 * Says that something of the form could not be loaded, with a button that tries again.
 *
 * @param key whether it also says that nothing was charged: not where an earlier submit has perhaps paid
 */
export function offerRetry(
  form: FormShell,
  run: () => void,
  key: 'loadFailed' | 'notLoaded' = 'notLoaded',
): void {
  notify(form, { tone: 'error', key, actions: [{ key: 'retry', run }] })
}

/** Calls the page's `onError`. Pages tell errors apart by `name`, a `WidgetError` by `event`. */
export function reportFailure(
  { brand, call }: FormShell,
  name: WidgetErrorName,
  message: string,
  event = 'error',
): void {
  call('onError', undefined, Object.assign(new Error(message), { name, brand, event }))
}
