import { useState } from 'preact/hooks'
import type { AdminApproval } from '../../../administration/answer.ts'
import { useRead } from '../../api/use-read.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Empty } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { Table } from '../../parts/table.tsx'
import { Amount, Time } from '../../parts/values.tsx'
import { BASE } from '../../shell/menu.ts'
import { actorText } from '../../texts/actors.ts'
import { t } from '../../texts/texts.ts'
import { ApprovalDialog } from './approval-dialog.tsx'
import { AskedFacts, askedText, shopperOf } from './asked-facts.tsx'
import { type Decision, Decisions } from './decisions.tsx'

interface Opened {
  readonly approval: AdminApproval
  readonly decision: Decision
}

/** Operations that wait for a second person. */
export default function Approvals() {
  const reading = useRead<{ readonly requests: readonly AdminApproval[] }>('/requests')
  const [opened, open] = useState<Opened>()
  return (
    <Page title={t('menu.approvals')}>
      <p class="max-w-2xl text-pretty text-muted">{t('approvals.lead')}</p>
      <Loaded reading={reading} rows={4}>
        {({ requests }) =>
          requests.length === 0 ? (
            <Empty icon="approvals" title={t('approvals.none')} text={t('approvals.noneText')} />
          ) : (
            <ApprovalTable approvals={requests} open={open} />
          )
        }
      </Loaded>
      {opened !== undefined && (
        <ApprovalDialog {...opened} onDone={reading.reload} onClose={() => open(undefined)} />
      )}
    </Page>
  )
}

function ApprovalTable(props: {
  readonly approvals: readonly AdminApproval[]
  readonly open: (opened: Opened) => void
}) {
  const decide = (approval: AdminApproval) => (decision: Decision) =>
    props.open({ approval, decision })
  return (
    <Table
      columns={[
        { text: t('column.payment') },
        { text: t('column.customer'), isWide: true },
        { text: t('column.type'), isWide: true },
        { text: t('column.amount'), isEnd: true, isWide: true },
        { text: t('approvals.askedBy'), isWide: true },
        { text: t('column.actions'), isHidden: true, isWide: true },
      ]}
    >
      {props.approvals.map((approval) => (
        <tr key={approval.id}>
          <td class="py-2">
            <a data-row class="link" href={`${BASE}/payments/${approval.paymentId}`}>
              {approval.payment?.shortId ?? approval.paymentId.slice(0, 8)}
            </a>
            <span class="hidden text-hint text-muted md:block">
              <Time at={approval.askedAt} />
            </span>
            <div class="flex flex-col gap-3 pt-1 pb-2 md:hidden">
              <AskedFacts approval={approval} />
              <span class="flex flex-wrap items-center gap-2">
                <Decisions approval={approval} onDecide={decide(approval)} />
              </span>
            </div>
          </td>
          <td class="hidden max-w-44 md:table-cell">
            <span class="block truncate" title={shopperOf(approval)}>
              {shopperOf(approval)}
            </span>
            <span
              class="block truncate text-hint text-muted"
              title={approval.payment?.merchantTransactionId}
            >
              {approval.payment?.merchantTransactionId}
            </span>
          </td>
          <td class="hidden md:table-cell">{askedText(approval)}</td>
          <td class="end hidden md:table-cell">
            <Amount amount={approval.amount} currency={approval.currency} />
          </td>
          <td class="hidden md:table-cell">
            <Asked approval={approval} />
          </td>
          <td class="hidden md:table-cell">
            <span class="flex flex-wrap items-center justify-end gap-2 py-1 xl:flex-nowrap">
              <Decisions approval={approval} onDecide={decide(approval)} />
            </span>
          </td>
        </tr>
      ))}
    </Table>
  )
}

/** Who has asked, and why: what the second person decides on. */
function Asked({ approval: { askedBy, reason } }: { readonly approval: AdminApproval }) {
  return (
    <span class="block [overflow-wrap:anywhere]">
      {actorText(askedBy)}
      <span class="block text-hint text-muted">{reason}</span>
    </span>
  )
}
