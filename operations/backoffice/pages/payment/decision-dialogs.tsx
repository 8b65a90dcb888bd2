import { useState } from 'preact/hooks'
import type { AdminPayment } from '../../../administration/answer.ts'
import { useSend } from '../../api/use-send.ts'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { Field, Select } from '../../parts/field.tsx'
import { shownMoney } from '../../texts/money.ts'
import { t } from '../../texts/texts.ts'
import { ReasonField } from './reason-field.tsx'

interface DecisionProps {
  readonly payment: AdminPayment
  readonly onDone: () => void
  readonly onClose: () => void
}

/** As the gateway takes it. */
const MAX_EVIDENCE = 2000

/** Writes down an outcome that nobody could find out. */
export function ResolveDialog({ payment, onDone, onClose }: DecisionProps) {
  const [outcome, setOutcome] = useState<'succeeded' | 'failed'>()
  const [reason, setReason] = useState('')
  const [evidence, setEvidence] = useState('')
  const sending = useSend()
  const amount = shownMoney(payment.amount, payment.currency)

  const confirm = async () => {
    const path = `/payments/${payment.id}/resolution`
    const answer = await sending.run({ method: 'POST', path, form: { outcome, reason, evidence } })
    // A payment that has failed is answered with its own code, as merchants' servers read it: that is done.
    if (answer.ok || answer.failure.body.id === payment.id) {
      onDone()
      onClose()
    }
  }

  return (
    <ConfirmDialog
      title={t('resolve.title')}
      sentence={outcome && t(`resolve.${outcome}Plan`, { amount })}
      confirm={t('resolve.confirm')}
      isBusy={sending.isBusy}
      isReady={outcome !== undefined && reason.trim() !== '' && evidence.trim() !== ''}
      failure={sending.failure}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <Select
        label={t('resolve.outcome')}
        value={outcome ?? ''}
        onValue={(value) =>
          setOutcome(value === 'failed' || value === 'succeeded' ? value : undefined)
        }
        choices={[
          { value: '', text: t('resolve.choose') },
          { value: 'succeeded', text: t('resolve.succeeded') },
          { value: 'failed', text: t('resolve.failed') },
        ]}
      />
      <ReasonField value={reason} onValue={setReason} />
      <Field
        label={t('resolve.evidence')}
        hint={t('resolve.evidenceHint')}
        value={evidence}
        onValue={setEvidence}
        maxLength={MAX_EVIDENCE}
        required
      />
    </ConfirmDialog>
  )
}

/** Accepts or rejects a payment in review. */
export function ReviewDialog(props: DecisionProps & { readonly decision: 'accept' | 'reject' }) {
  const { payment, decision, onDone, onClose } = props
  const [reason, setReason] = useState('')
  const sending = useSend()
  const amount = shownMoney(payment.amount, payment.currency)

  const confirm = async () => {
    const path = `/payments/${payment.id}/review`
    const answer = await sending.run({ method: 'POST', path, form: { decision, reason } })
    if (answer.ok) {
      onDone()
      onClose()
    }
  }

  return (
    <ConfirmDialog
      title={t(`review.${decision}Title`)}
      sentence={t(`review.${decision}Plan`, { amount })}
      confirm={t(`review.${decision}`)}
      amount={amount}
      isBad={decision === 'reject'}
      isBusy={sending.isBusy}
      isReady={reason.trim() !== ''}
      failure={sending.failure}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <ReasonField value={reason} onValue={setReason} />
    </ConfirmDialog>
  )
}
