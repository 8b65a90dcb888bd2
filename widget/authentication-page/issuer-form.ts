import type { BrowserStep } from '../../common/authentication-wire.ts'
import type { SentForm } from '../session/send-form.ts'

/** What an issuer, or another gateway, asks the cardholder in: a form to be posted into a frame. */
export type ChallengeStep = Extract<BrowserStep, { step: 'challenge' | 'redirect' }>

/** The form of a challenge. Equal forms are the same challenge. */
export function formOf(step: ChallengeStep): SentForm {
  if (step.step === 'redirect') {
    const { url, method = 'POST', parameters } = step.redirect
    return { url, method, fields: parameters }
  }
  const { url, creq, sessionData } = step
  const fields = [{ name: 'creq', value: creq }]
  if (sessionData !== undefined) fields.push({ name: 'threeDSSessionData', value: sessionData })
  return { url, method: 'POST', fields }
}

/** Different on each page: the page of another gateway in a frame of ours names frames the same way. */
const pageName = `issuer-${Math.random().toString(36).slice(2)}`
let count = 0

/**
 * A frame with a name of its own, so that a late form of an earlier one never reaches it. A form whose
 * target is the name of its own window would replace the page itself.
 */
export function createFrame(title: string): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  count += 1
  frame.name = `${pageName}-${count}`
  frame.title = title
  return frame
}

/** Whether a message comes from a notification document in this frame: same origin, same window. */
export function isFromFrame(event: MessageEvent, frame: HTMLIFrameElement): boolean {
  return event.origin === location.origin && event.source === frame.contentWindow
}

/** Calls `run` when the frame has loaded something: its empty document reports a load, too. */
export function onFilled(frame: HTMLIFrameElement, run: () => void): void {
  frame.addEventListener('load', () => {
    if (!isEmpty(frame)) run()
  })
}

function isEmpty({ contentWindow }: HTMLIFrameElement): boolean {
  try {
    return contentWindow?.location.href === 'about:blank'
  } catch {
    // Another origin is there.
    return false
  }
}
