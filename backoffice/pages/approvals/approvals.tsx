import { useState } from 'preact/hooks'
import type { AdminApproval } from '../../../common/admin-wire.ts'
import { useRead } from '../../api/use-read.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Empty } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { Table } from '../../parts/table.tsx'
import { Amount, Time } from '../../parts/values.tsx'
import { BASE } from '../../shell/menu.ts'
import { actorText } from '../../texts/actors.ts'
import { t, word } from '../../texts/texts.ts'
import { ApprovalDialog } from './approval-dialog.tsx'
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

/** Who has paid. */
function shopperOf({ payment }: AdminApproval): string | undefined {
  return payment?.holder ?? payment?.customerEmail
}

function ApprovalTable(props: {
  readonly approvals: readonly AdminApproval[]
  readonly open: (opened: Opened) => void
}) {
  return (
    <Table
      columns={[
        { text: t('column.payment') },
        { text: t('column.customer'), isWide: true },
        { text: t('column.type'), isWide: true },
        { text: t('column.amount'), isEnd: true, isWide: true },
        { text: t('approvals.askedBy'), isWide: true },
        { text: t('column.actions'), isHidden: true },
      ]}
    >
      {props.approvals.map((approval) => (
        <tr key={approval.id}>
          <td class="py-2">
            <a data-row class="link" href={`${BASE}/payments/${approval.paymentId}`}>
              {approval.payment?.shortId ?? approval.paymentId.slice(0, 8)}
            </a>
            <span class="block text-hint text-muted">
              <Time at={approval.askedAt} />
            </span>
            <div class="pt-1 md:hidden">
              {word('type', approval.paymentType)}{' '}
              <Amount amount={approval.amount} currency={approval.currency} />
              <Asked approval={approval} />
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
          <td class="hidden md:table-cell">{word('type', approval.paymentType)}</td>
          <td class="end hidden md:table-cell">
            <Amount amount={approval.amount} currency={approval.currency} />
          </td>
          <td class="hidden md:table-cell">
            <Asked approval={approval} />
          </td>
          <td>
            <span class="flex flex-wrap items-center justify-end gap-2 py-1 xl:flex-nowrap">
              <Decisions
                approval={approval}
                onDecide={(decision) => props.open({ approval, decision })}
              />
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
