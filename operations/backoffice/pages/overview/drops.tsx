import type { AdminOverviewGroups } from '../../../administration/answer.ts'
import { Icon } from '../../parts/icon.tsx'
import { resultText } from '../../texts/gateway-texts.ts'
import { percent, whole } from '../../texts/numbers.ts'
import { t, word } from '../../texts/texts.ts'
import { type Filters, listOf } from '../payments/filters.ts'
import { approvalRate } from './figures.ts'
import { groupFilter, groupName } from './group-names.ts'

interface DropsProps {
  readonly drops: AdminOverviewGroups['drops']
  /** The filters of the payments of the time. */
  readonly span: Filters
}

/** Names whose approval rate has clearly fallen, and the code that makes most of it; nothing where none has. */
export function Drops({ drops, span }: DropsProps) {
  if (drops.length === 0) return null
  return (
    <section class="panel border-warn/50" aria-label={t('overview.drops')}>
      <ul>
        {drops.map((drop) => (
          <li key={`${drop.by} ${drop.value}`} class="border-b border-line last:border-0">
            <a
              href={listOf({
                ...span,
                ...groupFilter(drop.by, drop.value),
                state: 'failed',
                code: drop.code,
              })}
              class="flex items-start gap-3 px-4 py-3 hover:bg-sunken"
            >
              <Icon name="warn" class="mt-0.5 text-warn" />
              <span class="min-w-0">
                <span class="font-medium">
                  {t('overview.drop', {
                    group: word('groupBy', drop.by),
                    name: groupName(drop.by, drop.value),
                    before: percent(approvalRate(drop.before) ?? 0),
                    now: percent(approvalRate(drop.now) ?? 0),
                  })}
                </span>
                <span class="block text-muted">
                  {t('overview.dropReason', {
                    reason: resultText(drop),
                    code: drop.code,
                    before: whole(drop.codeBefore),
                    now: whole(drop.codeNow),
                  })}
                </span>
              </span>
            </a>
          </li>
        ))}
      </ul>
      <p class="border-t border-line px-4 py-2 text-hint text-muted">{t('overview.dropRule')}</p>
    </section>
  )
}
