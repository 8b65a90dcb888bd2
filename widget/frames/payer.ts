import type { FromFrame } from '../../common/widget-wire.ts'
import type { FramePlace } from './secured-field.ts'
import { type Outcome, postPayment, type Submit } from './submit.ts'

/** Without an answer by then nothing is paid: the page must not hear of a failure, and money move after it. */
const ALLOWED_WITHIN_MS = 15_000

/**
 * Makes what carries out the page's submits, one at a time, and sends the outcome to the page.
 *
 * @param bodyOf the body of a submit; undefined if the code frame was silent
 * @param paid the payment is made: what was typed is not needed any more
 */
export function createPayer(
  place: FramePlace,
  send: (message: FromFrame) => void,
  bodyOf: (submit: Submit) => Promise<URLSearchParams | undefined>,
  paid: () => void,
) {
  let isPaying = false
  let { checkoutId } = place

  /**
   * Whether the frame may pay the checkout of a path: its own, or one that the page has made since. The
   * gateway refuses that for a page that may not show the frame, and for another channel than of the
   * checkout before: a script that a thief brings into the page cannot turn to himself what the shopper
   * has typed.
   */
  async function mayPay(path: string): Promise<boolean> {
    const id = path.split('/')[3] ?? ''
    const query = `parent=${place.parents.join('+')}&after=${checkoutId}`
    const signal = AbortSignal.timeout(ALLOWED_WITHIN_MS)
    const isAllowed = id === checkoutId || (await fetch(`${path}/../frame?${query}`, { signal })).ok
    if (isAllowed) checkoutId = id
    return isAllowed
  }

  async function outcomeOf(submit: Submit): Promise<Outcome> {
    const { path } = submit
    const isAllowed = await mayPay(path).catch(() => undefined)
    if (!isAllowed) return { kind: 'noAnswer', reason: isAllowed === false ? 'refused' : 'network' }
    const body = await bodyOf(submit)
    return body ? postPayment(path, body, fetch) : { kind: 'noAnswer', reason: 'code frame silent' }
  }

  return async (submit: Submit): Promise<void> => {
    if (isPaying) return
    isPaying = true
    const outcome = await outcomeOf(submit).finally(() => {
      isPaying = false
    })
    send(outcome)
    // After a refusal the shopper keeps what was typed, and while a redirect is pending too, since it
    // may fail. What is only kept for a summary page may still be changed.
    if (outcome.kind !== 'answer' || outcome.status !== 200) return
    if (!outcome.body.redirect && !outcome.body.kept) paid()
  }
}
