import {
  type AuthenticationPageMessage,
  EMBEDDED_FIELD,
  LANGUAGE_FIELD,
  type WidgetMessage,
} from '../../common/authentication-wire.ts'
import type { FormShell } from '../forms/shell/form-shell.ts'
import type { AuthenticationEnd, AuthenticationKit } from '../forms/submit/follow-redirect.ts'
import type { Redirect } from '../forms/submit/redirect-request.ts'
import type { MessageKey } from '../i18n/translator.ts'
import { type AuthenticationDialog, createDialog } from './dialog.tsx'
import { watchOutcome } from './watch-outcome.ts'

// Bound by the function around this code (`vite.config.ts`).
declare const __TILLGATE_KIT__: AuthenticationKit

const { openRedirect } = __TILLGATE_KIT__

/** A frame that is not ready by then is blocked, by an extension or the network. */
const READY_WITHIN_MS = 12_000

/**
 * The gateway's page speaks while it is parsed. A frame that has loaded without a word has the browser's own page:
 * the shop's Cross-Origin-Embedder-Policy, which scripts cannot read, lets in no page of an issuer.
 */
const READY_AFTER_LOAD_MS = 2_000

/** An authentication that a form shows. */
interface Shown {
  readonly container: Element
  readonly end: Promise<AuthenticationEnd>
  /** Lets another form show it. */
  readonly giveUp: () => void
}

const ISOLATED =
  "This page is cross-origin isolated (Cross-Origin-Embedder-Policy), which lets no issuer's page into a frame: the cardholder is authenticated in the whole window"

/** By checkout: a page with several forms shows it once. */
const shown = new Map<string | null, Shown>()

/**
 * Lets the cardholder confirm a payment on the gateway's page, in a frame of the form or in the one that
 * `paymentTarget` names. Ends when the payment has an outcome, or when none comes in time.
 */
export async function authenticate(
  form: FormShell,
  redirect: Redirect,
): Promise<AuthenticationEnd> {
  // Options that the page sets while it loads count.
  await form.pending()
  form.refresh()
  const { checkoutId } = form.checkout.boot
  const { paymentTarget } = form.options
  for (let other = shown.get(checkoutId); other; other = shown.get(checkoutId)) {
    if ((await endOf(other)) !== 'ended') return 'ended'
  }
  if (form.phase.value !== 'busy') return 'ended'
  if (/^_(top|parent|self)$/.test(paymentTarget)) return 'window'
  if (crossOriginIsolated) {
    console.info(ISOLATED)
    return 'window'
  }
  const [named] = document.getElementsByName(paymentTarget)
  let giveUp = () => {}
  const end = new Promise<AuthenticationEnd>((resolve) => {
    giveUp = showPage({
      form,
      redirect,
      named: named instanceof HTMLIFrameElement ? named : undefined,
      end: resolve,
    })
  })
  shown.set(checkoutId, { container: form.container, end, giveUp })
  return end.finally(() => shown.delete(checkoutId))
}

/** How the authentication of another form ends. A form that the page has removed gives it up: nobody sees it there. */
function endOf({ container, end, giveUp }: Shown): Promise<AuthenticationEnd> {
  const look = () => {
    if (!container.isConnected) giveUp()
  }
  const observer = new MutationObserver(look)
  observer.observe(document, { childList: true, subtree: true })
  look()
  return end.finally(() => observer.disconnect())
}

interface PageOrder {
  readonly form: FormShell
  readonly redirect: Redirect
  /** The frame of the shop's page that is used; else one of the form. */
  readonly named: HTMLIFrameElement | undefined
  readonly end: (end: AuthenticationEnd) => void
}

/** Returns how to end it without an outcome. */
function showPage({ form, redirect, named, end }: PageOrder): () => void {
  const { container, phase, notice } = form
  const { base } = form.checkout.boot
  let isCancelling = false
  const ready = createReadyWatch(() => watch.ask())
  const say = (key: MessageKey) => {
    form.announcement.value = form.language.value.translate(key)
  }

  /** Opens the gateway's page in the frame. */
  function open(): void {
    dialog?.hide()
    openPage(form, redirect, frame.name)
    ready.begin()
  }

  function loaded({ currentTarget }: Event): void {
    // The frame is new, or the page has put it to another place. Firefox and Chromium differ in when. By the
    // address: a page of the gateway's own origin sees the document of the gateway's page, too.
    const { contentDocument } = currentTarget as HTMLIFrameElement
    if (contentDocument?.URL === 'about:blank') queueMicrotask(open)
    else {
      ready.loaded()
      form.call('onLoadThreeDIframe', currentTarget)
    }
  }

  function cancel(): void {
    if (isCancelling) return
    isCancelling = true
    const message: WidgetMessage = { source: 'tillgate-widget', event: 'cancel' }
    frame.contentWindow?.postMessage(message, base)
    dialog?.showCancelling()
    watch.hurry()
  }

  /** The page of the gateway knows no outcome: the gateway has one, or will have it soon. */
  function endWithoutOutcome(): void {
    notice.value = { tone: 'calm', key: 'checkingPayment' }
    say('checkingPayment')
    watch.hurry()
  }

  function finish(how: AuthenticationEnd): void {
    ready.end()
    watch.end()
    endPhases()
    endHearing()
    dialog?.remove()
    end(how)
  }

  const endHearing = hearPage(base, () => frame.contentWindow, {
    received(message) {
      ready.note()
      follow(message, { dialog, say, finish, ended: endWithoutOutcome })
    },
    blocked: (directive) => finish(directive === 'frame-src' ? 'window' : 'finished'),
  })
  const watch = watchOutcome(form, {
    finished: () => finish('finished'),
    late() {
      say('authenticationLate')
      finish(container.isConnected ? 'finished' : 'ended')
    },
    asked(isReached) {
      notice.value = isReached ? undefined : { tone: 'calm', key: 'checkingPayment' }
      if (isReached && ready.isOverdue() && container.isConnected) finish('window')
    },
  })
  say('authenticationChecking')
  const dialog =
    named === undefined
      ? createDialog(form, { loaded, cancelled: cancel, retried: open })
      : undefined
  const frame = dialog?.frame ?? (named as HTMLIFrameElement)
  if (named !== undefined) open()
  const endPhases = phase.subscribe((now) => {
    if (now !== 'busy') finish('ended')
  })
  return () => finish('ended')
}

/** Opens the gateway's page in the frame of this name. */
function openPage({ language }: FormShell, redirect: Redirect, frameName: string): void {
  const parameters = [
    ...(redirect.parameters ?? []),
    { name: LANGUAGE_FIELD, value: language.value.tag },
    { name: EMBEDDED_FIELD, value: 'widget' },
  ]
  openRedirect({ ...redirect, parameters }, frameName)
}

interface Shop {
  readonly dialog: AuthenticationDialog | undefined
  readonly say: (key: MessageKey) => void
  readonly finish: (how: AuthenticationEnd) => void
  /** The page has ended, and knows no outcome. */
  readonly ended: () => void
}

/** Does in the shop's page what the gateway's page says. */
function follow(message: AuthenticationPageMessage, { dialog, say, finish, ended }: Shop): void {
  switch (message.event) {
    case 'ready':
      break
    case 'challenge':
      // A page that hides the form while it pays hides the dialog in it, too.
      if (dialog?.show(message) === false) finish('window')
      break
    case 'stuck':
      dialog?.showStuck()
      break
    case 'hidden':
      dialog?.hide()
      say('authenticationChecking')
      break
    case 'done':
      say('authenticationDone')
      finish('finished')
      break
    case 'failed':
      dialog?.hide()
      ended()
  }
}

/** Whether the gateway's page says in time that it is there; the gateway is asked then in any case. */
function createReadyWatch(ask: () => void) {
  let state: 'opening' | 'overdue' | 'ready' = 'opening'
  let timer: ReturnType<typeof setTimeout>
  const waitFor = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (state === 'opening') state = 'overdue'
      ask()
    }, ms)
  }
  return {
    begin() {
      state = 'opening'
      waitFor(READY_WITHIN_MS)
    },
    /** The frame has a document. */
    loaded() {
      if (state === 'opening') waitFor(READY_AFTER_LOAD_MS)
    },
    /** The page has spoken. */
    note() {
      state = 'ready'
    },
    isOverdue: () => state === 'overdue',
    end: () => clearTimeout(timer),
  }
}

interface Hearing {
  readonly received: (message: AuthenticationPageMessage) => void
  /** A policy of the shop's page stands in the way. */
  readonly blocked: (directive: string) => void
}

/** Hears what the gateway's page in the frame says, and where it is not let in. Returns how to end it. */
function hearPage(base: string, ownWindow: () => Window | null, hearing: Hearing): () => void {
  function receive({ data, origin, source }: MessageEvent): void {
    if (origin !== base || source !== ownWindow()) return
    const message = data as AuthenticationPageMessage | null
    if (message?.source === 'tillgate-authentication') hearing.received(message)
  }

  /** The page learns which entry its policy needs. */
  function handleViolation(event: SecurityPolicyViolationEvent): void {
    const { blockedURI, effectiveDirective: directive } = event
    if (!blockedURI.startsWith(base) || !/^(frame-src|form-action)$/.test(directive)) return
    console.error(`${directive} of this page's Content-Security-Policy does not allow ${base}`)
    hearing.blocked(directive)
  }

  addEventListener('message', receive)
  document.addEventListener('securitypolicyviolation', handleViolation)
  return () => {
    removeEventListener('message', receive)
    document.removeEventListener('securitypolicyviolation', handleViolation)
  }
}
