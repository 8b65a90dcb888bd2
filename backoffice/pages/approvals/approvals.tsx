import { useState } from 'preact/hooks'
import type { AdminApproval } from '../../../common/admin-wire.ts'
import { session } from '../../api/session.ts'
import { useRead } from '../../api/use-read.ts'
import { Empty, FailureNotice, Skeleton } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { Amount, Time } from '../../parts/values.tsx'
import { BASE } from '../../shell/menu.ts'
import { t, word } from '../../texts/texts.ts'
import { ApprovalDialog } from './approval-dialog.tsx'

interface Opened {
  readonly approval: AdminApproval
  readonly decision: 'accept' | 'reject'
}

/** Operations that wait for a second person. */
export default function Approvals() {
  const reading = useRead<{ readonly requests: readonly AdminApproval[] }>('/requests')
  const [opened, open] = useState<Opened>()
  const approvals = reading.body?.requests ?? []
  return (
    <Page title={t('menu.approvals')}>
      <p class="max-w-2xl text-pretty text-muted">{t('approvals.lead')}</p>
      <div class="panel overflow-hidden">
        {reading.failure !== undefined && (
          <FailureNotice failure={reading.failure} retry={reading.reload} />
        )}
        {reading.body === undefined && reading.isLoading && <Skeleton rows={4} />}
        {approvals.length > 0 && <ApprovalTable approvals={approvals} open={open} />}
        {reading.body !== undefined && approvals.length === 0 && (
          <Empty icon="approvals" title={t('approvals.none')} text={t('approvals.noneText')} />
        )}
      </div>
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
  const me = session.value?.user.email
  return (
    <div class="overflow-x-auto">
      <table class="data-table">
        <thead>
          <tr>
            <th scope="col">{t('column.time')}</th>
            <th scope="col">{t('column.type')}</th>
            <th scope="col" class="end">
              {t('column.amount')}
            </th>
            <th scope="col">{t('approvals.askedBy')}</th>
            <th scope="col">{t('reason.label')}</th>
            <th scope="col">
              <span class="sr-only">{t('column.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {props.approvals.map((approval) => (
            <tr key={approval.id}>
              <td>
                <a data-row class="link" href={`${BASE}/payments/${approval.paymentId}`}>
                  <Time at={approval.askedAt} />
                </a>
              </td>
              <td>{word('type', approval.paymentType)}</td>
              <td class="end">
                <Amount amount={approval.amount} currency={approval.currency} />
              </td>
              <td>{approval.askedBy}</td>
              <td class="max-w-64 truncate" title={approval.reason}>
                {approval.reason}
              </td>
              <td>
                {approval.askedBy === me ? (
                  <span class="text-muted">{t('approvals.own')}</span>
                ) : (
                  <span class="flex justify-end gap-2">
                    <button
                      type="button"
                      class="button"
                      onClick={() => props.open({ approval, decision: 'accept' })}
                    >
                      {t('approval.accept')}
                    </button>
                    <button
                      type="button"
                      class="button button-bad"
                      onClick={() => props.open({ approval, decision: 'reject' })}
                    >
                      {t('approval.reject')}
                    </button>
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
