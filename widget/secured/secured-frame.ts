import { type ReadonlySignal, signal } from '@preact/signals'
import type {
  FrameHello,
  FromFrame,
  SecuredField,
  ToFrame,
  WidgetBoot,
} from '../../common/widget-wire.ts'
import type { EarlyForm } from '../start/early-frames.ts'
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
  const state = signal<'loading' | 'ready' | 'failed'>('loading')
  const states = new Map<string, ToFrame>()
  let src: string | undefined
  let frame: HTMLIFrameElement | null = null
  let port: MessagePort | undefined
  /** The window whose document has spoken, until its `load`. */
  let greeted: MessageEventSource | null | undefined
  /** Its `load` was first: a document that waits for the code of another frame speaks late. */
  let isLoaded = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function address(): string {
    src ??= frameAddress(boot, name)
    return src
  }

  function expectReady(): void {
    clearTimeout(timer)
    greeted = undefined
    isLoaded = false
    addEventListener('message', takeGreeting)
    state.value = 'loading'
    document.addEventListener('securitypolicyviolation', handleViolation)
    timer = setTimeout(() => fail(), READY_WITHIN_MS)
  }

  function fail(reason?: string): void {
    stopWaiting()
    state.value = 'failed'
    events.failed(reason)
  }

  function handleViolation(event: SecurityPolicyViolationEvent): void {
    const { blockedURI, effectiveDirective } = event
    if (effectiveDirective !== 'frame-src' || !blockedURI.startsWith(boot.base)) return
    const reason = `frame-src of this page's Content-Security-Policy does not allow ${boot.base}`
    console.error(reason)
    fail(reason)
  }

  function stopWaiting(): void {
    clearTimeout(timer)
    document.removeEventListener('securitypolicyviolation', handleViolation)
  }

  /** The document speaks first, as soon as its script runs: `load` comes later. */
  function takeGreeting(event: MessageEvent): void {
    const { source, origin, data } = event
    if (source !== frame?.contentWindow || origin !== boot.base || data?.tillgate !== 'here') return
    connect()
    if (!isLoaded) greeted = source
  }

  /**
   * Of each document, also of one that was loaded again because the page has moved the frame: nothing was
   * expected then, and what it said was not heard.
   */
  function handleLoad(): void {
    const isExpected = timer !== undefined && state.value !== 'ready'
    if (!isExpected && greeted !== frame?.contentWindow) connect()
    greeted = undefined
    isLoaded = true
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
      stopWaiting()
      removeEventListener('message', takeGreeting)
      state.value = 'ready'
    }
    events.received(message)
  }

  function pause(): void {
    stopWaiting()
    removeEventListener('message', takeGreeting)
    timer = undefined
    port?.close()
    port = undefined
  }

  return {
    field,
    get src() {
      return address()
    },
    allow: framePermissions(document as PageWithPolicy),
    state,
    attach(element) {
      if (element === null || element === frame) return
      frame = element
      frame.addEventListener('load', handleLoad)
      expectReady()
      isLoaded = early?.loaded.has(frame) ?? false
      if (early?.spoken.has(frame.contentWindow)) {
        if (!isLoaded) greeted = frame.contentWindow
        // When the form is built.
        queueMicrotask(connect)
      }
    },
    element: () => frame,
    isReached: () => port !== undefined,
    sendState(given) {
      const message = withShortTexts(given)
      states.set(message.kind, message)
      port?.postMessage(message)
    },
    send: (message) => port?.postMessage(message),
    retry() {
      // The document that goes empties its field: that is no edit of the shopper's, who reads why it is empty.
      port?.close()
      port = undefined
      expectReady()
      if (frame !== null) frame.src = address()
    },
    pause,
    dispose() {
      pause()
      frame?.removeEventListener('load', handleLoad)
    },
  }
}
