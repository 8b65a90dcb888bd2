import type { NotificationMessage } from '../../common/authentication-wire.ts'
import { type SentForm, sendForm } from '../session/send-form.ts'
import { createFrame, isFromFrame, onFilled } from './issuer-form.ts'

/** The issuer's challenge while it is shown. */
export interface ShownChallenge {
  /** Tells it from another one. */
  readonly key: string
  focus(): void
  remove(): void
}

/** The shopper of a challenge that has not loaded by then reads so. */
const LOADED_WITHIN_MS = 10_000

export interface ChallengeEvents {
  /** Its last message came through. */
  onEnd(): void
  /** It has not loaded in time; or it has, at last. */
  onStuck(isStuck: boolean): void
}

/** Puts the issuer's challenge into a place of the page. */
export function showChallenge(
  form: SentForm,
  place: HTMLElement,
  { title, onEnd, onStuck }: ChallengeEvents & { readonly title: string },
): ShownChallenge {
  const frame = createFrame(title)
  // Issuers may confirm with a passkey.
  frame.allow = 'publickey-credentials-get *'
  const transactionId = transactionOf(form)
  const listen = (event: MessageEvent<NotificationMessage | undefined>) => {
    if (!isFromFrame(event, frame) || event.data?.event !== 'challengeEnded') return
    // An old answer, posted again, belongs to another transaction.
    const ended = event.data.transactionId
    if (ended === undefined || transactionId === undefined || ended === transactionId) onEnd()
  }
  addEventListener('message', listen)
  // A frame that is the active element already would not get the keys by `focus` alone.
  const focus = () => {
    frame.blur()
    frame.focus()
  }
  place.dataset.loading = ''
  place.append(frame)
  let isStuck = false
  const timer = setTimeout(() => {
    isStuck = true
    onStuck(true)
  }, LOADED_WITHIN_MS)
  onFilled(frame, () => {
    clearTimeout(timer)
    if (isStuck) onStuck(false)
    isStuck = false
    delete place.dataset.loading
    // Of another process than the empty document that had the focus: it does not get it by itself.
    if (document.activeElement === frame) focus()
  })
  sendForm(form, frame.name)
  return {
    key: JSON.stringify(form),
    focus,
    remove() {
      clearTimeout(timer)
      removeEventListener('message', listen)
      frame.remove()
      delete place.dataset.loading
    },
  }
}

/** `threeDSServerTransID` of a challenge request; nothing where the form has none that can be read. */
function transactionOf({ fields }: SentForm): string | undefined {
  const creq = fields.find(({ name }) => name === 'creq')?.value ?? ''
  try {
    return JSON.parse(atob(creq.replaceAll('-', '+').replaceAll('_', '/'))).threeDSServerTransID
  } catch {
    return undefined
  }
}
