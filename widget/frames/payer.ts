import type { FromFrame, NoAnswer } from '../../common/widget-wire.ts'
import type { FramePlace } from './secured-field.ts'
import { type Outcome, postPayment, type Submit } from './submit.ts'

/** Without an answer by then nothing is paid: the page must not hear of a failure, and money move after it. */
const ALLOWED_WITHIN_MS = 15_000

/**
 * Makes what carries out the page's submits, one at a time, and sends the outcome to the page.
 *
 * @param bodyOf the body of a submit, or why there is none
 * @param decided the payment is made, and what was typed is not needed any more; or it is declined, or
 *   decided elsewhere: the number stays for another try, the code is never kept after a decision (PCI DSS 3.3.1)
 */
export function createPayer(
  place: FramePlace,
  send: (message: FromFrame) => void,
  bodyOf: (submit: Submit) => Promise<URLSearchParams | NoAnswer>,
  decided: (isPaid: boolean) => void,
) {
  let isPaying = false
  let { checkoutId } = place

  /**
   * Whether the frame pays the checkout of a path: the one that it was opened for. About another it asks the
   * gateway, which lets it pay what takes the place of that one, or the first of its channel where there was
   * none yet: a script that a thief brings into the page cannot turn to another order, or to himself, what
   * the shopper has typed.
   */
  async function mayPay(path: string): Promise<boolean> {
    const id = path.split('/')[3] ?? ''
    if (id === checkoutId) return true
    const { parents, checkoutId: opened, entityId = '' } = place
    const query = `parent=${parents.join('+')}&opened=${opened}&entityId=${entityId}&after=${checkoutId}`
    const signal = AbortSignal.timeout(ALLOWED_WITHIN_MS)
    const isAllowed = (await fetch(`${path}/../frame?${query}`, { signal })).ok
    if (isAllowed) checkoutId = id
    return isAllowed
  }

  async function outcomeOf(submit: Submit): Promise<Outcome> {
    const { path } = submit
    const isAllowed = await mayPay(path).catch(() => undefined)
    if (!isAllowed) return { kind: 'noAnswer', reason: isAllowed === false ? 'refused' : 'network' }
    const body = await bodyOf(submit)
    if (typeof body === 'string') return { kind: 'noAnswer', reason: body }
    // The browser has held the pages around this document to them: the page's own say does not count.
    body.set('pageOrigins', place.parents.join(' '))
    // No script of a page can read it: the gateway has told the frame.
    if (place.accept) body.set('customer.browser.acceptHeader', place.accept)
    return postPayment(path, body, fetch)
  }

  return async (submit: Submit): Promise<void> => {
    if (isPaying) return
    isPaying = true
    const outcome = await outcomeOf(submit).finally(() => {
      isPaying = false
    })
    send(outcome)
    // After a refusal the shopper keeps what was typed. What is only kept for a summary page may still be
    // changed. Only a payment has an id: behind a redirect it is decided without this frame, so the number
    // stays for another try.
    if (outcome.kind !== 'answer') return
    const { id, redirect, kept } = outcome.body
    if (id && !kept) decided(outcome.status === 200 && !redirect)
  }
}
