import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { AdminStoredDetails, AdminStoredList } from '../../../administration/answer.ts'
import { useRead } from '../../api/use-read.ts'
import type { IconName } from '../../parts/icon.tsx'
import { LinkRow, RowLink } from '../../parts/link-row.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Empty } from '../../parts/notice.tsx'
import { Pages } from '../../parts/pages.tsx'
import { Pill, type Tone } from '../../parts/state.tsx'
import { Table } from '../../parts/table.tsx'
import { BASE } from '../../shell/menu.ts'
import { brandName } from '../../texts/brands.ts'
import { t } from '../../texts/texts.ts'
import { shownTime } from '../../texts/times.ts'

/** How each state of stored details looks. */
const STATES: Readonly<Record<AdminStoredDetails['state'], readonly [IconName, Tone]>> = {
  active: ['tick', 'good'],
  failed: ['cross', 'bad'],
  deleted: ['void', 'muted'],
  expired: ['clock', 'muted'],
}

/** What merchants have stored of their shoppers, newest first. */
export function StoredList() {
  const [cursors, setCursors] = useState<readonly string[]>([])
  const { query } = useLocation()
  const reading = useRead<AdminStoredList>('/stored-details', {
    limit: '50',
    entityId: query.entity,
    cursor: cursors.at(-1),
  })
  return (
    <Loaded reading={reading} rows={8}>
      {({ storedDetails, cursor }) => (
        <>
          {storedDetails.length === 0 && cursor === undefined ? (
            <Empty icon="customers" title={t('customers.none')} text={t('customers.noneText')} />
          ) : (
            <StoredTable storedDetails={storedDetails} />
          )}
          <Pages cursors={cursors} next={cursor} onCursors={setCursors} />
        </>
      )}
    </Loaded>
  )
}

/** Stored details as rows. */
export function StoredTable(props: { readonly storedDetails: readonly AdminStoredDetails[] }) {
  return (
    <Table
      columns={[
        { text: t('customers.stored') },
        { text: t('column.state') },
        { text: t('column.customer') },
        { text: t('customers.expiry'), isWide: true },
        { text: t('column.reference'), isWide: true },
        { text: t('column.time'), isWide: true },
      ]}
    >
      {props.storedDetails.map((stored) => (
        <StoredRow key={stored.id} stored={stored} />
      ))}
    </Table>
  )
}

function StoredRow({ stored }: { readonly stored: AdminStoredDetails }) {
  const { id, state, paymentBrand, last4, holder, cardExpiry, merchantTransactionId } = stored
  const href = `${BASE}/customers?id=${id}`
  const [icon, tone] = STATES[state]
  return (
    <LinkRow href={href}>
      <td>
        <RowLink href={href}>
          {brandName(paymentBrand)}
          {last4 === undefined ? '' : ` •••• ${last4}`}
        </RowLink>
      </td>
      <td>
        <Pill icon={icon} tone={tone} text={t(`customers.${state}`)} />
      </td>
      <td class="max-w-48 truncate">{holder}</td>
      <td class="hidden md:table-cell">{cardExpiry}</td>
      <td class="hidden md:table-cell">{merchantTransactionId}</td>
      <td class="hidden md:table-cell">{shownTime(stored.createdAt)}</td>
    </LinkRow>
  )
}
