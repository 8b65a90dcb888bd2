import type { FromFrame, ToFrame } from '../../common/widget-wire.ts'
import { listenForPage } from './page-port.ts'
import { type EditedField, securedInput } from './secured-input.ts'

/** Where a frame stands: read from the root element of its document. */
export interface FramePlace {
  readonly instance: string
  /** Origins of the pages that may embed and command the frame. */
  readonly parents: readonly string[]
  /** The checkout that the frame pays; empty: none. */
  readonly checkoutId: string
  /** Card brands that the gateway says the channel takes; all if absent. */
  readonly brands?: readonly string[] | undefined
}

/** One kind of secured field: its rules, and what it tells the page of itself. */
export interface FieldRules extends EditedField {
  receive(message: ToFrame): void
  report(): FromFrame
}

/** More than anybody types. A page that found a way to ask would still ask slowly. */
const MAX_REPORTS_PER_SECOND = 50

/**
 * Brings input, page and rules together: after every edit and every message of the page the field
 * reports, if there is something new to say.
 */
export function securedField(
  input: HTMLInputElement,
  place: FramePlace,
  rules: FieldRules,
): { send(message: FromFrame): void; clear(): void } {
  let told = ''
  const report = () => {
    const news = rules.report()
    const text = JSON.stringify(news)
    if (text !== told) send(news)
    told = text
  }
  const tell = atMost(MAX_REPORTS_PER_SECOND, report)
  const receive = (message: ToFrame) => {
    rules.receive(message)
    apply(message)
    tell()
  }
  const connected = () => {
    told = ''
    tell()
  }
  const send = listenForPage({ ...place, receive, connected })
  const field: EditedField = {
    text: rules.text,
    edit(edit) {
      const next = rules.edit(edit)
      tell()
      return next
    },
    compose(text) {
      rules.compose(text)
      tell()
    },
  }
  const apply = securedInput(input, field, send)
  return { send, clear: () => apply({ kind: 'clear' }) }
}

/** Runs at once, but not more often in a second than this; what is too much runs once at its end. */
function atMost(times: number, run: () => void): () => void {
  let asked = 0
  const endSecond = () => {
    const isLate = asked > times
    asked = 0
    if (isLate) run()
  }
  return () => {
    if (asked === 0) setTimeout(endSecond, 1000)
    asked += 1
    if (asked <= times) run()
  }
}
