import type { FromFrame, ToFrame } from '../../common/widget-wire.ts'
import { listenForPage } from './page-port.ts'
import { type EditedField, securedInput } from './secured-input.ts'

/** Where a frame stands: read from the root element of its document. */
export interface FramePlace {
  readonly instance: string
  /** Origins of the pages that may embed and command the frame. */
  readonly parents: readonly string[]
}

/** One kind of secured field: its rules, and what it tells the page of itself. */
export interface FieldRules extends EditedField {
  receive(message: ToFrame): void
  report(): FromFrame
}

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
  const tell = () => {
    const report = rules.report()
    const text = JSON.stringify(report)
    if (text !== told) send(report)
    told = text
  }
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
