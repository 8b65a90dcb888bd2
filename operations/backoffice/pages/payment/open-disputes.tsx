import type { AdminPaymentDetails } from '../../../administration/answer.ts'
import { may } from '../../api/session.ts'
import { Icon } from '../../parts/icon.tsx'
import { Amount } from '../../parts/values.tsx'
import { BASE } from '../../shell/menu.ts'
import { t, word } from '../../texts/texts.ts'
import { relativeTime, wholeTime } from '../../texts/times.ts'

/** Disputes about a payment that are not over, with the moment until which they have to be answered. */
export function OpenDisputes({ of }: { readonly of: AdminPaymentDetails['openDisputes'] }) {
  if (of.length === 0) return null
  return (
    <section
      aria-label={t('payment.disputed')}
      class="no-print panel flex gap-2 border-warn/50 px-5 py-3"
    >
      <Icon name="disputes" class="mt-0.5 flex-none text-warn" />
      <ul class="flex min-w-0 flex-col gap-2">
        {of.map(({ id, amount, currency, stage, respondBy }) => (
          <li key={id}>
            <p class="flex flex-wrap items-baseline gap-x-2">
              <span class="text-label font-semibold">{t('payment.disputed')}</span>
              <Amount amount={amount} currency={currency} />
              <span class="text-muted">{word('disputeStage', stage)}</span>
            </p>
            <p>
              {respondBy === undefined
                ? t('disputes.noDeadline')
                : t('payment.answerBy', {
                    time: wholeTime(respondBy),
                    left: relativeTime(respondBy),
                  })}
            </p>
            {may('disputes.read') && (
              <a class="link" href={`${BASE}/disputes/${id}`}>
                {t('payment.toDispute')}
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
