import type { AdminPayment } from '../../administration/answer.ts'
import { BASE } from '../shell/menu.ts'
import { methodText } from '../texts/brands.ts'
import { resultText } from '../texts/gateway-texts.ts'
import { whole } from '../texts/numbers.ts'
import { t, word } from '../texts/texts.ts'
import { LinkRow, RowLink } from './link-row.tsx'
import { PaymentState } from './state.tsx'
import { Table } from './table.tsx'
import { Amount, Time } from './values.tsx'

/** Payments as rows. A phone shows the columns that matter under each other. */
export function PaymentTable(props: {
  readonly payments: readonly AdminPayment[]
  /** Ids of rows that stand out. */
  readonly marked?: ReadonlySet<string>
}) {
  const [first] = props.payments
  const hasScores = props.payments.some(({ riskScore }) => riskScore !== undefined)
  const hasEntities = props.payments.some(({ entity }) => entity.id !== first?.entity.id)
  return (
    <Table
      columns={[
        { text: t('column.time') },
        { text: t('column.state'), isWide: true },
        ...(hasScores ? [{ text: t('column.risk'), isEnd: true, isWide: true }] : []),
        { text: t('column.amount'), isEnd: true },
        { text: t('column.type'), isWidest: true },
        { text: t('column.method'), isWide: true },
        { text: t('column.customer'), isWide: true },
        { text: t('column.reference'), isWidest: true },
        ...(hasEntities ? [{ text: t('column.entity'), isWidest: true }] : []),
      ]}
    >
      {props.payments.map((payment) => (
        <PaymentRow
          key={payment.id}
          payment={payment}
          hasEntity={hasEntities}
          hasScore={hasScores}
          isMarked={props.marked?.has(payment.id) ?? false}
        />
      ))}
    </Table>
  )
}

function PaymentRow(props: {
  readonly payment: AdminPayment
  readonly isMarked: boolean
  readonly hasEntity: boolean
  readonly hasScore: boolean
}) {
  const { payment } = props
  const href = `${BASE}/payments/${payment.id}`
  const customer = payment.holder ?? payment.customerEmail
  const cut = 'hidden max-w-36 truncate max-lg:max-w-28'
  return (
    <LinkRow href={href} isNew={props.isMarked}>
      <td>
        <RowLink href={href}>
          <Time at={payment.createdAt} />
          <span class="sr-only"> {payment.shortId}</span>
        </RowLink>
        <span class="flex flex-col gap-0.5 pb-1 text-hint text-muted md:hidden">
          <span>{methodText(payment)}</span>
          {customer !== undefined && (
            <span class="max-w-40 truncate max-[22.5rem]:max-w-28">{customer}</span>
          )}
        </span>
      </td>
      <td class="hidden md:table-cell" title={resultText(payment)}>
        <PaymentState state={payment.state} />
        <Reason payment={payment} />
      </td>
      {props.hasScore && (
        <td class="end hidden text-muted md:table-cell">
          {payment.riskScore !== undefined && whole(payment.riskScore)}
        </td>
      )}
      <td class="end">
        <Amount amount={payment.amount} currency={payment.currency} />
        <span class="flex flex-col items-end pt-0.5 pb-1 md:hidden">
          <PaymentState state={payment.state} />
          <Reason payment={payment} />
        </span>
      </td>
      <td class="hidden whitespace-nowrap text-muted xl:table-cell">
        {word('type', payment.paymentType)}
      </td>
      <td class="hidden whitespace-nowrap md:table-cell">{methodText(payment)}</td>
      <td
        class={`${cut} md:table-cell`}
        title={[payment.holder, payment.customerEmail].filter(Boolean).join(' · ')}
      >
        {customer}
      </td>
      <td class={`${cut} xl:table-cell`} title={payment.merchantTransactionId}>
        {payment.merchantTransactionId}
      </td>
      {props.hasEntity && <td class={`${cut} text-muted xl:table-cell`}>{payment.entity.name}</td>}
    </LinkRow>
  )
}

/** Why a payment has failed. */
function Reason({ payment }: { readonly payment: AdminPayment }) {
  if (payment.state !== 'failed') return null
  return (
    <span class="block max-w-56 pt-0.5 text-hint whitespace-normal text-muted max-md:max-w-36">
      {resultText(payment)}
    </span>
  )
}
