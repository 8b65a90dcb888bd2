import type { AdminOverviewGroups } from '../../../administration/answer.ts'
import type { Reading } from '../../api/use-read.ts'
import { FailureNotice, Skeleton } from '../../parts/notice.tsx'
import { Section } from '../../parts/page.tsx'
import { Time } from '../../parts/values.tsx'
import { percent, whole } from '../../texts/numbers.ts'
import { t, word } from '../../texts/texts.ts'
import { dateOf } from '../../texts/times.ts'
import { type Filters, listOf } from '../payments/filters.ts'
import { approvalRate } from './figures.ts'
import { GROUPINGS, type Grouping, groupFilter, groupName } from './group-names.ts'
import { pointText } from './point-text.ts'

type Group = AdminOverviewGroups['groups'][number]

interface GroupsProps {
  readonly reading: Reading<AdminOverviewGroups>
  readonly by: Grouping
  readonly onBy: (by: Grouping) => void
  /** The filters of the payments of the time. */
  readonly span: Filters
}

/** Approval rates by brand, country or issuer: a line for each, a cell for each part of the time, the newest first. */
export function Groups({ reading, by, onBy, span }: GroupsProps) {
  const { body, failure, reload } = reading
  return (
    <Section
      title={t('overview.groups')}
      actions={
        <select
          class="field-small"
          aria-label={t('overview.by')}
          value={by}
          onChange={({ currentTarget: { value } }) => {
            const chosen = GROUPINGS.find((one) => one === value)
            if (chosen !== undefined) onBy(chosen)
          }}
        >
          {GROUPINGS.map((one) => (
            <option key={one} value={one}>
              {word('groupBy', one)}
            </option>
          ))}
        </select>
      }
    >
      {failure !== undefined && <FailureNotice failure={failure} retry={reload} />}
      {body === undefined && failure === undefined && <Skeleton rows={4} />}
      {body !== undefined && body.groups.length === 0 && (
        <p class="px-4 pt-1 pb-4 text-muted">{t('overview.noneText')}</p>
      )}
      {body !== undefined && body.groups.length > 0 && (
        <>
          <GroupTable overview={body} span={span} />
          <p class="px-4 py-3 text-hint text-muted">
            {t('overview.groupsHint')}
            {body.leftOut > 0 && ` ${t('overview.leftOut', { count: body.leftOut })}`}
          </p>
          {body.cutAt !== undefined && (
            <p class="px-4 pb-3 text-warn">
              {t('overview.groupsCut')} <Time at={body.cutAt} isWhole />
            </p>
          )}
        </>
      )}
    </Section>
  )
}

function GroupTable(props: { readonly overview: AdminOverviewGroups; readonly span: Filters }) {
  const { overview, span } = props
  const { by, points, step, timeZone } = overview
  return (
    <section
      class="overflow-x-auto"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
      tabIndex={0}
      aria-label={word('groupBy', by)}
    >
      <table class="data-table">
        <thead>
          <tr>
            <th scope="col" class="sticky start-0 z-1 bg-paper">
              {word('groupBy', by)}
            </th>
            <th scope="col" class="end">
              {t('overview.rate')}
            </th>
            <th scope="col" class="end">
              {t('overview.change')}
            </th>
            {points.toReversed().map((point) => (
              <th key={point} scope="col" class="end whitespace-nowrap">
                {pointText(dateOf(point).getTime(), step, timeZone)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {overview.groups.map((group) => (
            <GroupRow key={group.value} group={group} by={by} span={span} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface GroupRowProps {
  readonly group: Group
  readonly by: Grouping
  readonly span: Filters
}

function GroupRow({ group, by, span }: GroupRowProps) {
  const filter = groupFilter(by, group.value)
  const name = groupName(by, group.value)
  return (
    <tr>
      <th scope="row" class="sticky start-0 z-1 max-w-36 truncate bg-paper text-start font-medium">
        {filter === undefined ? (
          name
        ) : (
          <a class="link" href={listOf({ ...span, ...filter })} title={name}>
            {name}
          </a>
        )}
      </th>
      <RateCell of={group} />
      <td class="end whitespace-nowrap">{changeText(group)}</td>
      {group.parts.toReversed().map((part, at) => (
        // The parts are those of the heading, in its order.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <RateCell key={at} of={part} />
      ))}
    </tr>
  )
}

/** The rate, and of how many decided payments. */
function RateCell({ of }: { readonly of: Pick<Group, 'succeeded' | 'failed'> }) {
  const rate = approvalRate(of)
  return (
    <td class="end whitespace-nowrap">
      {rate === null ? (
        <span class="text-muted">–</span>
      ) : (
        <>
          {percent(rate)}
          <span class="block text-hint text-muted">{whole(of.succeeded + of.failed)}</span>
        </>
      )}
    </td>
  )
}

/** How many points the rate is above or below that of the time before. */
function changeText({ before, ...now }: Group): string {
  const [then, today] = [approvalRate(before), approvalRate(now)]
  if (then === null || today === null) return '–'
  const points = Math.round((today - then) * 1000) / 10
  const sign = points > 0 ? '+' : points < 0 ? '−' : '±'
  return t('overview.points', { points: `${sign}${whole1(Math.abs(points))}` })
}

function whole1(points: number): string {
  return percent(points / 100).replace(/[\s%]/g, '')
}
