import { vi } from 'vitest'
import type { FromFrame } from '../../common/widget-wire.ts'
import { runNumberFrame } from './number-frame.ts'
import type { FramePlace } from './secured-field.ts'

export interface FrameAsked {
  /** Brands that the gateway's document names. */
  readonly brands?: readonly string[] | undefined
  readonly checkoutId?: string
  /** Whether the channel wants the number's brands asked for. */
  readonly usesBinList?: boolean
  /** Whether the gateway lets it pay another checkout. */
  readonly mayPay?: boolean
  /** The channel that the script has named. */
  readonly entityId?: string
  /** The gateway's answer to a submit: status and body. */
  readonly answer?: (path: string, body: string) => readonly [status: number, body: object]
  /** What the shopper does before the frame's script runs and the page says hello. */
  readonly early?: { readonly typed: string; readonly isEnterPressed: boolean }
}

/** A frame with a shopper inside and a page outside, both played by the test. */
export interface PlayedFrame {
  /** Everything that the frame has told the page so far. */
  readonly told: FromFrame[]
  /** Requests that the frame has sent: path and body. */
  readonly requests: readonly { readonly path: string; readonly body: string }[]
  /** The text that the shopper sees in the field. */
  readonly shown: () => string
  /** The page says anything over its port. */
  say(message: unknown): void
  /** The page says hello again: everything told from then on comes by a new port. */
  hello(): void
  /** The shopper presses Enter. */
  pressEnter(): void
  /** The shopper presses Tab. */
  pressTab(): void
  /** The page is left; the browser may keep it for a return. */
  leavePage(): void
  /** The shopper presses a key together with others, by default with Ctrl. */
  pressKeys(key: string, keys?: { readonly [held: string]: boolean }): void
  /** The shopper goes into the field, and out of it: before, the field has not the focus. */
  focus(isIn: boolean): void
  /** The shopper replaces a part of the text, as typing, pasting and deleting do. */
  edit(from: number, to: number, put: string, inputType?: string): void
  /** The shopper puts a text into the field in the place of what is there. */
  enter(text: string): void
  /** An attribute of the field. */
  readonly attribute: (name: string) => string | undefined
}

const INSTANCE = 'a'.repeat(32)
const PAGE = 'https://shop.example'

/** The number frame. Ends with `vi.unstubAllGlobals()`. */
export const playNumberFrame = (asked?: FrameAsked) => playFrame(runNumberFrame, asked)

/** The name of the form of a played frame. */
export { INSTANCE as PLAYED_INSTANCE }

/** The real code of a frame on as much of a browser as it uses. Ends with `vi.unstubAllGlobals()`. */
export function playFrame(
  run: (input: HTMLInputElement, place: FramePlace) => void,
  asked: FrameAsked = {},
): PlayedFrame {
  const told: FromFrame[] = []
  const requests: { path: string; body: string }[] = []
  const windowEvents = new EventTarget()
  const page = { length: 0, postMessage() {} }
  vi.stubGlobal('parent', page)
  vi.stubGlobal('window', {})
  vi.stubGlobal('location', { origin: 'https://pay.example' })
  vi.stubGlobal('addEventListener', windowEvents.addEventListener.bind(windowEvents))
  vi.stubGlobal('BroadcastChannel', fakeChannel())
  vi.stubGlobal('CSSStyleSheet', FakeSheet)
  vi.stubGlobal('ResizeObserver', FakeResizeObserver)
  const input = new FakeInput()
  input.value = asked.early?.typed ?? ''
  input.selectionEnd = input.value.length
  vi.stubGlobal('document', fakeDocument(input))
  vi.stubGlobal('fetch', async (path: string, { body }: { body?: URLSearchParams } = {}) => {
    requests.push({ path, body: body?.toString() ?? '' })
    if (path.includes('/frame?')) return new Response('{}', { status: asked.mayPay ? 200 : 400 })
    const declined = [400, { result: { code: '800.100.152' } }] as const
    const [status, answer] = asked.answer?.(path, body?.toString() ?? '') ?? declined
    return new Response(JSON.stringify(answer), { status })
  })
  const {
    brands,
    checkoutId = 'CHECKOUT.uat01-vm-tx01',
    entityId = '',
    usesBinList = false,
  } = asked
  const place = { instance: INSTANCE, parents: [PAGE], checkoutId, entityId, brands, usesBinList }
  run(input as unknown as HTMLInputElement, place)

  let port: FakePort
  const played: PlayedFrame = {
    told,
    requests,
    shown: () => input.value,
    say: (message) => port.onmessage?.({ data: structuredClone(message) }),
    hello() {
      port = new FakePort(told)
      const data = { tillgate: 'hello', instance: INSTANCE }
      const event = Object.assign(new Event('message'), { source: page, origin: PAGE, data })
      windowEvents.dispatchEvent(Object.assign(event, { ports: [port] }))
    },
    pressEnter: () => void input.form.dispatchEvent(new Event('submit')),
    pressTab() {
      input.dispatchEvent(Object.assign(new Event('keydown'), { key: 'Tab' }))
      input.dispatchEvent(new Event('change'))
    },
    leavePage: () => void windowEvents.dispatchEvent(new Event('pagehide')),
    pressKeys(key, keys = { ctrlKey: true }) {
      input.dispatchEvent(Object.assign(new Event('keydown'), { key, ...keys }))
    },
    focus(isIn) {
      input.hasFocus = isIn
      input.dispatchEvent(new Event(isIn ? 'focus' : 'blur'))
    },
    edit(from, to, put, inputType = 'insertText') {
      input.value = input.value.slice(0, from) + put + input.value.slice(to)
      input.selectionEnd = from + put.length
      const event = Object.assign(new Event('input'), { isComposing: false, inputType })
      input.dispatchEvent(event)
    },
    enter: (text) => played.edit(0, input.value.length, text, 'insertFromPaste'),
    attribute: (name) => input.attributes.get(name),
  }
  if (asked.early?.isEnterPressed) played.pressEnter()
  played.hello()
  return played
}

class FakePort {
  onmessage: ((event: { data: unknown }) => void) | undefined
  readonly #told: FromFrame[]

  constructor(told: FromFrame[]) {
    this.#told = told
  }

  postMessage(message: FromFrame): void {
    this.#told.push(structuredClone(message))
  }

  close(): void {
    this.onmessage = undefined
  }
}

/** What the frames of a form inside a shadow root use: each message reaches all others of the name at once. */
function fakeChannel() {
  const open = new Map<string, Set<FakeChannel>>()
  return class extends FakeChannel {
    constructor(name: string) {
      super(open.get(name) ?? new Set())
      open.set(name, this.all)
    }
  }
}

class FakeChannel {
  onmessage: ((event: { data: unknown }) => void) | undefined
  readonly all: Set<FakeChannel>

  constructor(all: Set<FakeChannel>) {
    this.all = all.add(this)
  }

  postMessage(data: unknown): void {
    for (const other of this.all) {
      if (other !== this) other.onmessage?.({ data: structuredClone(data) })
    }
  }
}

class FakeResizeObserver {
  observe(): void {}
}

class FakeSheet {
  readonly cssRules = [{ style: fakeStyle() }]
  replaceSync(): void {}
}

class FakeInput extends EventTarget {
  value = ''
  selectionEnd = 0
  readOnly = false
  hasFocus = false
  placeholder = ''
  readonly form = new EventTarget()
  readonly style = fakeStyle()
  dir = ''
  readonly attributes = new Map<string, string>()
  setAttribute(name: string, value: string): void {
    this.attributes.set(name, value)
  }
  removeAttribute(name: string): void {
    this.attributes.delete(name)
  }
  toggleAttribute(): void {}
  setSelectionRange(_start: number, end: number): void {
    this.selectionEnd = end
  }
  focus(): void {
    this.hasFocus = true
    this.dispatchEvent(new Event('focus'))
  }
}

function fakeStyle() {
  return { cssText: '', fontFamily: '', setProperty: () => undefined }
}

function fakeDocument(activeElement: FakeInput) {
  const element = () => ({
    style: fakeStyle(),
    append: () => undefined,
    remove: () => undefined,
    getBoundingClientRect: () => ({ width: 8 }),
  })
  return {
    activeElement,
    hasFocus: () => activeElement.hasFocus,
    adoptedStyleSheets: [],
    body: element(),
    documentElement: { ...element(), lang: '' },
    createElement: element,
    getElementById: () => null,
    title: '',
  }
}
