import type { CallbackName } from './descriptions.ts'
import type { PageOptions } from './page-options.ts'

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
