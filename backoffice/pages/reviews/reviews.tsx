import type { AdminPaymentList } from '../../../common/admin-wire.ts'
import { useRead } from '../../api/use-read.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Empty } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { PaymentTable } from '../../parts/payment-table.tsx'
import { t } from '../../texts/texts.ts'

/** Payments that wait for a person to accept or reject them. */
export default function Reviews() {
  const reading = useRead<AdminPaymentList>('/payments', { state: 'review' })
  return (
    <Page title={t('menu.reviews')}>
      <p class="max-w-2xl text-pretty text-muted">{t('reviews.lead')}</p>
      <Loaded reading={reading} rows={5}>
        {({ payments }) =>
          payments.length === 0 ? (
            <Empty icon="reviews" title={t('reviews.none')} text={t('reviews.noneText')} />
          ) : (
            <PaymentTable payments={payments} />
          )
        }
      </Loaded>
    </Page>
  )
}
