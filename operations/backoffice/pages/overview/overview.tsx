import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { DAY_MS } from '../../../../common/durations.ts'
import type { AdminOverview } from '../../../administration/answer.ts'
import { useRead } from '../../api/use-read.ts'
import { Chart } from '../../parts/chart.tsx'
import { EntityPicker } from '../../parts/entity-picker.tsx'
import { Empty, FailureNotice, Skeleton } from '../../parts/notice.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { Amount } from '../../parts/values.tsx'
import { brandName } from '../../texts/brands.ts'
import { resultText } from '../../texts/gateway-texts.ts'
import { amountIn, shownAmount, shownMoney } from '../../texts/money.ts'
import { percent, whole } from '../../texts/numbers.ts'
import { type TextKey, t, word } from '../../texts/texts.ts'
import { dateOf, shownTime } from '../../texts/times.ts'
import {
  type Filters,
  filtersOf,
  lastDays,
  listOf,
  only,
  wireFilters,
} from '../payments/filters.ts'
import { DueDisputes } from './due-disputes.tsx'
import { approvalRate, totalOf } from './figures.ts'

const SPANS = [1, 7, 30, 90, 365] as const

/** How the shop does: sums over time, and what leads to the payments behind them. */
export default function Overview() {
  const [days, setDays] = useState<number>(7)
  const [currency, setCurrency] = useState<string>()
  const { query } = useLocation()
  const span = { ...lastDays(days), ...only(filtersOf(query), ['entity']) }
  const reading = useRead<AdminOverview>('/overview', wireFilters({ ...span, ...of(currency) }))
  const overview = reading.body
  return (
    <Page
      title={t('menu.overview')}
      beside={<EntityPicker />}
      actions={
        <>
          {overview !== undefined && overview.currencies.length > 1 && (
            <select
              aria-label={t('filter.currency')}
              class="field-small"
              value={overview.currency}
              onChange={(event) => setCurrency(event.currentTarget.value)}
            >
              {overview.currencies.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </select>
          )}
          <Spans days={days} onDays={setDays} />
        </>
      }
    >
      {reading.failure !== undefined && (
        <div class="panel">
          <FailureNotice failure={reading.failure} retry={reading.reload} />
        </div>
      )}
      {overview === undefined && reading.isLoading && (
        <div class="panel">
          <Skeleton rows={10} />
        </div>
      )}
      <DueDisputes entityId={query.entity} />
      {overview !== undefined && <Content overview={overview} span={span} />}
    </Page>
  )
}

function of(currency: string | undefined): Filters {
  return currency === undefined ? {} : { currency }
}

function Spans(props: { readonly days: number; readonly onDays: (days: number) => void }) {
  return (
    <fieldset class="flex overflow-hidden rounded-field border border-edge">
      <legend class="sr-only">{t('overview.span')}</legend>
      {SPANS.map((days) => (
        <button
          key={days}
          type="button"
          aria-pressed={props.days === days}
          class="min-h-8 bg-paper px-3 hover:bg-sunken aria-pressed:bg-accent aria-pressed:font-medium aria-pressed:text-on-accent"
          onClick={() => props.onDays(days)}
        >
          {days === 1 ? t('filter.today') : t('filter.days', { count: days })}
        </button>
      ))}
    </fieldset>
  )
}

interface ContentProps {
  readonly overview: AdminOverview
  /** The filters of the payments that were summed up. */
  readonly span: Filters
}

function Content({ overview, span }: ContentProps) {
  const { currency, points, cutAt } = overview
  const total = totalOf(overview)
  const filters = { ...span, currency }
  if (total.succeeded + total.failed + total.pending === 0) {
    return (
      <div class="panel">
        <Empty icon="overview" title={t('overview.none')} text={t('overview.noneText')} />
      </div>
    )
  }
  const rate = approvalRate(total)
  return (
    <>
      {cutAt !== undefined && (
        <p class="text-warn">{t('overview.cut', { count: points.length })}</p>
      )}
      <div class="panel grid grid-cols-2 divide-line lg:grid-cols-5 lg:divide-x">
        <Figure text="overview.volume" filters={{ ...filters, state: 'succeeded' }}>
          <Amount amount={total.volume} currency={currency} />
        </Figure>
        <Figure text="overview.rate" filters={{ ...filters, state: 'failed' }}>
          {rate === null ? '–' : percent(rate)}
        </Figure>
        <Figure text="overview.count" filters={filters}>
          {whole(total.succeeded + total.failed + total.pending)}
        </Figure>
        <Figure text="overview.refunded" filters={{ ...filters, type: 'RF' }}>
          <Amount amount={total.refunded} currency={currency} />
        </Figure>
        <Figure text="overview.chargedBack" filters={{ ...filters, state: 'chargedBack' }}>
          <Amount amount={total.chargedBack} currency={currency} />
        </Figure>
      </div>
      <p class="text-hint text-muted">
        {t('overview.asOf', { time: shownTime(overview.asOf) })} {t('overview.volumeMeans')}
      </p>
      <Charts overview={overview} />
      <div class="grid items-start gap-4 lg:grid-cols-2">
        <Declines overview={overview} span={filters} />
        <Brands overview={overview} span={filters} />
        <Authentications overview={overview} />
        <Disputes overview={overview} />
      </div>
    </>
  )
}

function Figure(props: {
  readonly text: TextKey
  readonly filters: Filters
  readonly children: ComponentChildren
}) {
  return (
    <a
      href={listOf(props.filters)}
      class="flex flex-col gap-0.5 px-4 py-3 hover:bg-sunken lg:first:rounded-s-panel lg:last:rounded-e-panel"
    >
      <span class="text-muted">{t(props.text)}</span>
      <span class="figures text-title font-semibold tracking-tight">{props.children}</span>
    </a>
  )
}

function Charts({ overview }: { readonly overview: AdminOverview }) {
  const { route } = useLocation()
  const { points, step, currency } = overview
  const times = points.map(({ from }) => dateOf(from).getTime() / 1000)
  const open = (at: number) => route(listOf({ ...daysOf(overview, at), currency }))
  const money = (value: number) => shownMoney(value.toFixed(2), currency)
  return (
    <div class="grid items-start gap-4 lg:grid-cols-2">
      <Section title={t('overview.volume')} hint={currency}>
        <Chart
          label={t('overview.volume')}
          times={times}
          step={step}
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
function daysOf({ points, step }: AdminOverview, at: number): Filters {
  const from = points[at]?.from.slice(0, 10)
  if (from === undefined) return {}
  const next = points[at + 1]?.from.slice(0, 10)
  if (step === 'hour' || step === 'day') return { from, to: from }
  // The last one ends with the time.
  return next === undefined ? { from } : { from, to: dayBefore(next) }
}

function dayBefore(day: string): string {
  return new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10)
}

/** The numbers of a chart. */
function PointTable(props: {
  readonly overview: AdminOverview
  readonly columns: readonly (readonly [text: TextKey, value: (point: Point) => string])[]
}) {
  const { points, step, currency } = props.overview
  return (
    <details class="border-t border-line">
      <summary class="px-4 py-2 text-muted hover:text-ink">{t('overview.table')}</summary>
      <section
        class="max-h-72 overflow-auto"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        tabIndex={0}
        aria-label={t('overview.table')}
      >
        <table class="data-table">
          <thead>
            <tr>
              <th scope="col">{t('column.time')} (UTC)</th>
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
                  <a class="link" href={listOf({ ...daysOf(props.overview, at), currency })}>
                    {point.from.slice(0, step === 'hour' ? 16 : 10)}
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

function Declines({ overview, span }: ContentProps) {
  const most = Math.max(1, ...overview.declines.map(({ count }) => count))
  return (
    <Section title={t('overview.declines')}>
      <BarTable
        empty={t('overview.noDeclines')}
        rows={overview.declines.map((decline) => ({
          key: decline.code,
          href: listOf({ ...span, state: 'failed', code: decline.code }),
          text: resultText(decline),
          hint: decline.code,
          share: decline.count / most,
          value: whole(decline.count),
        }))}
      />
    </Section>
  )
}

/** The bar of a brand is its volume, the number beside it. */
function Brands({ overview, span }: ContentProps) {
  const { brands, currency } = overview
  const most = Math.max(1, ...brands.map(({ volume }) => Number(volume)))
  return (
    <Section title={t('overview.methods')}>
      <BarTable
        empty={t('overview.noneText')}
        rows={brands
          .toSorted((one, other) => Number(other.volume) - Number(one.volume))
          .map(({ brand, count, succeeded, volume }) => ({
            key: brand,
            href: listOf({ ...span, brand }),
            text: brandName(brand),
            hint: rateText(succeeded, count),
            share: Number(volume) / most,
            value: shownMoney(volume, currency),
          }))}
      />
    </Section>
  )
}

/** How many of the payments succeeded, and which share that is. */
function rateText(succeeded: number, count: number): string {
  const ofCount = t('overview.ofCount', { succeeded: whole(succeeded), count })
  return count === 0 ? ofCount : `${ofCount} · ${percent(succeeded / count)}`
}

/** How payments were authenticated that the gateway has authenticated. */
function Authentications({ overview }: Pick<ContentProps, 'overview'>) {
  const { authentications } = overview
  const most = Math.max(1, ...authentications.map(({ count }) => count))
  return (
    <Section title={t('overview.authentication')}>
      <BarTable
        empty={t('overview.noAuthentication')}
        rows={authentications.map(({ outcome, count, succeeded }) => ({
          key: outcome,
          text: word('authentication', outcome),
          hint: rateText(succeeded, count),
          share: count / most,
          value: whole(count),
        }))}
      />
    </Section>
  )
}

/** First chargebacks by brand, and how many of the sales they are. */
function Disputes({ overview }: Pick<ContentProps, 'overview'>) {
  const { disputes, currency } = overview
  if (disputes.length === 0) {
    return (
      <Section title={t('overview.disputes')}>
        <p class="px-4 pt-1 pb-4 text-muted">{t('overview.noDisputes')}</p>
      </Section>
    )
  }
  return (
    <Section title={t('overview.disputes')}>
      <div class="overflow-x-auto pb-1">
        <table class="data-table">
          <thead>
            <tr>
              <th scope="col">{t('filter.brand')}</th>
              <th scope="col" class="end">
                {t('overview.disputes')}
              </th>
              <th scope="col" class="end">
                {t('column.amount')}
              </th>
              <th scope="col" class="end hidden md:table-cell">
                {t('overview.sales')}
              </th>
              <th scope="col" class="end">
                {t('overview.ratio')}
              </th>
            </tr>
          </thead>
          <tbody>
            {disputes.map(({ brand, count, amount, sales, basisPoints }) => (
              <tr key={brand}>
                <td>{brandName(brand)}</td>
                <td class="end">{whole(count)}</td>
                <td class="end">{shownMoney(amount, currency)}</td>
                <td class="end hidden md:table-cell">{whole(sales)}</td>
                <td class="end">
                  {basisPoints === undefined ? '–' : percent(basisPoints / 10_000, 2)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="px-4 pb-3 text-hint text-muted">{t('overview.ratioHint')}</p>
    </Section>
  )
}

interface BarRow {
  readonly key: string
  readonly href?: string
  readonly text: string
  readonly hint: string
  /** From 0 to 1. */
  readonly share: number
  readonly value: string
}

/** A table whose rows have a bar behind their number. */
function BarTable(props: { readonly rows: readonly BarRow[]; readonly empty: string }) {
  if (props.rows.length === 0) return <p class="px-4 pt-1 pb-4 text-muted">{props.empty}</p>
  return (
    <ul class="flex flex-col px-4 pt-1 pb-3">
      {props.rows.map(({ key, href, text, hint, share, value }) => (
        <li key={key} class="flex flex-col gap-1 border-b border-line py-2 last:border-0">
          <span class="flex items-baseline gap-3">
            <span class="min-w-0 flex-1">
              {href === undefined ? (
                text
              ) : (
                <a class="font-medium hover:underline" href={href}>
                  {text}
                </a>
              )}{' '}
              <span class="figures text-hint text-muted">{hint}</span>
            </span>
            <span class="figures font-medium whitespace-nowrap">{value}</span>
          </span>
          <span class="h-1 overflow-hidden rounded-full bg-sunken">
            <span
              class="block h-full rounded-full bg-accent"
              style={{ width: `${Math.round(share * 100)}%` }}
            />
          </span>
        </li>
      ))}
    </ul>
  )
}

function percentOr(share: number | null): string {
  return share === null ? '–' : percent(share)
}
