import { useRead } from '../../api/use-read.ts'
import { LinkRow, RowLink } from '../../parts/link-row.tsx'
import { Empty, FailureNotice, Skeleton } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { Amount, Time } from '../../parts/values.tsx'
import { BASE } from '../../shell/menu.ts'
import { brandName } from '../../texts/brands.ts'
import { t, word } from '../../texts/texts.ts'
import { byDeadline, type Dispute } from './dispute-wire.ts'
import { Deadline, DisputeOutcome } from './outcome.tsx'

/** Disputes, the nearest deadline first. */
export default function DisputeList() {
  const reading = useRead<{ readonly disputes: readonly Dispute[] }>('/disputes')
  const disputes = byDeadline(reading.body?.disputes ?? [])
  return (
    <Page title={t('menu.disputes')}>
      <div class="panel overflow-hidden">
        {reading.failure !== undefined && (
          <FailureNotice failure={reading.failure} retry={reading.reload} />
        )}
        {reading.body === undefined && reading.isLoading && <Skeleton rows={6} />}
        {disputes.length > 0 && <DisputeTable disputes={disputes} />}
        {reading.body !== undefined && disputes.length === 0 && (
          <Empty icon="disputes" title={t('disputes.none')} text={t('disputes.noneText')} />
        )}
      </div>
    </Page>
  )
}

function DisputeTable({ disputes }: { readonly disputes: readonly Dispute[] }) {
  return (
    <div class="overflow-x-auto">
      <table class="data-table">
        <thead>
          <tr>
            <th scope="col">{t('disputes.answerBy')}</th>
            <th scope="col">{t('column.state')}</th>
            <th scope="col" class="end">
              {t('column.amount')}
            </th>
            <th scope="col" class="hidden md:table-cell">
              {t('disputes.stage')}
            </th>
            <th scope="col" class="hidden md:table-cell">
              {t('disputes.reason')}
            </th>
            <th scope="col" class="hidden md:table-cell">
              {t('column.method')}
            </th>
            <th scope="col" class="hidden lg:table-cell">
              {t('disputes.opened')}
            </th>
          </tr>
        </thead>
        <tbody>
          {disputes.map((dispute) => {
            const href = `${BASE}/disputes/${dispute.id}`
            return (
              <LinkRow key={dispute.id} href={href}>
                <td>
                  <RowLink href={href}>
                    <Deadline dispute={dispute} />
                  </RowLink>
                </td>
                <td>
                  <DisputeOutcome outcome={dispute.outcome} />
                </td>
                <td class="end">
                  <Amount amount={dispute.amount} currency={dispute.currency} />
                </td>
                <td class="hidden md:table-cell">{word('disputeStage', dispute.stage)}</td>
                <td class="hidden max-w-64 truncate md:table-cell" title={dispute.chargebackReason}>
                  {[dispute.reasonCode, dispute.chargebackReason].filter(Boolean).join(' · ')}
                </td>
                <td class="hidden md:table-cell">{brandName(dispute.paymentBrand)}</td>
                <td class="hidden text-muted lg:table-cell">
                  <Time at={dispute.openedAt} />
                </td>
              </LinkRow>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
