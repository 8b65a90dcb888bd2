import type { AdminBlock } from '../../../../server/features/risk/block-routes.ts'
import type { AdminPayment } from '../../../administration/answer.ts'
import { may, mayDo } from '../../api/session.ts'
import { type Reading, useRead } from '../../api/use-read.ts'
import { Icon } from '../../parts/icon.tsx'
import { Time } from '../../parts/values.tsx'
import { actorText } from '../../texts/actors.ts'
import { t } from '../../texts/texts.ts'
import type { BlockBy } from './block-dialog.tsx'

export type BlocksOfPayment = Reading<{ readonly blocks: readonly AdminBlock[] }>

/** What is blocked of a payment, for those who may know it. */
export function useBlocks(id: string): BlocksOfPayment {
  return useRead(may('customers.read') ? `/payments/${id}/blocks` : undefined)
}

/** What of a payment can still be blocked. */
export function blockable(
  { last4, customerEmail }: AdminPayment,
  blocks: readonly AdminBlock[],
): readonly BlockBy[] {
  const isBlocked = (by: AdminBlock['by']) => blocks.some((block) => block.by === by)
  return [
    ...(last4 === undefined || isBlocked('card') ? [] : (['card'] as const)),
    ...(customerEmail === undefined || isBlocked('email') ? [] : (['customer'] as const)),
  ]
}

/** The blocks that refuse further payments like this one, each with what takes it back. */
export function Blocked(props: {
  readonly blocks: readonly AdminBlock[]
  readonly onRemove: (block: AdminBlock) => void
}) {
  return props.blocks.map((block) => (
    <div
      key={block.id}
      class="no-print panel flex flex-wrap items-center gap-x-3 gap-y-2 border-bad/50 px-4 py-3"
    >
      <Icon name="lock" class="text-bad" />
      <p class="min-w-52 flex-1 [overflow-wrap:anywhere]">
        {t(block.by === 'card' ? 'block.cardIs' : 'block.customerIs', {
          shown: block.shown,
          name: block.entity.name,
          by: actorText(block.blockedBy),
        })}{' '}
        <span class="text-muted">
          <Time at={block.blockedAt} /> · {block.reason}
        </span>
      </p>
      {mayDo('block.remove') && block.canRemove === true && (
        <button type="button" class="button" onClick={() => props.onRemove(block)}>
          {t('block.remove')}
        </button>
      )}
    </div>
  ))
}
