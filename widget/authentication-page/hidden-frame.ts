import type { NotificationMessage } from '../../common/authentication-wire.ts'
import { type SentForm, sendForm } from '../session/send-form.ts'
import { createFrame, isFromFrame, onFilled } from './issuer-form.ts'

/** Longest wait for an issuer's method page (EMV 3DS). */
const METHOD_MS = 10_000

/**
 * Lets a page of the issuer look at the browser, in a frame that nobody sees.
 *
 * @param until `notified`: the page has sent its notification; `loaded`: it has loaded, which may be all
 * that another gateway's page does
 * @param givenUp ends the wait early
 * @returns whether that was in time
 */
export function runHidden(
  form: SentForm,
  until: 'notified' | 'loaded',
  givenUp: Promise<unknown>,
): Promise<boolean> {
  const frame = createFrame('')
  // Without a sandbox: browsers let no frame that nobody has touched lead the shopper away, and the
  // page needs all the rest to recognise the browser.
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
    if (until === 'loaded') onFilled(frame, () => end(true))
    givenUp.then(() => end(false))
    sendForm(form, frame.name)
  })
}
