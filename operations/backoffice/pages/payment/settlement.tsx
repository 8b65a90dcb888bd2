import type { AdminPaymentSettlement } from '../../../settlement/answer.ts'
import { may } from '../../api/session.ts'
import { useRead } from '../../api/use-read.ts'
import { FailureNotice, Skeleton } from '../../parts/notice.tsx'
import { Section } from '../../parts/page.tsx'
import { Amount, Copyable, Facts } from '../../parts/values.tsx'
import { BASE } from '../../shell/menu.ts'
import { t, word } from '../../texts/texts.ts'

/** What the acquirer has settled of a payment and its family: costs, references, payouts. */
export function SettlementOfPayment({ paymentId }: { readonly paymentId: string }) {
  const path = may('finance.read') ? `/settlement/payments/${paymentId}` : undefined
  const { body, failure, isLoading, reload } = useRead<{
    readonly settlement: readonly AdminPaymentSettlement[]
  }>(path)
  // A gateway without settlement knows no such address.
  if (path === undefined || failure?.status === 404) return null
  return (
    <Section title={t('menu.settlements')}>
      {failure !== undefined && <FailureNotice failure={failure} retry={reload} />}
      {body === undefined && isLoading && <Skeleton rows={2} />}
      {body?.settlement.length === 0 && (
        <p class="px-4 pt-1 pb-3 text-muted">{t('settlements.noneOfPayment')}</p>
      )}
      {body?.settlement.map((line) => (
        <Line key={`${line.id} ${line.paymentId}`} line={line} shownId={paymentId} />
      ))}
    </Section>
  )
}

function Line(props: { readonly line: AdminPaymentSettlement; readonly shownId: string }) {
  const { line, shownId } = props
  const { type, amount, currency, net, netCurrency, fees, rate, paymentId } = line
  return (
    <div class="flex flex-col gap-2 border-b border-line px-4 pt-1 pb-3 last:border-0">
      <p class="flex flex-wrap items-baseline gap-x-3">
        <span class="font-medium">{word('lineType', type)}</span>
        <span class="text-muted">{line.settledOn}</span>
        <span class="ms-auto">
          <Amount amount={amount} currency={currency} />
        </span>
      </p>
      <Facts
        of={[
          ...fees.map(
            ({ kind, amount: cost }) =>
              [
                word('fee', kind),
                <Amount key={kind} amount={cost} currency={netCurrency} />,
              ] as const,
          ),
          [t('settlements.net'), <Amount key="n" amount={net} currency={netCurrency} />],
          [t('settlements.rate'), rate],
          [
            t('settlements.shared'),
            line.payments > 1 ? t('settlements.sharedBy', { count: line.payments }) : undefined,
          ],
          [t('settlements.acquirer'), line.acquirer],
          [
            t('settlements.acquirerReference'),
            line.acquirerReference && <Copyable key="a" text={line.acquirerReference} />,
          ],
          [t('settlements.arn'), line.arn && <Copyable key="n" text={line.arn} />],
          [
            t('settlements.operationReference'),
            line.operationReference !== line.acquirerReference && line.operationReference ? (
              <Copyable key="o" text={line.operationReference} />
            ) : undefined,
          ],
          [t('settlements.payout'), <Payout key="p" line={line} />],
          [t('settlements.paid'), line.paidOn],
          [t('settlements.returned'), line.returnedOn],
          [t('settlements.bank'), line.bankReference],
          [
            t('settlements.file'),
            line.fileId && (
              <a key="f" class="link" href={`${BASE}/settlements/files/${line.fileId}`}>
                {t('payouts.toFile')}
              </a>
            ),
          ],
        ]}
      />
      {paymentId !== shownId && (
        <a class="link" href={`${BASE}/payments/${paymentId}`}>
          {t('timeline.other')}
        </a>
      )}
    </div>
  )
}

/** The payout that the line is in; a link for people who may see all of it. */
function Payout({ line }: { readonly line: AdminPaymentSettlement }) {
  const { isPaidOut, payoutReference, payoutId } = line
  const text = payoutReference ?? (isPaidOut ? t('settlements.paid') : '')
  return (
    <>
      {!isPaidOut && <span class="me-2 text-warn">{t('settlements.notPaid')}</span>}
      {payoutId === undefined ? (
        text
      ) : (
        <a class="link inline-block" href={`${BASE}/payouts/${payoutId}`}>
          {text === '' ? t('settlements.payout') : text}
        </a>
      )}
    </>
  )
}
