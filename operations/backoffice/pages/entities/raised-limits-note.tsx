import { shownMoney } from '../../texts/money.ts'
import { t } from '../../texts/texts.ts'
import { type Limit, raisedLimits } from './raised-limits.ts'

/** Raised limits go on for a day: said before they are saved. */
export function RaisedLimitsNote(props: {
  readonly own: unknown
  readonly next: unknown
  readonly earlier: readonly Limit[]
}) {
  return raisedLimits(props.own, props.next, props.earlier).map(({ currency, amount }) => (
    <span key={currency} class="block pt-1 text-warn">
      {t('entity.raisedLimit', { amount: shownMoney(amount, currency) })}
    </span>
  ))
}
