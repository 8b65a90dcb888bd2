import type { AdminApproval } from '../../../administration/answer.ts'
import { mayDo, session } from '../../api/session.ts'
import { t } from '../../texts/texts.ts'

export type Decision = 'accept' | 'reject'

/** Buttons for what the person may decide about a request, or why there are none. */
export function Decisions(props: {
  readonly approval: AdminApproval
  readonly onDecide: (decision: Decision) => void
}) {
  const { approval, onDecide } = props
  if (approval.askedBy === session.value?.user.email) {
    return <span class="text-muted">{t('approvals.own')}</span>
  }
  const { acceptRefused } = approval
  return (
    <>
      {acceptRefused !== undefined && (
        <span class="max-w-72 text-pretty text-muted">{t(`approval.${acceptRefused}`)}</span>
      )}
      {mayDo('request.decide') && (
        <>
          {acceptRefused === undefined && (
            <button type="button" class="button" onClick={() => onDecide('accept')}>
              {t('approval.accept')}
            </button>
          )}
          <button type="button" class="button button-bad" onClick={() => onDecide('reject')}>
            {t('approval.reject')}
          </button>
        </>
      )}
    </>
  )
}
