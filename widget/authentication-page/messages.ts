import type { AuthenticationPageMessage, WidgetMessage } from '../../common/authentication-wire.ts'

/** Tells the widget around the page what happens; it navigates by itself. */
export function reportToWidget(message: AuthenticationPageMessage): void {
  // Whose page it is, only the widget knows; nothing in these messages is worth hiding.
  parent.postMessage(message, '*')
}

/** Calls `cancel` when the widget around the page asks for it. */
export function onWidgetCancel(cancel: () => void): void {
  addEventListener('message', ({ source, data }: MessageEvent<WidgetMessage | undefined>) => {
    if (source !== parent || parent === window) return
    if (data?.source === 'tillgate-widget' && data.event === 'cancel') cancel()
  })
}
