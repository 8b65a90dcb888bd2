import { useLocation } from 'preact-iso'
import { dayAt } from '../../../../common/zoned-days.ts'
import type { AdminOverview } from '../../../administration/answer.ts'
import { Chart } from '../../parts/chart.tsx'
import { Section } from '../../parts/page.tsx'
import { amountIn, shownAmount, shownMoney } from '../../texts/money.ts'
import { percent, whole } from '../../texts/numbers.ts'
import { type TextKey, t } from '../../texts/texts.ts'
import { dateOf } from '../../texts/times.ts'
import { type Filters, listOf } from '../payments/filters.ts'
import { approvalRate } from './figures.ts'
import { pointText } from './point-text.ts'

interface ChartsProps {
  readonly overview: AdminOverview
  /** The filter of the entity whose payments are summed. */
  readonly entity: Filters
}

/** Volume and approval rate over time, each with its numbers. */
export function Charts({ overview, entity }: ChartsProps) {
  const { route } = useLocation()
  const { points, step, currency, timeZone } = overview
  const times = points.map(({ from }) => dateOf(from).getTime() / 1000)
  const open = (at: number) => route(listOf({ ...entity, ...daysOf(overview, at), currency }))
  const money = (value: number) => shownMoney(value.toFixed(2), currency)
  return (
    <div class="grid items-start gap-4 lg:grid-cols-2">
      <Section title={t('overview.volume')} hint={currency}>
        <Chart
          label={t('overview.volume')}
          times={times}
          step={step}
          timeZone={timeZone}
          format={(value) => amountIn(value.toFixed(2), currency)}
          formatAxis={(value) => shownAmount(value.toFixed(value % 1 === 0 ? 0 : 2))}
          series={[
            {
              label: t('overview.volume'),
              colour: 'accent',
              shape: 'bars',
              values: points.map(({ volume }) => Number(volume)),
            },
            {
              label: t('overview.refunded'),
              colour: 'warn',
              shape: 'line',
              values: points.map(({ refunded }) => Number(refunded)),
            },
          ]}
          onChoose={open}
        />
        <PointTable
          overview={overview}
          entity={entity}
          of={t('overview.volume')}
          columns={[
            ['overview.volume', ({ volume }) => money(Number(volume))],
            ['overview.refunded', ({ refunded }) => money(Number(refunded))],
            ['overview.chargedBack', ({ chargedBack }) => money(Number(chargedBack))],
          ]}
        />
      </Section>
      <Section title={t('overview.rate')}>
        <Chart
          label={t('overview.rate')}
          times={times}
          step={step}
          timeZone={timeZone}
          max={1}
          format={(share) => percent(share)}
          series={[
            {
              label: t('overview.rate'),
              colour: 'good',
              shape: 'line',
              values: points.map(approvalRate),
            },
          ]}
          onChoose={open}
        />
        <PointTable
          overview={overview}
          entity={entity}
          of={t('overview.rate')}
          columns={[
            ['state.succeeded', ({ succeeded }) => whole(succeeded)],
            ['state.failed', ({ failed }) => whole(failed)],
            ['overview.rate', (point) => percentOr(approvalRate(point))],
          ]}
        />
      </Section>
    </div>
  )
}

type Point = AdminOverview['points'][number]

/** The first and last day of a point. */
function daysOf({ points, step, timeZone, lastDay }: AdminOverview, at: number): Filters {
  const dayOf = (point: Point, offMs = 0) => dayAt(dateOf(point.from).getTime() + offMs, timeZone)
  const [point, next] = [points[at], points[at + 1]]
  if (point === undefined) return {}
  const from = dayOf(point)
  if (step === 'hour' || step === 'day') return { from, to: from }
  return { from, to: next === undefined ? lastDay : dayOf(next, -1) }
}

/** The numbers of a chart. */
function PointTable(
  props: ChartsProps & {
    readonly of: string
    readonly columns: readonly (readonly [text: TextKey, value: (point: Point) => string])[]
  },
) {
  const { points, step, currency, timeZone } = props.overview
  return (
    <details class="border-t border-line">
      <summary class="px-4 py-2 text-muted hover:text-ink">{t('overview.table')}</summary>
      <section
        class="max-h-72 overflow-auto"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        tabIndex={0}
        aria-label={`${t('overview.table')}: ${props.of}`}
      >
        <table class="data-table">
          <thead>
            <tr>
              <th scope="col">
                {t('column.time')} ({timeZone})
              </th>
              {props.columns.map(([text]) => (
                <th key={text} scope="col" class="end">
                  {t(text)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points.map((point, at) => (
              <tr key={point.from}>
                <td>
                  <a
                    class="link"
                    href={listOf({ ...props.entity, ...daysOf(props.overview, at), currency })}
                  >
                    {pointText(dateOf(point.from).getTime(), step, timeZone)}
                  </a>
                </td>
                {props.columns.map(([text, value]) => (
                  <td key={text} class="end">
                    {value(point)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}

function percentOr(share: number | null): string {
  return share === null ? '–' : percent(share)
}
