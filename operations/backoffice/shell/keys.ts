/** What a key does outside of fields; `undefined`: the browser's own. */
export type KeyAction = 'search' | 'next' | 'previous' | 'help'

const ACTIONS: Readonly<Record<string, KeyAction>> = {
  '/': 'search',
  j: 'next',
  k: 'previous',
  '?': 'help',
}

interface PressedKey {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

export function keyAction(pressed: PressedKey, isTyping: boolean): KeyAction | undefined {
  if (isTyping || pressed.ctrlKey || pressed.metaKey || pressed.altKey) return undefined
  return ACTIONS[pressed.key]
}

/** Makes the keys of the back office work; the result ends it. */
export function listenForKeys(showHelp: () => void): () => void {
  const onKey = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement
    const isTyping =
      target.closest('input, select, textarea, dialog[open], [contenteditable]') !== null
    const action = keyAction(event, isTyping)
    if (action === undefined) return
    event.preventDefault()
    if (action === 'help') showHelp()
    else if (action === 'search') selectSearch()
    else moveRow(action === 'next' ? 1 : -1)
  }
  addEventListener('keydown', onKey)
  return () => removeEventListener('keydown', onKey)
}

/** The next keys take the place of what was looked for before. */
function selectSearch(): void {
  const field = document.querySelector<HTMLInputElement>('[data-search]')
  field?.focus()
  field?.select()
}

function moveRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')]
  const at = rows.indexOf(document.activeElement as HTMLElement)
  const next = rows[at < 0 ? 0 : Math.min(Math.max(at + step, 0), rows.length - 1)]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}
