import { signal } from '@preact/signals'

/** What a page says after an action; the same text twice is said twice. */
interface Told {
  readonly text: string
  readonly number: number
  /** Of the page that says it: the next page does not. */
  readonly path: string
}

/** What was done last. */
export const told = signal<Told | undefined>(undefined)

/** Says on the page what was done. */
export function tell(text: string): void {
  const number = (told.value?.number ?? 0) + 1
  told.value = { text, number, path: location.pathname }
}

/** Says it when the dialog that did it is closed: nothing behind a dialog takes the focus. */
export function tellAfterDialog(text: string): void {
  setTimeout(() => tell(text))
}
