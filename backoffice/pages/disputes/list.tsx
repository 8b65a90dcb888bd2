import { useLocation } from 'preact-iso'
import { LinkRow, RowLink } from '../../parts/link-row.tsx'
import { Empty, FailureNotice, Skeleton } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { Table } from '../../parts/table.tsx'
import { Amount, Time } from '../../parts/values.tsx'
import { BASE } from '../../shell/menu.ts'
import { brandName } from '../../texts/brands.ts'
import { t, word } from '../../texts/texts.ts'
import { byDeadline, type Dispute } from './dispute-wire.ts'
import { Deadline, DisputeOutcome } from './outcome.tsx'
import { MAX_CHANNELS, useDisputes } from './use-disputes.ts'

/** Disputes, the nearest deadline first. */
export default function DisputeList() {
  const { query, route } = useLocation()
  const channelId = query.entity ?? ''
  const { channels, disputes, failure, reload } = useDisputes(channelId)
  return (
    <Page
      title={t('menu.disputes')}
      beside={
        channels.length > 1 && (
          <select
            aria-label={t('disputes.channel')}
            class="field-small"
            data-set={channelId !== ''}
            value={channelId}
            onChange={(event) => route(`${BASE}/disputes?entity=${event.currentTarget.value}`)}
          >
            <option value="">{t('disputes.everyChannel')}</option>
            {channels.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )
      }
    >
      {channelId === '' && channels.length > MAX_CHANNELS && (
        <p class="text-warn">{t('disputes.cut')}</p>
      )}
      <div class="panel overflow-hidden">
        {failure !== undefined && <FailureNotice failure={failure} retry={reload} />}
        {disputes === undefined && failure === undefined && <Skeleton rows={6} />}
        {disputes !== undefined && disputes.length > 0 && (
          <DisputeTable disputes={byDeadline(disputes)} />
        )}
        {disputes?.length === 0 && failure === undefined && (
          <Empty icon="disputes" title={t('disputes.none')} text={t('disputes.noneText')} />
        )}
      </div>
    </Page>
  )
}

function DisputeTable({ disputes }: { readonly disputes: readonly Dispute[] }) {
  return (
    <Table
      columns={[
        { text: t('disputes.answerBy') },
        { text: t('column.state') },
        { text: t('column.amount'), isEnd: true },
        { text: t('disputes.stage'), isWide: true },
        { text: t('disputes.reason'), isWide: true },
        { text: t('column.method'), isWide: true },
        { text: t('disputes.opened'), isWide: true },
      ]}
    >
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
            <td class="hidden text-muted md:table-cell">
              <Time at={dispute.openedAt} />
            </td>
          </LinkRow>
        )
      })}
    </Table>
  )
}
