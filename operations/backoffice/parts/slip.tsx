import type { ComponentChildren } from 'preact'
import type { AdminPayment } from '../../administration/answer.ts'
import { methodText } from '../texts/brands.ts'
import { amountIn } from '../texts/money.ts'
import { word } from '../texts/texts.ts'
import { PaymentState } from './state.tsx'

/** The slip of a payment: what, to whom, how much, and how it stands; the rest follows under the dashed line. */
export function Slip(props: {
  readonly payment: AdminPayment
  readonly children?: ComponentChildren
}) {
  const { payment } = props
  return (
    <section class="panel overflow-hidden">
      <header class="slip-edge flex flex-wrap items-end gap-x-6 gap-y-3 px-5 py-4">
        <div class="flex min-w-48 flex-1 flex-col gap-1">
          <span class="flex items-center gap-2">
            <PaymentState state={payment.state} />
            <span class="text-muted">{word('type', payment.paymentType)}</span>
          </span>
          <span class="text-heading font-semibold [overflow-wrap:anywhere]">
            {payment.entity.name}
          </span>
          <span class="text-muted [overflow-wrap:anywhere]">
            {[methodText(payment), payment.holder].filter(Boolean).join(' · ')}
          </span>
        </div>
        <p dir="ltr" class="figures text-figure font-semibold tracking-tight whitespace-nowrap">
          {amountIn(payment.amount, payment.currency)}{' '}
          <span class="text-heading font-medium text-muted">{payment.currency}</span>
        </p>
      </header>
      {props.children}
    </section>
  )
}
