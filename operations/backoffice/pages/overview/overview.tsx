import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { AdminOverview, AdminOverviewGroups } from '../../../administration/answer.ts'
import { useRead } from '../../api/use-read.ts'
import { EntityPicker } from '../../parts/entity-picker.tsx'
import { Empty, FailureNotice, Skeleton } from '../../parts/notice.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { Amount } from '../../parts/values.tsx'
import { brandName } from '../../texts/brands.ts'
import { resultText } from '../../texts/gateway-texts.ts'
import { shownMoney } from '../../texts/money.ts'
import { percent, whole } from '../../texts/numbers.ts'
import { type TextKey, t, word } from '../../texts/texts.ts'
import { shownTime } from '../../texts/times.ts'
import { type Filters, filtersOf, listOf, only, wireFilters } from '../payments/filters.ts'
import { Charts } from './charts.tsx'
import { Drops } from './drops.tsx'
import { DueDisputes } from './due-disputes.tsx'
import { approvalRate, totalOf } from './figures.ts'
import { GROUPINGS } from './group-names.ts'
import { Groups } from './groups.tsx'

const SPANS = [1, 7, 30, 90, 365] as const

/** How the shop does: sums over time, and what leads to the payments behind them. */
export default function Overview() {
  const { path, query, route } = useLocation()
  const [currency, setCurrency] = useState<string>()
  const days = SPANS.find((one) => String(one) === query.days) ?? 7
  const by = GROUPINGS.find((one) => one === query.by) ?? 'brand'
  const entity = only(filtersOf(query), ['entity'])
  const asked = { days: String(days), ...wireFilters({ ...entity, ...of(currency) }) }
  const reading = useRead<AdminOverview>('/overview', asked)
  const groups = useRead<AdminOverviewGroups>('/overview/groups', { ...asked, by })
  const overview = reading.body
  const choose = (name: 'days' | 'by', value: string) =>
    route(`${path}?${new URLSearchParams({ ...query, [name]: value })}`)
  const span = overview && { ...entity, from: overview.firstDay, to: overview.lastDay }
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
          <Spans days={days} onDays={(chosen) => choose('days', String(chosen))} />
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
      {span !== undefined && groups.body !== undefined && (
        <Drops drops={groups.body.drops} span={{ ...span, currency: groups.body.currency }} />
      )}
      {span !== undefined && overview !== undefined && (
        <Content
          overview={overview}
          span={span}
          groups={
            <Groups
              reading={groups}
              by={by}
              onBy={(chosen) => choose('by', chosen)}
              span={{ ...span, currency: overview.currency }}
            />
          }
        />
      )}
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

function Content({
  overview,
  span,
  groups,
}: ContentProps & { readonly groups: ComponentChildren }) {
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
        {t('overview.asOf', { time: shownTime(overview.asOf) })}{' '}
        {t('overview.zone', { zone: overview.timeZone })} {t('overview.volumeMeans')}
      </p>
      <Charts overview={overview} entity={only(span, ['entity'])} />
      {groups}
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
