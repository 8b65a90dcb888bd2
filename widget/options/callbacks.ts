import type { PageOptions } from './read-options.ts'

/** Callbacks of `wpwlOptions` that the card form calls (reference behaviour §3.4). */
export type CallbackName =
  | 'onReady'
  | 'onReadyIframeCommunication'
  | 'onFocusIframeCommunication'
  | 'onBlurIframeCommunication'
  | 'onBlurCardNumber'
  | 'onBlurSecurityCode'
  | 'onBlurCardHolder'
  | 'onBlurExpiryDate'
  | 'onChangeBrand'
  | 'onDetectBrand'
  | 'onBeforeSubmitCard'
  | 'onBeforeSubmitCardPromise'
  | 'onAfterSubmit'
  | 'onError'

/** Calls a callback if the page has it. `self` becomes its `this`. */
export type Call = (name: CallbackName, self: unknown, ...args: readonly unknown[]) => unknown

/** What a callback that threw returned: nothing that anybody could take for consent. */
export const threw = Symbol('threw')

/**
 * Makes the caller of a page's callbacks. They are looked up at each call, because pages replace
 * them after the form was built. A callback that throws must not stop the widget: the error is
 * reported to the page as any uncaught one and the call returns `threw`.
 */
export function createCall(
  options: () => PageOptions,
  report = (error: unknown) => reportError(error),
): Call {
  return (name, self, ...args) => {
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
 * promise, a promise of `false`, and by an error. Stays synchronous when the page is: a submit that
 * no promise delays keeps its place in the task.
 */
export function consents(answer: unknown, isPrevented: () => boolean): boolean | Promise<boolean> {
  const agrees = (value: unknown) => value !== false && value !== threw && !isPrevented()
  if (!isThenable(answer)) return agrees(answer)
  return Promise.resolve(answer).then(agrees, () => false)
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function'
}
