import { useState } from 'preact/hooks'
import type { AdminSettlementLine, AdminSettlementLines } from '../../../settlement/answer.ts'
import { useRead } from '../../api/use-read.ts'
import { Icon } from '../../parts/icon.tsx'
import { FailureNotice, Skeleton } from '../../parts/notice.tsx'
import { Section } from '../../parts/page.tsx'
import { Pages } from '../../parts/pages.tsx'
import { Table } from '../../parts/table.tsx'
import { Amount } from '../../parts/values.tsx'
import { BASE } from '../../shell/menu.ts'
import { t, word } from '../../texts/texts.ts'

/** The lines of a payout or a file, each with the payments that it is about. */
export function FileLines(props: {
  readonly path: string
  /** What each line leads to beside its payments. */
  readonly leadsTo: 'file' | 'payout'
}) {
  const [cursors, setCursors] = useState<readonly string[]>([])
  const { body, failure, isLoading, reload } = useRead<AdminSettlementLines>(props.path, {
    afterLine: cursors.at(-1),
  })
  return (
    <Section title={t('settlements.lines')}>
      {failure !== undefined && <FailureNotice failure={failure} retry={reload} />}
      {body === undefined && isLoading && <Skeleton rows={6} />}
      {body?.lines.length === 0 && <p class="px-4 pt-1 pb-3 text-muted">{t('payouts.noLines')}</p>}
      {body !== undefined && body.lines.length > 0 && (
        <LineTable lines={body.lines} leadsTo={props.leadsTo} />
      )}
      {body !== undefined && (
        <Pages cursors={cursors} next={body.afterLine} onCursors={setCursors} />
      )}
    </Section>
  )
}

function LineTable(props: {
  readonly lines: readonly AdminSettlementLine[]
  readonly leadsTo: 'file' | 'payout'
}) {
  const isOfFile = props.leadsTo === 'payout'
  return (
    <Table
      columns={[
        { text: t('payouts.line'), isEnd: true },
        { text: t('column.type') },
        { text: t('payouts.payment') },
        { text: t('settlements.settledOn'), isWidest: true },
        { text: t('payouts.gross'), isEnd: true, isWide: true },
        { text: t('settlements.fees'), isEnd: true, isWide: true },
        { text: t('settlements.net'), isEnd: true },
      ]}
    >
      {props.lines.map((line) => (
        <tr key={line.id}>
          <td class="end">
            <a
              class="link figures"
              href={
                isOfFile
                  ? `${BASE}/payouts/${line.payoutId}`
                  : `${BASE}/settlements/files/${line.fileId}`
              }
              title={t(isOfFile ? 'payouts.toPayout' : 'payouts.toFile')}
            >
              {line.lineNumber}
            </a>
          </td>
          <td>
            {word('lineType', line.type)}
            {line.flag !== undefined && (
              <span class="flex items-center gap-1 text-warn">
                <Icon name="warn" class="size-3.5 flex-none" />
                {word('lineState', line.flag)}
              </span>
            )}
          </td>
          <td class="[overflow-wrap:anywhere]">
            <PaymentsOf line={line} />
          </td>
          <td class="hidden whitespace-nowrap text-muted xl:table-cell">{line.settledOn}</td>
          <td class="end hidden md:table-cell">
            <Amount amount={line.gross} currency={line.grossCurrency} />
          </td>
          <td class="end hidden md:table-cell">
            {line.fees.length === 0 ? (
              <span class="text-muted">–</span>
            ) : (
              line.fees.map(({ kind, amount }) => (
                <span key={kind} class="block whitespace-nowrap">
                  <span class="text-hint text-muted">{word('fee', kind)}</span>{' '}
                  <Amount amount={amount} currency={line.currency} />
                </span>
              ))
            )}
          </td>
          <td class="end">
            <Amount amount={line.net} currency={line.currency} />
          </td>
        </tr>
      ))}
    </Table>
  )
}

/** Links to the payments of a line, else the reference that the acquirer has of it. */
function PaymentsOf({ line }: { readonly line: AdminSettlementLine }) {
  const { payments, paymentCount, merchantReference, acquirerReference, state } = line
  if (payments.length === 0) {
    const isOpen = state !== 'NONE' && state !== 'MATCHED'
    return (
      <>
        {isOpen && <span class="block text-warn">{word('lineState', state)}</span>}
        <span class="text-muted">{merchantReference ?? acquirerReference}</span>
      </>
    )
  }
  return (
    <>
      {payments.map(({ id, paymentType, merchantTransactionId }) => (
        <a key={id} data-row class="link block" href={`${BASE}/payments/${id}`}>
          {merchantTransactionId ?? word('type', paymentType)}
        </a>
      ))}
      {paymentCount > payments.length && (
        <span class="text-muted">
          {t('payouts.morePayments', { count: paymentCount - payments.length })}
        </span>
      )}
    </>
  )
}
