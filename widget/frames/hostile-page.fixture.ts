import { vi } from 'vitest'
import type { FromFrame } from '../../common/widget-wire.ts'
import { runNumberFrame } from './number-frame.ts'

export interface NumberFrameAsked {
  /** Brands that the gateway's document names. */
  readonly brands?: readonly string[] | undefined
  readonly checkoutId?: string
  /** Whether the channel wants the number's brands asked for. */
  readonly usesBinList?: boolean
  /** Whether the gateway lets it pay another checkout. */
  readonly mayPay?: boolean
  /** What the shopper does before the frame's script runs and the page says hello. */
  readonly early?: { readonly typed: string; readonly isEnterPressed: boolean }
}

/** A number frame with a shopper inside and a page outside, both played by the test. */
export interface PlayedNumberFrame {
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
  /** The shopper replaces a part of the text, as typing, pasting and deleting do. */
  edit(from: number, to: number, put: string, inputType?: string): void
  /** The shopper puts a number into the field in the place of what is there. */
  enter(digits: string): void
}

const INSTANCE = 'a'.repeat(32)
const PAGE = 'https://shop.example'

/**
 * The real code of the number frame on as much of a browser as it uses. Ends with
 * `vi.unstubAllGlobals()`.
 */
export function playNumberFrame(asked: NumberFrameAsked = {}): PlayedNumberFrame {
  const told: FromFrame[] = []
  const requests: { path: string; body: string }[] = []
  const windowEvents = new EventTarget()
  const page = { length: 0, postMessage() {} }
  vi.stubGlobal('parent', page)
  vi.stubGlobal('window', {})
  vi.stubGlobal('location', { origin: 'https://pay.example' })
  vi.stubGlobal('addEventListener', windowEvents.addEventListener.bind(windowEvents))
  vi.stubGlobal('BroadcastChannel', class {})
  vi.stubGlobal('CSSStyleSheet', FakeSheet)
  const input = new FakeInput()
  input.value = asked.early?.typed ?? ''
  input.selectionEnd = input.value.length
  vi.stubGlobal('document', fakeDocument(input))
  vi.stubGlobal('fetch', async (path: string, { body }: { body?: URLSearchParams } = {}) => {
    requests.push({ path, body: body?.toString() ?? '' })
    if (path.includes('/frame?')) return new Response('{}', { status: asked.mayPay ? 200 : 400 })
    return new Response('{"result":{"code":"800.100.152"}}', { status: 400 })
  })
  const { brands, checkoutId = 'CHECKOUT.uat01-vm-tx01', usesBinList = false } = asked
  const place = { instance: INSTANCE, parents: [PAGE], checkoutId, brands, usesBinList }
  runNumberFrame(input as unknown as HTMLInputElement, place)

  let port: FakePort
  const played: PlayedNumberFrame = {
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
    edit(from, to, put, inputType = 'insertText') {
      input.value = input.value.slice(0, from) + put + input.value.slice(to)
      input.selectionEnd = from + put.length
      const event = Object.assign(new Event('input'), { isComposing: false, inputType })
      input.dispatchEvent(event)
    },
    enter: (digits) => played.edit(0, input.value.length, digits, 'insertFromPaste'),
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

class FakeSheet {
  readonly cssRules = [{ style: fakeStyle() }]
  replaceSync(): void {}
}

class FakeInput extends EventTarget {
  value = ''
  selectionEnd = 0
  readOnly = false
  placeholder = ''
  readonly form = new EventTarget()
  readonly style = fakeStyle()
  setAttribute(): void {}
  removeAttribute(): void {}
  toggleAttribute(): void {}
  setSelectionRange(_start: number, end: number): void {
    this.selectionEnd = end
  }
  focus(): void {
    this.dispatchEvent(new Event('focus'))
  }
}

function fakeStyle() {
  return { cssText: '', setProperty: () => undefined }
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
    adoptedStyleSheets: [],
    body: element(),
    documentElement: { ...element(), lang: '' },
    createElement: element,
    getElementById: () => null,
    title: '',
  }
}
