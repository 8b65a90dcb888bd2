import { useState } from 'preact/hooks'
import type { AdminOperation, AdminPayment } from '../../../common/admin-wire.ts'
import { useSend } from '../../api/use-send.ts'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { shownMoney } from '../../texts/money.ts'
import { t } from '../../texts/texts.ts'
import { planOf } from './operations.ts'
import { MIN_REASON, ReasonField } from './reason-field.tsx'

/** Captures, refunds, reverses or charges again, after one confirming step. */
export function OperationDialog(props: {
  readonly operation: AdminOperation
  readonly payment: AdminPayment
  readonly onDone: () => void
  readonly onClose: () => void
}) {
  const { operation, payment } = props
  const { paymentType, mostAmount, isWhole, secondPersonAbove } = operation
  const [typed, setTyped] = useState(mostAmount)
  const [reason, setReason] = useState('')
  const sending = useSend()
  const plan = planOf(operation, payment, typed)
  const { currency } = payment

  const confirm = async () => {
    const form = {
      paymentType,
      amount: plan.amount,
      currency,
      reason: reason.trim(),
    }
    const path = `/payments/${operation.paymentId}/operations`
    const answer = await sending.run({ method: 'POST', path, form })
    if (answer.ok) {
      props.onDone()
      props.onClose()
    }
  }

  return (
    <ConfirmDialog
      title={t(`operation.${paymentType}`)}
      sentence={
        plan.sentence === undefined
          ? undefined
          : [
              plan.sentence,
              plan.needsSecond && secondPersonAbove !== undefined
                ? ` ${t('plan.second', { amount: shownMoney(secondPersonAbove, currency) })}`
                : '',
            ].join('')
      }
      confirm={plan.needsSecond ? t('plan.ask') : t(`operation.${paymentType}`)}
      amount={plan.amount === undefined ? undefined : shownMoney(plan.amount, currency)}
      isBad={paymentType === 'RV'}
      isBusy={sending.isBusy}
      isReady={plan.sentence !== undefined && reason.trim().length >= MIN_REASON}
      failure={sending.failure}
      onConfirm={() => void confirm()}
      onClose={props.onClose}
    >
      {!isWhole && (
        <Field
          label={t('column.amount')}
          unit={currency}
          inputMode="decimal"
          value={typed}
          onValue={setTyped}
          error={plan.error}
          hint={
            paymentType === 'RB'
              ? undefined
              : t('amount.most', { max: shownMoney(mostAmount, currency) })
          }
          autoFocus
        />
      )}
      <ReasonField value={reason} onValue={setReason} hint={t('reason.hint')} />
    </ConfirmDialog>
  )
}
