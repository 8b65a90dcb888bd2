import type { PageOptions } from './read-options.ts'

/** Callbacks of `wpwlOptions` that the forms call (reference behaviour §3.4). */
export const callbackNames = [
  'onReady',
  'onReadyIframeCommunication',
  'onFocusIframeCommunication',
  'onBlurIframeCommunication',
  'onBlurCardNumber',
  'onBlurSecurityCode',
  'onBlurCardHolder',
  'onBlurExpiryDate',
  'onChangeBrand',
  'onDetectBrand',
  'onBeforeSubmitCard',
  'onBeforeSubmitCardPromise',
  'onBeforeSubmitOnlineTransfer',
  'onBeforeSubmitPrepayment',
  'onBeforeSubmitVirtualAccount',
  'onAfterSubmit',
  'onLoadThreeDIframe',
  'onError',
] as const

export type CallbackName = (typeof callbackNames)[number]

/** Calls a callback if the page has it. `self` becomes its `this`. */
export type Call = (name: CallbackName, self: unknown, ...args: readonly unknown[]) => unknown

/** The answer of a callback that threw: it never counts as consent. */
export const threw = Symbol('threw')

/**
 * Makes the caller of a page's callbacks. They are looked up at each call, because pages replace
 * them after the form was built. A callback that throws must not stop the widget: the error is
 * reported to the page as any uncaught one and the call returns `threw`.
 *
 * @param pending until the page has had its chance to set callbacks: calls before that are made then
 */
export function createCall(
  options: () => PageOptions,
  pending: () => Promise<void> | undefined,
  report = (error: unknown) => reportError(error),
): Call {
  return function call(name, self, ...args): unknown {
    const wait = pending()
    if (wait !== undefined) {
      void wait.then(() => call(name, self, ...args))
      return undefined
    }
    const callback = options()[name]
    if (typeof callback !== 'function') return undefined
    try {
      return callback.apply(self, args)
    } catch (error) {
      report(error)
      return threw
    }
  }
}

/**
 * Whether the page lets a submit go on: it is stopped by `false`, `preventDefault`, a rejected
 * promise, a promise of `false`, and by an error. An explicit `true` wins over `preventDefault`:
 * shops that send the form themselves elsewhere write both. Stays synchronous when the page is: a
 * submit that no promise delays keeps its place in the task.
 */
export function consents(answer: unknown, isPrevented: () => boolean): boolean | Promise<boolean> {
  const agrees = (value: unknown) =>
    value === true || (value !== false && value !== threw && !isPrevented())
  if (!isThenable(answer)) return agrees(answer)
  return Promise.resolve(answer).then(agrees, () => false)
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function'
}
