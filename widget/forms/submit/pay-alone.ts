import { notify } from '../../fetched/notices.ts'
import type { FormShell } from '../shell/form-shell.ts'

interface Payment {
  readonly form: Pick<FormShell, 'phase'>
  readonly end: Promise<boolean>
  isSent: boolean
  isEnded: boolean
}

let last: Payment | undefined

/**
 * Runs the payment of a form, unless another form of the page pays: each of two could make a checkout of its
 * own (option `createCheckout`), and both would be paid. A form that has to wait says so meanwhile.
 *
 * @param pay calls `sent` when the payment has left, and returns whether the submit is over
 */
export async function payAlone(
  form: FormShell,
  pay: (sent: () => void) => Promise<boolean>,
): Promise<boolean> {
  if (last !== undefined && isPaying(last)) {
    notify(form, { tone: 'calm', key: 'paymentUnderWay' })
    const said = form.notice.peek()
    await last.end.catch(() => false)
    if (form.notice.peek() === said) notify(form, undefined)
    return false
  }
  const end = pay(() => {
    mine.isSent = true
  })
  const mine: Payment = { form, end, isSent: false, isEnded: false }
  last = mine
  return end.finally(() => {
    mine.isEnded = true
  })
}

/** A form that was removed before it has sent anything sends nothing any more. */
function isPaying({ form, isSent, isEnded }: Payment): boolean {
  const phase = form.phase.peek()
  return isEnded ? phase === 'leaving' : isSent || phase !== 'closed'
}
