import type { AdminSubscriptionList } from '../../../subscriptions/answer.ts'
import { useRead } from '../../api/use-read.ts'
import { FailureNotice, Skeleton } from '../../parts/notice.tsx'
import { Section } from '../../parts/page.tsx'
import { t } from '../../texts/texts.ts'
import { SubscriptionTable } from '../subscriptions/subscription-table.tsx'

/** What is paid again and again with stored details. */
export function Schedules({ registrationId }: { readonly registrationId: string }) {
  const reading = useRead<AdminSubscriptionList>('/subscriptions', { registrationId })
  const { failure, body, isLoading, reload } = reading
  return (
    <Section title={t('schedules.title')}>
      {failure !== undefined && <FailureNotice failure={failure} retry={reload} />}
      {body === undefined && isLoading && <Skeleton rows={2} />}
      {body?.subscriptions.length === 0 && (
        <p class="px-4 pt-1 pb-4 text-muted">{t('schedules.none')}</p>
      )}
      {body !== undefined && body.subscriptions.length > 0 && (
        <SubscriptionTable subscriptions={body.subscriptions} />
      )}
    </Section>
  )
}
