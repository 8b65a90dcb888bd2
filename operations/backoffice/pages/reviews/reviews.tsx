import { Empty } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { t } from '../../texts/texts.ts'
import { FoundPayments } from '../payments/found-payments.tsx'
import { usePayments } from '../payments/use-payments.ts'

const IN_REVIEW = { state: 'review' } as const

/** Payments that wait for a person to accept or reject them, however long ago they were made. */
export default function Reviews() {
  const payments = usePayments(IN_REVIEW)
  return (
    <Page title={t('menu.reviews')}>
      <p class="max-w-2xl text-pretty text-muted">{t('reviews.lead')}</p>
      <FoundPayments payments={payments} filters={IN_REVIEW}>
        <Empty icon="reviews" title={t('reviews.none')} text={t('reviews.noneText')} />
      </FoundPayments>
    </Page>
  )
}
