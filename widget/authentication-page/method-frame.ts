import type { NotificationMessage } from '../../common/authentication-wire.ts'
import { createFrame, isFromFrame, postIntoFrame } from './post-into-frame.ts'

/** Longest wait for an issuer's method page (EMV 3DS). */
const METHOD_MS = 10_000

/**
 * Lets the issuer's method page look at the browser, in a frame that nobody sees.
 *
 * @param given ends the wait early
 * @returns whether the issuer has reported back in time
 */
export function runMethod(
  { url, data }: { readonly url: string; readonly data: string },
  given: Promise<unknown>,
): Promise<boolean> {
  const frame = createFrame('')
  // The page needs scripts, its own storage and its form; it must not lead the shopper away.
  frame.sandbox.add('allow-scripts', 'allow-same-origin', 'allow-forms')
  frame.className = 'method'
  frame.tabIndex = -1
  frame.setAttribute('aria-hidden', 'true')
  document.body.append(frame)
  return new Promise<boolean>((resolve) => {
    const end = (isDone: boolean) => {
      clearTimeout(timer)
      removeEventListener('message', listen)
      frame.remove()
      resolve(isDone)
    }
    const listen = (event: MessageEvent<NotificationMessage | undefined>) => {
      if (isFromFrame(event, frame) && event.data?.event === 'methodEnded') end(true)
    }
    const timer = setTimeout(() => end(false), METHOD_MS)
    addEventListener('message', listen)
    given.then(() => end(false))
    postIntoFrame(frame, url, { threeDSMethodData: data })
  })
}
