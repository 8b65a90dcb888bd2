import { notify } from '../../fetched/notices.ts'
import type { MessageValues } from '../../i18n/translator.ts'
import type { FailureName } from '../shell/failure-name.ts'
import type { FormShell } from '../shell/form-shell.ts'
import type { NoticeAction } from '../shell/notice.ts'
import { goToResult, hasResultPage } from './leave-page.ts'

interface Failure {
  /** Buttons that do what the text advises, where the page has what they need. */
  readonly offers: readonly Offer[]
  readonly values?: MessageValues
  /** No fault of anybody. */
  readonly isCalm?: true
}

type Offer = 'retry' | 'payAnotherWay' | 'startAgain' | 'backToShop' | 'checkAgain'

/** A checkout expires after half an hour (interface document, hosted checkout flow). */
const LIFETIME_MINUTES = 30

const anotherWay: Failure = { offers: ['payAnotherWay'] }
const again: Failure = { offers: ['retry', 'payAnotherWay'] }
const anew: Failure = { offers: ['startAgain'] }

const failures: Readonly<Record<FailureName, Failure>> = {
  connectionLost: { offers: ['retry'] },
  serverFailed: again,
  paymentFailed: again,
  // Never a button that pays: the gateway is asked.
  outcomeUnknown: { offers: ['checkAgain'] },
  sessionExpired: { ...anew, values: { count: LIFETIME_MINUTES } },
  sessionInvalid: anew,
  alreadyPaid: { offers: ['backToShop'], isCalm: true },
  insecurePage: { offers: [] },
  loadFailed: { offers: [] },
  amountChanged: { offers: [] },
  declinedCode: anotherWay,
  declinedExpiry: anotherWay,
  declinedFunds: anotherWay,
  declinedNumber: anotherWay,
  declinedCard: anotherWay,
  declinedBank: anotherWay,
  declinedLater: again,
  declinedUnconfirmed: again,
}

/**
 * Shows and announces what has failed, with buttons for what the shopper can do.
 *
 * @param checkAgain asks the gateway for the outcome of the payment
 */
export function explain(form: FormShell, name: FailureName, checkAgain?: () => void): void {
  const { offers, values, isCalm } = failures[name]
  const actions = offers.flatMap((key): NoticeAction[] => {
    const run = runOf(form, key, checkAgain)
    return run === undefined ? [] : [{ key, run }]
  })
  const tone = isCalm ? 'calm' : 'error'
  notify(form, { tone, key: name, actions, ...(values && { values }) })
}

function runOf(
  form: FormShell,
  offer: Offer,
  checkAgain: (() => void) | undefined,
): (() => void) | undefined {
  switch (offer) {
    case 'retry':
      return () => submitAgain(form)
    case 'payAnotherWay': {
      const row = otherRow(form)
      return row && (() => open(row))
    }
    case 'startAgain':
      // The page makes a new checkout when it is loaded.
      return () => location.reload()
    case 'backToShop':
      return hasResultPage(form) ? () => goToResult(form) : undefined
    case 'checkAgain':
      return checkAgain
  }
}

/** The button that was pressed goes with its notice: the focus would be lost. */
function submitAgain(form: FormShell): void {
  form.container.querySelector<HTMLElement>('.wpwl-button-pay')?.focus()
  form.element().requestSubmit()
}

/** The row of the next way to pay, where the form is one of a list. */
function otherRow({ container, isListed }: FormShell): HTMLInputElement | undefined {
  if (!isListed.peek()) return undefined
  const root = container.getRootNode() as Document | ShadowRoot
  const rows = [...root.querySelectorAll<HTMLInputElement>('.wpwl-method-choice')]
  return rows.find(
    (row) => row.getAttribute('aria-controls') !== container.id && row.checkVisibility(),
  )
}

function open(row: HTMLInputElement): void {
  row.click()
  row.focus()
}
