import type { GiftCardsAnswer, WrittenMoney } from '../../../../common/widget-wire.ts'
import type { MessageKey } from '../../../i18n/translator.ts'
import type { FormKit } from '../../form-kit.ts'
import type { FormShell } from '../../shell/form-shell.ts'

/** Bound by the function around this code (`vite.config.ts`). */
declare const __TILLGATE_KIT__: FormKit

const { amountText } = __TILLGATE_KIT__

/** What the gateway answers to a wish about gift cards, or the sentence that says why not. */
export type ChangedCards = GiftCardsAnswer | { readonly key: MessageKey }

interface Refused {
  readonly result: {
    readonly code: string
    readonly parameterErrors?: readonly unknown[]
  }
}

/** What the shopper reads, by the gateway's code. */
const SENTENCES: Readonly<Record<string, MessageKey>> = {
  '100.350.400': 'giftWrong',
  '100.550.311': 'giftEmpty',
  '800.100.173': 'giftCurrency',
  '800.120.100': 'giftTooOften',
  '800.110.100': 'paymentUnderWay',
}

/** The checkout is paid, deleted or has expired. */
const GONE = '200.300.404'

/**
 * Applies a gift card to the checkout, or removes one; the session of the form is changed with it.
 * `path`: below the checkout.
 */
export async function changeCards(
  form: FormShell,
  path: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<ChangedCards> {
  const { base, checkoutId } = form.checkout.boot
  const address = `${base}/v1/checkouts/${checkoutId}${path}`
  const headers = { 'accept-language': form.language.value.tag }
  const body = new URLSearchParams(fields)
  try {
    const answer = await fetch(address, { method: 'POST', credentials: 'omit', headers, body })
    if (!answer.ok) return { key: sentenceOf(form, (await answer.json()) as Refused) }
    const changed = (await answer.json()) as GiftCardsAnswer
    const { giftCards } = changed
    const session = form.session.peek()
    if (session) {
      const found = { ...session, ...giftCards.rest, giftCards }
      form.session.value = found
      form.opened(found)
    }
    return changed
  } catch {
    return { key: 'giftFailed' }
  }
}

/** A number that fits its field is at fault only if its card is applied already, or is one too many. */
function sentenceOf(form: FormShell, { result }: Refused): MessageKey {
  const { code, parameterErrors } = result
  const sentence = SENTENCES[code]
  if (sentence !== undefined) return sentence
  if (parameterErrors === undefined) return code === GONE ? 'sessionInvalid' : 'giftFailed'
  return form.session.peek()?.giftCards?.mayAdd ? 'giftTwice' : 'giftTooMany'
}

/** An amount as people of the form's language write it. */
export function writtenIn(form: FormShell, { amount, amountTexts }: WrittenMoney): string {
  return amountText(form, amount, form.session.value?.currency, amountTexts)
}
