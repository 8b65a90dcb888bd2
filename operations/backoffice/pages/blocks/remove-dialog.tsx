import type { AdminBlock } from '../../../../server/features/risk/block-routes.ts'
import { useSend } from '../../api/use-send.ts'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { t } from '../../texts/texts.ts'

/** Takes a block back: what it has refused is accepted again. */
export function RemoveBlockDialog(props: {
  readonly block: AdminBlock
  readonly onDone: () => void
  readonly onClose: () => void
}) {
  const { id, shown, entity } = props.block
  const sending = useSend()
  const remove = async () => {
    const form = { entityId: entity.id }
    const answer = await sending.run({ method: 'DELETE', path: `/blocks/${id}`, form })
    if (answer.ok) {
      props.onDone()
      props.onClose()
    }
  }
  return (
    <ConfirmDialog
      title={t('block.remove')}
      sentence={t('block.removePlan', { shown, name: entity.name })}
      confirm={t('block.remove')}
      isBusy={sending.isBusy}
      failure={sending.failure}
      onConfirm={() => void remove()}
      onClose={props.onClose}
    />
  )
}
