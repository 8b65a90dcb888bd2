import type { AdminApproval } from '../../../administration/answer.ts'
import { Amount, Facts, Time } from '../../parts/values.tsx'
import { actorText } from '../../texts/actors.ts'
import { labelled, t, word } from '../../texts/texts.ts'

/** Who has paid. */
export function shopperOf({ payment }: AdminApproval): string | undefined {
  return payment?.holder ?? payment?.customerEmail
}

/** What was asked for: an operation, or an outcome that somebody has found out. */
export function askedText({
  paymentType,
  outcome,
}: Pick<AdminApproval, 'paymentType' | 'outcome'>) {
  const type = word('type', paymentType)
  return outcome === undefined ? type : labelled(type, t(`resolve.${outcome}`))
}

/** All that the second person decides on. */
export function AskedFacts(props: {
  readonly approval: AdminApproval
  /** Where the payment is not named beside it. */
  readonly namesPayment?: boolean
}) {
  const { approval, namesPayment = false } = props
  const { payment, amount, currency, askedBy, askedAt, reason, evidence } = approval
  return (
    <Facts
      class="min-w-0 [overflow-wrap:anywhere]"
      of={[
        [t('column.type'), askedText(approval)],
        [t('column.amount'), <Amount key="amount" amount={amount} currency={currency} />],
        [t('column.customer'), shopperOf(approval)],
        [t('column.reference'), payment?.merchantTransactionId],
        [t('column.payment'), namesPayment ? payment?.shortId : undefined],
        [t('approvals.askedBy'), actorText(askedBy)],
        [t('approvals.askedAt'), <Time key="time" at={askedAt} isWhole />],
        [t('reason.label'), reason],
        [t('resolve.evidence'), evidence],
      ]}
    />
  )
}
