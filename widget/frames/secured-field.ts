import type { FromFrame, ToFrame } from '../../common/widget-wire.ts'
import { listenForPage } from './page-port.ts'
import { type EditedField, securedInput } from './secured-input.ts'

/** The parameters of a frame: read from the root element of its document. */
export interface FramePlace {
  readonly instance: string
  /** Origins of the pages that may embed and command the frame. */
  readonly parents: readonly string[]
  /** The checkout that the frame pays, as the gateway says; empty: none yet. */
  readonly checkoutId: string
  /** Without a checkout: the channel whose first checkout it pays; empty: of any channel that allows that. */
  readonly entityId?: string
  /** Card brands of the channel, as the gateway names them; all if absent. */
  readonly brands?: readonly string[] | undefined
  /** The channel wants the number's brands asked for, whatever the page wants. */
  readonly usesBinList?: boolean
  /** When the gateway has made the document, Unix milliseconds. */
  readonly now?: string | undefined
  /** The Accept header with which the browser has asked for the frame. */
  readonly accept?: string | undefined
}

/** One kind of secured field: its rules, and what it reports to the page. */
export interface FieldRules extends EditedField {
  receive(message: ToFrame): void
  report(): FromFrame
}

/** More than anybody types; the last state is told at the end of a second. A page that finds a way to cause reports gets few. */
const MAX_REPORTS_PER_SECOND = 50

/**
 * Brings input, page and rules together: after every edit and every message of the page the field
 * reports, if there is something new to say.
 */
export function securedField(
  input: HTMLInputElement,
  place: FramePlace,
  rules: FieldRules,
): { send(message: FromFrame): void; clear(): void; tell(): void } {
  let lastReport = ''
  let sent = 0
  const endSecond = () => {
    sent = 0
    tell()
  }
  // What brings nothing new does not count: messages of the page alone must not hold up what the shopper types.
  const tell = () => {
    const news = rules.report()
    const text = JSON.stringify(news)
    if (text === lastReport || sent >= MAX_REPORTS_PER_SECOND) return
    if (sent === 0) setTimeout(endSecond, 1000)
    sent += 1
    send(news)
    lastReport = text
  }
  const receive = (message: ToFrame) => {
    rules.receive(message)
    apply(message)
    tell()
  }
  const connected = () => {
    lastReport = ''
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
    entered: () => rules.entered?.(),
    left: () => rules.left?.(),
  }
  const { apply, clear } = securedInput(input, field, send)
  return { send, clear, tell }
}
