import type { WidgetBoot, WidgetSession } from '../../common/widget-wire.ts'
import type { PageForm } from '../forms/create-form.ts'
import { giveUpCheckout } from '../forms/shell/checkout-of.ts'
import { closeForm } from '../forms/shell/close-form.ts'
import { explain } from '../forms/shell/explain.ts'
import type { FailureName } from '../forms/shell/failure-name.ts'
import type { FormShell } from '../forms/shell/form-shell.ts'
import { loadSubmit } from '../forms/shell/load-submit.ts'
import { offerRetry, reportFailure } from '../forms/shell/notice.ts'
import type { Redirect } from '../forms/submit/redirect-request.ts'
import { loadSession, type SessionAnswer } from '../session/load-session.ts'
import type { ReadSession } from '../session/read-session.ts'
import type { LiveForms } from './live-forms.ts'

/** What the shopper reads of a checkout that has expired, by its state; of others, that it is no longer valid. */
const failureOf: Readonly<Record<string, FailureName>> = {
  done: 'alreadyPaid',
  pending: 'outcomeUnknown',
  processing: 'outcomeUnknown',
}

/** The session of the checkout that one run of the script pays. */
export interface PageSession {
  /** Asks the gateway, the first time, and resolves with its last answer. */
  answer(): Promise<SessionAnswer>
  /** Rejects where the last answer has not come: the page must not go on with what was true before. */
  mustBeRead(): Promise<void>
  current(): WidgetSession | undefined
  /** Asks the gateway again. */
  reload(): void
  /** Closes the forms of the page, if it has any, when the checkout expires. */
  awaitExpiry(): void
  /** Requests under way change nothing any more. */
  end(): void
  isOver(): boolean
}

interface PageSessionParts {
  readonly boot: WidgetBoot
  /** The first try to read it. */
  readonly first: Promise<ReadSession>
  readonly forms: Pick<LiveForms, 'all'>
  readonly opened: (session: WidgetSession) => void
}

/** Asks for the session when somebody wants its answer. */
export function createPageSession(parts: PageSessionParts): PageSession {
  const { boot, first, forms, opened } = parts
  let session: WidgetSession | undefined
  let expiresAtMs = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  let loading: Promise<SessionAnswer> | undefined

  async function load(begun?: Promise<ReadSession>): Promise<SessionAnswer> {
    const answer = await loadSession(boot, begun)
    if (!isOver && answer !== undefined && 'session' in answer && answer.session)
      open(answer.session)
    return answer
  }

  function open(found: WidgetSession): void {
    session = found
    expiresAtMs = Date.now() + found.expiresInMs
    opened(found)
    for (const { shell } of forms.all()) shell.session.value = found
    awaitExpiry()
  }

  function awaitExpiry(): void {
    clearTimeout(timer)
    if (session !== undefined && forms.all().length > 0) {
      timer = setTimeout(() => closeExpired(forms.all()), expiresAtMs - Date.now())
    }
  }

  async function answer(): Promise<SessionAnswer> {
    let read: Promise<SessionAnswer> | undefined
    let found: SessionAnswer
    // What was asked for meanwhile is newer.
    while (read !== loading || !read) {
      loading ??= load(first)
      read = loading
      found = await read
    }
    return found
  }

  return {
    answer,
    async mustBeRead() {
      if (!(await answer())) throw new Error('The session of the checkout could not be read')
    },
    current: () => session,
    reload() {
      for (const { shell } of forms.all()) shell.notice.value = undefined
      loading = load()
    },
    awaitExpiry,
    end() {
      isOver = true
    },
    isOver: () => isOver,
  }
}

/**
 * Closes a form, or offers another try, where the session's answer says that it cannot be paid. A payment
 * that waits for its cardholder, because the page was loaded again in between, goes on.
 */
export function applySession({ shell }: PageForm, answer: SessionAnswer, retry: () => void): void {
  if (answer === undefined) {
    offerRetry(shell, retry)
    const message = 'The session of the checkout could not be read'
    reportFailure(shell, 'WidgetError', message, 'session_failed')
  } else if ('refusal' in answer) {
    closeForm(shell, answer.refusal)
    void explain(shell, failureOf[answer.state ?? ''] ?? 'sessionInvalid')
  } else if (answer.session?.state === 'done') {
    closeForm(shell, 'The checkout is already paid')
    void explain(shell, 'alreadyPaid')
  } else if (answer.session?.redirect !== undefined) {
    const { redirect } = answer.session
    void shell.latch.run(() => followFound(shell, redirect, retry))
  }
}

/** Goes on with a payment that waits for its cardholder; returns whether the submit is over. */
async function followFound(
  shell: FormShell,
  redirect: Redirect,
  retry: () => void,
): Promise<boolean> {
  const { phase } = shell
  phase.value = 'busy'
  try {
    const { followRedirect } = await loadSubmit(shell)
    return phase.value === 'busy' && (await followRedirect(shell, redirect))
  } catch {
    phase.value = 'open'
    offerRetry(shell, retry)
    return false
  }
}

function closeExpired(forms: readonly PageForm[]): void {
  for (const { shell } of forms) {
    if (shell.phase.value !== 'open' || giveUpCheckout(shell)) continue
    // The shopper must not begin again while he does not know whether he has paid.
    const isUnknown = shell.notice.peek()?.key === 'outcomeUnknown'
    closeForm(shell, 'The checkout has expired')
    void explain(shell, isUnknown ? 'outcomeUnknown' : 'sessionExpired')
  }
}
