import { useState } from 'preact/hooks'
import type { AdminPayment } from '../../../administration/answer.ts'
import { useSend } from '../../api/use-send.ts'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { Select } from '../../parts/field.tsx'
import { t } from '../../texts/texts.ts'
import { MIN_REASON, ReasonField } from './reason-field.tsx'

/** What a request names of a payment. */
export type BlockBy = 'card' | 'customer'

/** Refuses further payments by the card of a payment, or of its customer. */
export function BlockDialog(props: {
  readonly payment: AdminPayment
  /** What is not blocked yet. */
  readonly choices: readonly BlockBy[]
  readonly onDone: (blocked: BlockBy) => void
  readonly onClose: () => void
}) {
  const { payment, choices, onDone, onClose } = props
  const [blockBy, setBlockBy] = useState<BlockBy>(choices[0] ?? 'card')
  const [reason, setReason] = useState('')
  const sending = useSend()
  const block = async () => {
    const path = `/payments/${payment.id}/block`
    const answer = await sending.run({ method: 'POST', path, form: { blockBy, reason } })
    if (answer.ok) {
      onDone(blockBy)
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
        onValue={(value) => setBlockBy(value as BlockBy)}
        choices={choices.map((value) => ({ value, text: t(`block.${value}`) }))}
      />
      <ReasonField value={reason} onValue={setReason} />
    </ConfirmDialog>
  )
}
