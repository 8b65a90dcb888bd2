import { may } from '../../api/session.ts'
import { useRead } from '../../api/use-read.ts'
import { Icon } from '../../parts/icon.tsx'
import { withEntity } from '../../shell/chosen-entity.ts'
import { BASE } from '../../shell/menu.ts'
import { t } from '../../texts/texts.ts'
import { type Dispute, isDueSoon, SOON_DAYS } from '../disputes/dispute-wire.ts'

/** Disputes whose deadline is near, as a line that leads to them; nothing where there are none. */
export function DueDisputes({ entityId }: { readonly entityId: string | undefined }) {
  const path = may('disputes.read') ? '/disputes' : undefined
  const { body } = useRead<{ readonly disputes: readonly Dispute[]; readonly cursor?: string }>(
    path,
    { entityId, sortValue: 'respondBy', disputeOutcome: 'open' },
  )
  const read = body?.disputes ?? []
  const count = read.filter((one) => isDueSoon(one)).length
  if (count === 0) return null
  const hasMore = count === read.length && body?.cursor !== undefined
  return (
    <a
      href={withEntity(`${BASE}/disputes?outcome=soon`, entityId)}
      class="panel flex items-center gap-3 border-warn/50 px-4 py-3 font-medium hover:bg-sunken"
    >
      <Icon name="clock" class="text-warn" />
      {t('disputes.due', { count, more: hasMore ? '+' : '', days: SOON_DAYS })}
    </a>
  )
}
