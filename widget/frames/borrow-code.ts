import { framesOfParent, shows } from './sibling-frames.ts'

/** Without the other frame by then, the gateway is asked for a document that has its own code. */
const BORROWED_WITHIN_MS = 5000

/** The number frame calls it when its document is whole. */
interface BorrowingWindow extends Window {
  tillgateBorrow?: () => void
}

/**
 * The frame of the security code takes style and code from the number frame beside it, which has the
 * same origin: they are sent once, and the browser compiles them once. The policy of the document
 * allows just these, by their hashes.
 */
export function borrowCode(place: BorrowingWindow): void {
  const query = new URLSearchParams(location.search)
  const instance = query.get('instance') ?? ''
  const timer = setTimeout(askForWhole, BORROWED_WITHIN_MS)

  function askForWhole(): void {
    query.delete('withNumber')
    location.replace(`?${query}`)
  }

  function borrow(): void {
    const lender = framesOfParent().find((frame) => shows(frame, 'card.number', instance))?.document
    const script = lender?.querySelector('script')
    const style = lender?.querySelector('style')
    // Until something follows the script, its text is perhaps not whole.
    if (!script?.nextElementSibling || !style) return
    clearTimeout(timer)
    delete place.tillgateBorrow
    const code = document.createElement('script')
    code.text = script.text
    document.body.append(document.importNode(style, true), code)
    document.body.hidden = false
  }

  // Frames inside a shadow root do not find each other.
  if (framesOfParent().includes(window)) {
    place.tillgateBorrow = borrow
    borrow()
  } else {
    askForWhole()
  }
}

/** Gives code to frames that wait for it. */
export function lendCode(): void {
  for (const frame of framesOfParent()) {
    try {
      ;(frame as BorrowingWindow).tillgateBorrow?.()
    } catch {
      // A frame of another origin: not ours.
    }
  }
}
