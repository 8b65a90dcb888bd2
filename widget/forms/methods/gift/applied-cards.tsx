import { shownNumber } from '../../../../common/shown-number.ts'
import type { FormShell } from '../../shell/form-shell.ts'
import type { GiftCards } from './ask-gift.tsx'
import { writtenIn } from './change-cards.ts'

interface AppliedCardsProps {
  readonly form: FormShell
  readonly gift: GiftCards
}

/** The button that applies the typed card, the cards that were applied, and what is left to pay. */
export function AppliedCards({ form, gift }: AppliedCardsProps) {
  const { giftCards } = form.session.value ?? {}
  if (giftCards === undefined) return null
  const { translate } = form.language.value
  const balance = gift.balance()
  return (
    <div class="wpwl-group wpwl-group-giftCards wpwl-clearfix">
      <button
        type="button"
        class="wpwl-button wpwl-button-gift"
        aria-disabled={gift.isAsking.value || form.phase.value !== 'open'}
        onClick={() => gift.press()}
      >
        {translate('giftApply')}
      </button>
      {balance && (
        <div class="wpwl-gift-balance">{translate('giftPaysAll', { amount: balance })}</div>
      )}
      {giftCards.parts.length > 0 && (
        <ul class="wpwl-gift-cards">
          {giftCards.parts.map((part) => {
            const name = translate('buttonGiftCard')
            const number = shownNumber(part.last4Digits)
            return (
              <li key={part.id} class="wpwl-gift-card">
                <span class="wpwl-gift-name">
                  {name} <bdi dir="ltr">{number}</bdi>
                </span>
                <bdi class="wpwl-gift-amount">{negative(writtenIn(form, part))}</bdi>
                <button
                  type="button"
                  class="wpwl-gift-remove"
                  aria-label={`${translate('giftRemove')}: ${name} ${number}`}
                  onClick={() => gift.remove(part.id)}
                >
                  {translate('giftRemove')}
                </button>
              </li>
            )
          })}
          <li class="wpwl-gift-card wpwl-gift-rest">
            <span class="wpwl-gift-name">{translate('giftRest')}</span>
            <bdi key={giftCards.rest.amount} class="wpwl-gift-amount">
              {writtenIn(form, giftCards.rest)}
            </bdi>
          </li>
        </ul>
      )}
    </div>
  )
}

/** With the sign on the left of the digits, as in languages from right to left, too. */
function negative(amount: string): string {
  return amount.replace(/^\u200f?/, '$&\u200e\u2212')
}
