import type { FrameGreeting, FromFrame, ToFrame } from '../../common/widget-wire.ts'
import { isHelloTo, readToFrame } from './read-message.ts'

export interface PagePortOptions {
  readonly instance: string
  /** Origins that may say hello. */
  readonly parents: readonly string[]
  readonly receive: (message: ToFrame) => void
  /** A page has sent its hello; the frame may report its state. */
  readonly connected: () => void
}

/**
 * The channel to the embedding page: a port that the page hands over with its hello. The hello must
 * come from the parent window itself and from an origin named in the frame's address. A later hello
 * replaces the port (the page mounted the form anew). Returns how to send; before the first
 * hello nothing is sent.
 */
export function listenForPage(options: PagePortOptions): (message: FromFrame) => void {
  let port: MessagePort | undefined
  /** The shopper was faster than the page: an Enter before its hello counts when the page is there. */
  let waiting: FromFrame | undefined
  addEventListener('message', (event) => {
    const [handed] = event.ports
    if (event.source !== parent || !options.parents.includes(event.origin)) return
    if (handed === undefined || !isHelloTo(options.instance, event.data)) return
    port?.close()
    port = handed
    port.onmessage = ({ data }) => {
      const message = readToFrame(data)
      if (message !== undefined) options.receive(message)
    }
    port.postMessage({ kind: 'ready' } satisfies FromFrame)
    options.connected()
    if (waiting) port.postMessage(waiting)
    waiting = undefined
  })
  // Sooner than the page learns it by `load`.
  const [page] = options.parents
  if (page) parent.postMessage({ tillgate: 'here' } satisfies FrameGreeting, page)
  return (message) => {
    if (port) port.postMessage(message)
    else if (message.kind === 'enter') waiting = message
  }
}
