import type { BrowserStep, NotificationMessage } from '../../common/authentication-wire.ts'
import { createFrame, isFromFrame, postIntoFrame } from './post-into-frame.ts'

export type Challenge = Extract<BrowserStep, { step: 'challenge' }>

/** The issuer's challenge while it is shown. */
export interface ShownChallenge {
  readonly creq: string
  focus(): void
  remove(): void
}

/** Puts the issuer's challenge into a place of the page. `onEnd`: its last message came through. */
export function showChallenge(
  { url, creq, sessionData }: Challenge,
  place: HTMLElement,
  { title, onEnd }: { readonly title: string; readonly onEnd: () => void },
): ShownChallenge {
  const frame = createFrame(title)
  // Issuers may confirm with a passkey.
  frame.allow = 'publickey-credentials-get *'
  const transactionId = transactionOf(creq)
  const listen = (event: MessageEvent<NotificationMessage | undefined>) => {
    if (!isFromFrame(event, frame) || event.data?.event !== 'challengeEnded') return
    // An old answer, posted again, belongs to another transaction.
    const ended = event.data.transactionId
    if (ended === undefined || ended === transactionId) onEnd()
  }
  addEventListener('message', listen)
  place.dataset.loading = ''
  place.append(frame)
  postIntoFrame(frame, url, {
    creq,
    ...(sessionData === undefined ? {} : { threeDSSessionData: sessionData }),
  })
  // Not at once: the empty document that is there first reports its load, too.
  setTimeout(() =>
    frame.addEventListener('load', () => {
      delete place.dataset.loading
    }),
  )
  return {
    creq,
    focus: () => frame.focus(),
    remove() {
      removeEventListener('message', listen)
      frame.remove()
      delete place.dataset.loading
    },
  }
}

/** `threeDSServerTransID` of the challenge request; nothing where it cannot be read. */
function transactionOf(creq: string): unknown {
  try {
    return JSON.parse(atob(creq.replaceAll('-', '+').replaceAll('_', '/'))).threeDSServerTransID
  } catch {
    return undefined
  }
}
