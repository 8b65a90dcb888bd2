import type { AdminPaymentList } from '../../../common/admin-wire.ts'
import { useRead } from '../../api/use-read.ts'
import { Empty, FailureNotice, Skeleton } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { PaymentTable } from '../../parts/payment-table.tsx'
import { t } from '../../texts/texts.ts'

/** Payments that wait for a person to accept or reject them. */
export default function Reviews() {
  const reading = useRead<AdminPaymentList>('/payments', { state: 'review' })
  const payments = reading.body?.payments ?? []
  return (
    <Page title={t('menu.reviews')}>
      <p class="max-w-2xl text-pretty text-muted">{t('reviews.lead')}</p>
      <div class="panel overflow-hidden">
        {reading.failure !== undefined && (
          <FailureNotice failure={reading.failure} retry={reading.reload} />
        )}
        {reading.body === undefined && reading.isLoading && <Skeleton rows={5} />}
        {payments.length > 0 && <PaymentTable payments={payments} />}
        {reading.body !== undefined && payments.length === 0 && (
          <Empty icon="reviews" title={t('reviews.none')} text={t('reviews.noneText')} />
        )}
      </div>
    </Page>
  )
}
