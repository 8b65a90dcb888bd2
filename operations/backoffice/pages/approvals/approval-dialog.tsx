import { useState } from 'preact/hooks'
import type { AdminApproval } from '../../../administration/answer.ts'
import { useSend } from '../../api/use-send.ts'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { shownMoney } from '../../texts/money.ts'
import { t } from '../../texts/texts.ts'
import { MIN_REASON, ReasonField } from '../payment/reason-field.tsx'
import { AskedFacts } from './asked-facts.tsx'
import type { Decision } from './decisions.tsx'

/** The second person agrees, or refuses and says why. */
export function ApprovalDialog(props: {
  readonly approval: AdminApproval
  readonly decision: Decision
  readonly onDone: () => void
  readonly onClose: () => void
}) {
  const { approval, decision } = props
  const [reason, setReason] = useState('')
  const sending = useSend()
  const isRejection = decision === 'reject'

  const confirm = async () => {
    const path = `/requests/${approval.id}/decision`
    const form = isRejection ? { decision, reason } : { decision }
    const answer = await sending.run({ method: 'POST', path, form }, t(`approval.${decision}Title`))
    if (answer.ok) {
      props.onDone()
      props.onClose()
    }
  }

  return (
    <ConfirmDialog
      title={t(`approval.${decision}Title`)}
      sentence={t(`approval.${decision}Plan`)}
      confirm={t(`approval.${decision}`)}
      amount={shownMoney(approval.amount, approval.currency)}
      isBad={isRejection}
      isBusy={sending.isBusy}
      isReady={!isRejection || reason.trim().length >= MIN_REASON}
      failure={sending.failure}
      onConfirm={() => void confirm()}
      onClose={props.onClose}
    >
      <AskedFacts approval={approval} namesPayment />
      {isRejection && (
        <ReasonField
          label={t('approval.rejectReason')}
          value={reason}
          onValue={setReason}
          hint={t('reason.hint')}
        />
      )}
    </ConfirmDialog>
  )
}
