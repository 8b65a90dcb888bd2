import { type ReadonlySignal, signal } from '@preact/signals'
import type {
  FrameHello,
  FromFrame,
  SecuredField,
  ToFrame,
  WidgetBoot,
} from '../../common/widget-wire.ts'
import type { EarlyForm } from '../start/early-form.ts'
import {
  type FrameName,
  frameAddress,
  framePermissions,
  type PageWithPolicy,
} from './frame-address.ts'
import { withShortTexts } from './short-texts.ts'

/** A frame that is not ready by then can be loaded again by the shopper. */
const READY_WITHIN_MS = 8000

/** Messages that describe a state: a frame that was reloaded gets the last of each kind again. */
type StateMessage = Exclude<ToFrame, { kind: 'focus' | 'submit' }>

/** The page's end of one secured field. */
export interface SecuredFrame {
  readonly field: SecuredField
  /** Address of its document, which stays as it is first read; each frame has its own, or requests of one address wait for each other in the browser's cache. */
  readonly src: string
  /** Permissions of its document, for the element's `allow`. */
  readonly allow: string | undefined
  /** `failed`: not ready in time. */
  readonly state: ReadonlySignal<'loading' | 'ready' | 'failed'>
  /** Uses the element; every `load` of it opens a new channel (a moved frame reloads). */
  attach(element: HTMLIFrameElement | null): void
  element(): HTMLIFrameElement | null
  /** Whether its document has been said hello: it gets all states then, and until then none. */
  isReached(): boolean
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
  /** @param reason why it can never be ready; absent: it is only not ready in time */
  readonly failed: (reason?: string) => void
}

/** @param early where the start of the script has made the element: what its document has done until now */
export function createSecuredFrame(
  boot: WidgetBoot,
  name: FrameName,
  events: SecuredFrameEvents,
  early?: EarlyForm,
): SecuredFrame {
  const { field, instance } = name
  const channel = createChannel(receive)
  let src: string | undefined
  let frame: HTMLIFrameElement | null = null
  const arrival = createArrival(boot, () => frame?.contentWindow, connect, events.failed)

  function address(): string {
    src ??= frameAddress(boot, name)
    return src
  }

  /**
   * Of each document, also of one that was loaded again because the page has moved the frame: nothing was
   * expected then, and what it said was not heard.
   */
  function handleLoad(): void {
    if (arrival.isOver() && !arrival.hasSpoken()) connect()
    arrival.setLoaded()
  }

  function connect(): void {
    const otherEnd = channel.open()
    if (arrival.isOver()) arrival.begin()
    events.loaded()
    const hello: FrameHello = { tillgate: 'hello', instance }
    frame?.contentWindow?.postMessage(hello, boot.base, [otherEnd])
    channel.sendStates()
  }

  function receive(message: FromFrame): void {
    if (message.kind === 'ready') arrival.complete()
    events.received(message)
  }

  function pause(): void {
    arrival.forget()
    channel.close()
  }

  return {
    field,
    get src() {
      return address()
    },
    allow: framePermissions(document as PageWithPolicy),
    state: arrival.state,
    attach(element) {
      if (element === null || element === frame) return
      frame = element
      frame.addEventListener('load', handleLoad)
      const hasSpoken = early?.spoken.has(frame.contentWindow)
      arrival.begin(early?.loaded.has(frame), hasSpoken)
      // Not at once: the form that attaches the frame is not complete yet.
      if (hasSpoken) queueMicrotask(connect)
    },
    element: () => frame,
    isReached: channel.isOpen,
    sendState: channel.sendState,
    send: channel.send,
    retry() {
      // The document that goes empties its field: that is no edit of the shopper's, who reads why it is empty.
      channel.close()
      arrival.begin()
      if (frame !== null) frame.src = address()
    },
    pause,
    dispose() {
      pause()
      frame?.removeEventListener('load', handleLoad)
    },
  }
}

/**
 * How a document arrives: it speaks as soon as its script runs, is loaded, and says when it is ready. That
 * fails where it takes too long, or where the policy of the page forbids the frame.
 */
function createArrival(
  { base }: WidgetBoot,
  ownWindow: () => Window | null | undefined,
  connect: () => void,
  failed: SecuredFrameEvents['failed'],
) {
  const state = signal<'loading' | 'ready' | 'failed'>('loading')
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The window whose document has spoken, until its `load`. */
  let speaker: MessageEventSource | null | undefined
  /** Its `load` was first: a document that waits for the code of another frame speaks late. */
  let isLoaded = false

  function hear({ source, origin, data }: MessageEvent): void {
    if (source !== ownWindow() || origin !== base || data?.tillgate !== 'here') return
    connect()
    if (!isLoaded) speaker = source
  }

  function handleViolation({ blockedURI, effectiveDirective }: SecurityPolicyViolationEvent): void {
    if (effectiveDirective !== 'frame-src' || !blockedURI.startsWith(base)) return
    fail(`frame-src of this page's Content-Security-Policy does not allow ${base}`)
  }

  function fail(reason?: string): void {
    if (reason) console.error(reason)
    stopWaiting()
    state.value = 'failed'
    failed(reason)
  }

  function stopWaiting(): void {
    clearTimeout(timer)
    document.removeEventListener('securitypolicyviolation', handleViolation)
  }

  function end(): void {
    stopWaiting()
    removeEventListener('message', hear)
  }

  return {
    state,
    /** A document is expected from now on. `hasLoaded`, `hasSpoken`: what the start has seen of it until now. */
    begin(hasLoaded = false, hasSpoken = false) {
      clearTimeout(timer)
      isLoaded = hasLoaded
      speaker = hasSpoken && !hasLoaded ? ownWindow() : undefined
      addEventListener('message', hear)
      state.value = 'loading'
      document.addEventListener('securitypolicyviolation', handleViolation)
      // The policies of the secured fields allow pages with an origin alone.
      timer =
        origin === 'null' ? setTimeout(fail, 0, 'No origin') : setTimeout(fail, READY_WITHIN_MS)
    },
    /** No document is expected: the last one is ready, or its frame has left the page. */
    isOver: () => timer === undefined || state.value === 'ready',
    hasSpoken: () => speaker === ownWindow(),
    setLoaded() {
      speaker = undefined
      isLoaded = true
    },
    complete() {
      end()
      state.value = 'ready'
    },
    /** Nothing is expected any more. */
    forget() {
      end()
      timer = undefined
    },
  }
}

/** The way to the document that is loaded now, and the states that each new document gets again. */
function createChannel(receive: (message: FromFrame) => void) {
  const states = new Map<string, ToFrame>()
  let port: MessagePort | undefined

  const close = () => {
    port?.close()
    port = undefined
  }
  const send = (message: ToFrame) => port?.postMessage(message)

  return {
    /** Returns the end of the document. */
    open(): MessagePort {
      close()
      const { port1, port2 } = new MessageChannel()
      port = port1
      port.onmessage = ({ data }: MessageEvent<FromFrame>) => receive(data)
      return port2
    },
    isOpen: () => port !== undefined,
    send,
    sendState(given: StateMessage) {
      const message = withShortTexts(given)
      states.set(message.kind, message)
      send(message)
    },
    sendStates: () => states.forEach(send),
    close,
  }
}
