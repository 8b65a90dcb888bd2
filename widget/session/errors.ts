/** Names of the errors that `onError` gets (reference behaviour §3.4). */
export type WidgetErrorName =
  | 'InvalidCheckoutIdError'
  | 'PciIframeCommunicationError'
  | 'PciIframeSubmitError'
  | 'WidgetError'

/** An error as pages know it: told apart by `name`, those that are called `WidgetError` by `event`. */
export function widgetError(name: WidgetErrorName, message: string, event = 'error'): Error {
  return Object.assign(new Error(message), { name, brand: 'CARD', event })
}
