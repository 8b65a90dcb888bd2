import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { useRead } from '../../api/use-read.ts'
import { EntityPicker } from '../../parts/entity-picker.tsx'
import { LinkRow, RowLink } from '../../parts/link-row.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Empty } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { Pages } from '../../parts/pages.tsx'
import { Table } from '../../parts/table.tsx'
import { useSort } from '../../parts/use-sort.ts'
import { Amount, Time } from '../../parts/values.tsx'
import { BASE } from '../../shell/menu.ts'
import { brandName } from '../../texts/brands.ts'
import { t, word } from '../../texts/texts.ts'
import { type Dispute, isDueSoon, reasonText, SOON_DAYS, shopperOf } from './dispute-wire.ts'
import { Deadline, DisputeOutcome } from './outcome.tsx'
import { Ratios } from './ratios.tsx'

/** In the place of an outcome: what has to be answered within the next days. */
const SOON = 'soon'

const OUTCOMES = ['open', 'won', 'lost', 'accepted', 'expired'] as const

interface DisputePage {
  /** In which times are shown. */
  readonly timeZone: string
  readonly disputes: readonly Dispute[]
  /** Sent for the next ones. */
  readonly cursor?: string
}

/** Disputes, the nearest deadline first, then those that ask nothing of anybody. */
export default function DisputeList() {
  const { url, query } = useLocation()
  // Another entity, state or order begins with its first dispute, whatever page of this one was read.
  return <DisputePages key={url} entityId={query.entity} />
}

function DisputePages({ entityId }: { readonly entityId: string | undefined }) {
  const { path, query, route } = useLocation()
  const { outcome = '' } = query
  const sorted = useSort(['respondBy', 'openedAt', 'amount'])
  const isSoon = outcome === SOON
  const [cursors, setCursors] = useState<readonly string[]>([])
  const reading = useRead<DisputePage>('/disputes', {
    entityId,
    // What is due soon is found where the nearest deadline comes first.
    sortValue: isSoon ? 'respondBy' : sorted.sortValue,
    sortOrder: isSoon ? 'ASC' : sorted.sortOrder,
    disputeOutcome: isSoon ? 'open' : outcome,
    cursor: cursors.at(-1),
  })
  const choose = (wanted: string) => {
    const { outcome: _, ...others } = query
    const chosen = wanted === '' ? others : { ...others, outcome: wanted }
    route(`${path}?${new URLSearchParams(chosen)}`)
  }
  return (
    <Page
      title={t('menu.disputes')}
      beside={
        <>
          <EntityPicker />
          <select
            aria-label={t('column.state')}
            class="field-small"
            data-set={outcome !== ''}
            value={outcome}
            onChange={(event) => choose(event.currentTarget.value)}
          >
            <option value="">{t('webhook.allStates')}</option>
            <option value={SOON}>{t('disputes.soon', { days: SOON_DAYS })}</option>
            {OUTCOMES.map((one) => (
              <option key={one} value={one}>
                {t(`disputeOutcome.${one}`)}
              </option>
            ))}
          </select>
        </>
      }
    >
      <Loaded reading={reading} rows={6}>
        {({ disputes: read, cursor, timeZone }) => {
          const disputes = isSoon ? read.filter((one) => isDueSoon(one)) : read
          // The nearest deadline first: after one that is far away, none is near.
          const last = read.at(-1)
          const isOver = isSoon && last !== undefined && !isDueSoon(last)
          return (
            <>
              {disputes.length === 0 ? (
                <Empty
                  icon="disputes"
                  title={t(isSoon ? 'disputes.noneSoon' : 'disputes.none')}
                  text={t('disputes.noneText')}
                />
              ) : (
                <DisputeTable
                  disputes={disputes}
                  sorted={isSoon ? undefined : sorted}
                  timeZone={timeZone}
                />
              )}
              <p class="px-4 py-2 text-hint text-muted">{t('times.zone', { zone: timeZone })}</p>
              <Pages cursors={cursors} next={isOver ? undefined : cursor} onCursors={setCursors} />
            </>
          )
        }}
      </Loaded>
      <Ratios entityId={entityId} />
    </Page>
  )
}

interface DisputeTableProps {
  readonly disputes: readonly Dispute[]
  /** Absent: the list has one order. */
  readonly sorted: ReturnType<typeof useSort> | undefined
  readonly timeZone: string
}

function DisputeTable({ disputes, sorted, timeZone }: DisputeTableProps) {
  const by = (name: string) => {
    const sort = sorted?.of(name)
    return sort === undefined ? {} : { sort }
  }
  return (
    <Table
      columns={[
        { text: t('disputes.answerBy'), ...by('respondBy') },
        { text: t('column.state'), isWide: true },
        { text: t('column.amount'), isEnd: true, ...by('amount') },
        { text: t('column.reference'), isWide: true },
        { text: t('column.customer'), isWidest: true },
        { text: t('disputes.stage'), isWide: true },
        { text: t('disputes.reason'), isWide: true },
        { text: t('column.method'), isWidest: true },
        { text: t('disputes.opened'), isWidest: true, ...by('openedAt') },
      ]}
    >
      {disputes.map((dispute) => {
        const href = `${BASE}/disputes/${dispute.id}`
        return (
          <LinkRow key={dispute.id} href={href}>
            <td class="md:min-w-28">
              <RowLink href={href}>
                <Deadline dispute={dispute} timeZone={timeZone} />
              </RowLink>
              <span class="block pb-1 md:hidden">
                <DisputeOutcome outcome={dispute.outcome} />
              </span>
            </td>
            <td class="hidden md:table-cell">
              <DisputeOutcome outcome={dispute.outcome} />
            </td>
            <td class="end">
              <Amount amount={dispute.amount} currency={dispute.currency} />
            </td>
            <td class="hidden max-w-40 truncate md:table-cell">{dispute.merchantTransactionId}</td>
            <td class="hidden max-w-48 truncate xl:table-cell" title={shopperOf(dispute)}>
              {dispute.holder ?? dispute.customerEmail}
            </td>
            <td class="hidden md:table-cell">{word('disputeStage', dispute.stage)}</td>
            <td class="hidden w-1/4 md:table-cell" title={reasonText(dispute)}>
              {[dispute.reasonCode, reasonText(dispute)].filter(Boolean).join(' · ')}
            </td>
            <td class="hidden xl:table-cell">{brandName(dispute.paymentBrand)}</td>
            <td class="hidden text-muted xl:table-cell [&_time]:whitespace-normal">
              <Time at={dispute.openedAt} timeZone={timeZone} />
            </td>
          </LinkRow>
        )
      })}
    </Table>
  )
}
