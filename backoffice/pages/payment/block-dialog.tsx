import { useState } from 'preact/hooks'
import type { AdminPayment } from '../../../common/admin-wire.ts'
import { useSend } from '../../api/use-send.ts'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { Select } from '../../parts/field.tsx'
import { t } from '../../texts/texts.ts'
import { MIN_REASON, ReasonField } from './reason-field.tsx'

/** Refuses further payments by the card of a payment, or of its customer. */
export function BlockDialog(props: {
  readonly payment: AdminPayment
  readonly onDone: () => void
  readonly onClose: () => void
}) {
  const { payment, onDone, onClose } = props
  const [blockBy, setBlockBy] = useState(payment.last4 === undefined ? 'customer' : 'card')
  const [reason, setReason] = useState('')
  const sending = useSend()
  const block = async () => {
    const path = `/payments/${payment.id}/block`
    const answer = await sending.run({ method: 'POST', path, form: { blockBy, reason } })
    if (answer.ok) {
      onDone()
      onClose()
    }
  }
  return (
    <ConfirmDialog
      title={t('block.title')}
      sentence={t(blockBy === 'card' ? 'block.cardPlan' : 'block.customerPlan', {
        last4: payment.last4 ?? '',
        email: payment.customerEmail ?? '–',
      })}
      confirm={t('block.title')}
      isBad
      isBusy={sending.isBusy}
      isReady={reason.trim().length >= MIN_REASON}
      failure={sending.failure}
      onConfirm={() => void block()}
      onClose={onClose}
    >
      <Select
        label={t('block.what')}
        value={blockBy}
        onValue={setBlockBy}
        choices={[
          { value: 'card', text: t('block.card') },
          { value: 'customer', text: t('block.customer') },
        ]}
      />
      <ReasonField value={reason} onValue={setReason} />
    </ConfirmDialog>
  )
}
