import type { AdminApproval } from '../../../common/admin-wire.ts'
import { useSend } from '../../api/use-send.ts'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { actorText } from '../../texts/actors.ts'
import { shownMoney } from '../../texts/money.ts'
import { t, word } from '../../texts/texts.ts'
import type { Decision } from './decisions.tsx'

/** The second person agrees or refuses. */
export function ApprovalDialog(props: {
  readonly approval: AdminApproval
  readonly decision: Decision
  readonly onDone: () => void
  readonly onClose: () => void
}) {
  const { approval, decision } = props
  const sending = useSend()
  const amount = shownMoney(approval.amount, approval.currency)

  const confirm = async () => {
    const path = `/requests/${approval.id}/decision`
    const answer = await sending.run(
      { method: 'POST', path, form: { decision } },
      t(`approval.${decision}Title`),
    )
    if (answer.ok) {
      props.onDone()
      props.onClose()
    }
  }

  return (
    <ConfirmDialog
      title={t(`approval.${decision}Title`)}
      sentence={t(`approval.${decision}Plan`, {
        operation: word('type', approval.paymentType),
        amount,
        by: actorText(approval.askedBy),
      })}
      confirm={t(`approval.${decision}`)}
      amount={amount}
      isBad={decision === 'reject'}
      isBusy={sending.isBusy}
      failure={sending.failure}
      onConfirm={() => void confirm()}
      onClose={props.onClose}
    />
  )
}
