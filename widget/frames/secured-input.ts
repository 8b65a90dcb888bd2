import type { CardNumberEdit } from '../../common/card-number.ts'
import type { FromFrame, ToFrame } from '../../common/widget-wire.ts'
import { lookPainter } from './look.ts'

/** What a field makes of the shopper's edits. */
export interface EditedField {
  /** Takes a finished edit and returns what the field must show. */
  edit(edit: CardNumberEdit): { readonly text: string; readonly caret: number }
  /** What the field must show when the shopper does not edit it. */
  text(): string
  /** Enter or Tab was pressed in it. */
  entered?(): void
  /** It lost the focus. */
  left?(): void
  /** Takes note of text that an input method is still composing; nothing may be rewritten yet. */
  compose(text: string): void
}

/**
 * Wires the input to a field: typing, paste, drop, autofill (a lone change event), composition,
 * focus and Enter. Returns what the page's messages do to it, and what empties it: that is no message, a page
 * would take the typing apart with it.
 */
export function securedInput(
  input: HTMLInputElement,
  field: EditedField,
  send: (message: FromFrame) => void,
): { apply(message: ToFrame): void; clear(): void } {
  let shown = input.value
  const past: string[] = []
  const undone: string[] = []
  const rewrite = (deleted: CardNumberEdit['deleted'] = null) => {
    const caret = input.selectionEnd ?? input.value.length
    const next = field.edit({ before: shown, text: input.value, caret, deleted })
    show(input, next)
    if (next.text === shown) return
    past.push(shown)
    undone.length = 0
    shown = next.text
  }
  // An edit like any other. All digits count as standing behind it, as it may move each of them.
  const restore = (from: string[], to: string[]) => {
    if (input.readOnly || from.length === 0) return
    to.push(shown)
    const text = from.pop() as string
    const { text: next } = field.edit({ before: shown, text, caret: 0, deleted: null })
    const caret = changeEnd(shown, next)
    shown = next
    show(input, { text: next, caret })
  }
  // Out of what is remembered: what is shown is read for the shopper's edits only, never for a page.
  const redraw = () => {
    shown = field.text()
    show(input, { text: shown, caret: shown.length })
  }
  const clear = () => {
    input.value = ''
    rewrite()
    // Nothing that was typed may come back.
    past.length = 0
    undone.length = 0
  }
  input.addEventListener('input', (event) => {
    const { isComposing, inputType } = event as InputEvent
    if (isComposing) field.compose(input.value)
    else rewrite(deletedBy(inputType))
  })
  // Some password managers fill in a field without any event: it is read when the focus comes or goes, and, where
  // it has none, as soon as it is no longer empty: a transition begins then (`document.ts`).
  for (const name of ['compositionend', 'change', 'focus', 'blur', 'transitionrun']) {
    // What a field shows that cannot be edited is perhaps not what was typed.
    input.addEventListener(name, () => input.readOnly || rewrite())
  }
  input.addEventListener('blur', () => field.left?.())
  for (const kind of ['focus', 'blur'] as const) input.addEventListener(kind, () => send({ kind }))
  // The number must not be dragged out onto the page.
  input.addEventListener('dragstart', (event) => event.preventDefault())
  // Enter in a lone field submits its form, but not while an input method composes: just our rule.
  input.form?.addEventListener('submit', (event) => {
    event.preventDefault()
    if (input.readOnly) return
    field.entered?.()
    send({ kind: 'enter' })
  })
  input.addEventListener('keydown', ({ key }) => key === 'Tab' && field.entered?.())
  // Rewriting the text ends the browser's own undo, and what is left of it would be wrong.
  const answerHistory = (event: Event) => {
    const kind = historyKind(event as KeyboardEvent & InputEvent)
    if (kind === undefined) return
    event.preventDefault()
    if (kind === 'undo') restore(past, undone)
    else restore(undone, past)
  }
  for (const name of ['keydown', 'beforeinput']) input.addEventListener(name, answerHistory)
  // Neither the back/forward cache nor a restored form keeps card data.
  addEventListener('pagehide', clear)
  // The shopper may have been faster than this script.
  if (input.value) rewrite()
  const paint = lookPainter(input)
  const apply = (message: ToFrame) => {
    if (message.kind === 'look') paint(message.look)
    if (message.kind === 'focus') input.focus()
    if (message.kind === 'fault') showFault(input, message.message)
    if (message.kind === 'disabled') input.readOnly = message.disabled
    if (message.kind === 'grouping' || message.kind === 'disabled') redraw()
  }
  return { apply, clear }
}

/** What a key or a menu asks of the field's history: Ctrl+Z or ⌘Z, with Shift or Y the other way. */
function historyKind({
  inputType = '',
  key = '',
  ctrlKey,
  metaKey,
  altKey,
  shiftKey,
}: KeyboardEvent & InputEvent): 'undo' | 'redo' | undefined {
  if (inputType.startsWith('history')) return inputType === 'historyUndo' ? 'undo' : 'redo'
  if (!(ctrlKey || metaKey) || altKey || !/^[zy]$/i.test(key)) return undefined
  return shiftKey || /y/i.test(key) ? 'redo' : 'undo'
}

/** Where in a text ends what differs from the one before; blanks between groups are moved by any edit. */
function changeEnd(before: string, text: string): number {
  const [one, other] = [before, text].map((each) => each.replaceAll(' ', '')) as [string, string]
  // Among equal digits the edit was at their end, where most are typed.
  let same = Math.min(one.length, other.length)
  let rest = same
  while (!other.startsWith(one.slice(0, same))) same--
  rest -= same
  while (!other.endsWith(one.slice(one.length - rest))) rest--
  let end = text.length
  for (; rest > 0; end--) if (text[end - 1] !== ' ') rest--
  return end
}

/** By a type of input event (Input Events Level 2, 4.1); an autofill may give none. */
function deletedBy(inputType: string | undefined): CardNumberEdit['deleted'] {
  if (!inputType?.startsWith('delete')) return null
  return inputType.endsWith('Forward') ? 'forward' : 'backward'
}

/** Writes only what differs: writing costs the browser's own undo, and moving the caret the focus. */
function show(input: HTMLInputElement, { text, caret }: { text: string; caret: number }): void {
  if (input.value === text) return
  input.value = text
  if (document.activeElement === input) input.setSelectionRange(caret, caret)
}

function showFault(input: HTMLInputElement, message: string | null): void {
  const hint = document.getElementById('fault')
  if (hint !== null) hint.textContent = message
  input.setAttribute('aria-invalid', String(message !== null))
  if (message === null) input.removeAttribute('aria-describedby')
  else input.setAttribute('aria-describedby', 'fault')
}
