import type { AdminPayment, AdminRelatedPayments } from '../../../administration/answer.ts'
import { Icon } from '../../parts/icon.tsx'
import { Section } from '../../parts/page.tsx'
import { PaymentTable } from '../../parts/payment-table.tsx'
import { BASE } from '../../shell/menu.ts'
import { shownMoney } from '../../texts/money.ts'
import { t } from '../../texts/texts.ts'
import { shownTime } from '../../texts/times.ts'

interface RelatedProps {
  readonly related: AdminRelatedPayments | undefined
}

/** Says that the order may be paid twice, and by which payments. */
export function PaidTwice({ related }: RelatedProps) {
  const twice = related?.twice ?? []
  if (twice.length === 0) return null
  return (
    <section
      aria-label={t('related.twice')}
      class="no-print panel flex gap-2 border-warn/50 px-5 py-3"
    >
      <Icon name="warn" class="mt-0.5 flex-none text-warn" />
      <div>
        <p class="text-label font-semibold">{t('related.twice')}</p>
        <p class="text-muted">{t('related.twiceHint')}</p>
        <ul class="flex flex-col gap-1 pt-1">
          {twice.map((payment) => (
            <li key={payment.id}>
              <a class="link inline-block" href={`${BASE}/payments/${payment.id}`}>
                {nameOf(payment)}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

function nameOf({ createdAt, amount, currency, merchantTransactionId }: AdminPayment): string {
  const parts = [shownTime(createdAt), shownMoney(amount, currency), merchantTransactionId]
  return parts.filter(Boolean).join(' · ')
}

/** Other attempts of the same order and of the same customer. */
export function OtherAttempts({ related }: RelatedProps) {
  if (related === undefined) return null
  const { ofOrder, ofCustomer } = related
  return (
    <div class="no-print flex flex-col gap-4">
      {ofOrder.length > 0 && (
        <Section title={t('related.ofOrder')}>
          <PaymentTable payments={ofOrder} />
        </Section>
      )}
      {ofCustomer.length > 0 && (
        <Section title={t('related.ofCustomer')}>
          <PaymentTable payments={ofCustomer} />
        </Section>
      )}
    </div>
  )
}
