import { type ReadonlySignal, signal } from '@preact/signals'
import type {
  FrameHello,
  FrameQuery,
  FromFrame,
  SecuredField,
  ToFrame,
  WidgetBoot,
} from '../../common/widget-wire.ts'

/** A frame that is not ready by then can be loaded again by the shopper. */
const READY_WITHIN_MS = 8000

/** Messages that describe a state: a frame that was reloaded gets the last of each kind again. */
type StateMessage = Exclude<ToFrame, { kind: 'focus' | 'clear' | 'submit' }>

/** The page's end of one secured field. */
export interface SecuredFrame {
  readonly field: SecuredField
  /** Address of its document; each frame has its own, or requests of one address wait for each other in the browser's cache. */
  readonly src: string
  /** `failed`: not ready in time. */
  readonly state: ReadonlySignal<'loading' | 'ready' | 'failed'>
  /** Uses the element; every `load` of it opens a new channel (a moved frame reloads). */
  attach(element: HTMLIFrameElement | null): void
  element(): HTMLIFrameElement | null
  /** Sends a state, now and after every reload. */
  sendState(message: StateMessage): void
  /** Sends a message once; lost while the frame is not ready. */
  send(message: ToFrame): void
  /** Loads the document again. */
  retry(): void
  /** Its element was removed from the page: waits for nothing until it loads again. */
  pause(): void
  dispose(): void
}

export interface SecuredFrameEvents {
  readonly received: (message: FromFrame) => void
  /** The document is a new one: what was typed is gone. Called before its state is sent again. */
  readonly loaded: () => void
  readonly failed: () => void
}

export function frameAddress(boot: WidgetBoot, field: SecuredField, instance: string): string {
  const ancestors = [...(location.ancestorOrigins ?? [])]
  const query: FrameQuery = {
    field,
    ...(boot.checkoutId === null ? {} : { checkoutId: boot.checkoutId }),
    instance,
    parent: [location.origin, ...ancestors].join(' '),
  }
  return `${boot.base}/v1/pciIframe.html?${new URLSearchParams(Object.entries(query))}`
}

export function createSecuredFrame(
  boot: WidgetBoot,
  field: SecuredField,
  instance: string,
  events: SecuredFrameEvents,
): SecuredFrame {
  const src = frameAddress(boot, field, instance)
  const state = signal<'loading' | 'ready' | 'failed'>('loading')
  const states = new Map<string, ToFrame>()
  let frame: HTMLIFrameElement | null = null
  let port: MessagePort | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function expectReady(): void {
    clearTimeout(timer)
    state.value = 'loading'
    timer = setTimeout(() => {
      state.value = 'failed'
      events.failed()
    }, READY_WITHIN_MS)
  }

  function connect(): void {
    port?.close()
    const channel = new MessageChannel()
    port = channel.port1
    port.onmessage = ({ data }: MessageEvent<FromFrame>) => receive(data)
    if (state.value === 'ready' || timer === undefined) expectReady()
    events.loaded()
    const hello: FrameHello = { tillgate: 'hello', instance }
    frame?.contentWindow?.postMessage(hello, boot.base, [channel.port2])
    for (const message of states.values()) port.postMessage(message)
  }

  function receive(message: FromFrame): void {
    if (message.kind === 'ready') {
      clearTimeout(timer)
      state.value = 'ready'
    }
    events.received(message)
  }

  function pause(): void {
    clearTimeout(timer)
    timer = undefined
    port?.close()
  }

  return {
    field,
    src,
    state,
    attach(element) {
      if (element === null || element === frame) return
      frame = element
      frame.addEventListener('load', connect)
      expectReady()
    },
    element: () => frame,
    sendState(message) {
      states.set(message.kind, message)
      port?.postMessage(message)
    },
    send: (message) => port?.postMessage(message),
    retry() {
      expectReady()
      if (frame !== null) frame.src = src
    },
    pause,
    dispose() {
      pause()
      frame?.removeEventListener('load', connect)
    },
  }
}
