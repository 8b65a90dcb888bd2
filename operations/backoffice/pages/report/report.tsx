import { useEffect } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { saveCsv } from '../../api/download.ts'
import { EntityPicker } from '../../parts/entity-picker.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Empty, FailureNotice, Skeleton } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { Table } from '../../parts/table.tsx'
import { useToday } from '../../parts/use-today.ts'
import { brandName } from '../../texts/brands.ts'
import { amountIn } from '../../texts/money.ts'
import { percent, whole } from '../../texts/numbers.ts'
import { t, word } from '../../texts/texts.ts'
import { shownSpan } from '../../texts/times.ts'
import { daysError } from '../payments/range-errors.ts'
import {
  AMOUNTS,
  calendarDays,
  changeOf,
  csvOf,
  type Days,
  daysBefore,
  GROUPS,
  type Group,
  grouped,
  type ReportLine,
} from './report-lines.ts'
import { type ReportReading, useReport } from './use-report.ts'

/** What a time has brought, by merchant, brand or currency, beside the time before. */
export default function Report() {
  const { path, query, route } = useLocation()
  const { today, follow } = useToday()
  const { from, to } = { ...calendarDays(today, 1), ...query } as Days
  const group = GROUPS.find((one) => one === query.by) ?? 'merchant'
  const isReversed = from > to
  const days = isReversed ? undefined : { from, to }
  const report = useReport(days, query.entity)
  useEffect(() => follow(report.timeZone), [follow, report.timeZone])
  const before = useReport(days && daysBefore(days), query.entity)
  const choose = (more: Readonly<Record<string, string>>) =>
    route(`${path}?${new URLSearchParams({ ...query, from, to, ...more })}`)
  return (
    <Page
      title={t('menu.report')}
      beside={<EntityPicker />}
      actions={
        report.isWhole && (
          <>
            <button
              type="button"
              class="button"
              onClick={() =>
                saveCsv(`\uFEFF${csvOf(report.lines)}\r\n`, `report-${from}-${to}.csv`)
              }
            >
              <Icon name="download" />
              {t('payments.export')}
            </button>
            <button type="button" class="button" onClick={() => print()}>
              <Icon name="print" />
              {t('action.print')}
            </button>
          </>
        )
      }
    >
      <Times today={today} days={{ from, to }} group={group} onChoose={choose} />
      {isReversed && (
        <p role="alert" class="text-bad">
          {daysError({ from, to })}
        </p>
      )}
      {days !== undefined && <Sums report={report} before={before} group={group} days={days} />}
    </Page>
  )
}

interface TimesProps {
  readonly today: string
  readonly days: Days
  readonly group: Group
  readonly onChoose: (more: Readonly<Record<string, string>>) => void
}

const CALENDAR = [
  ['thisMonth', 1, 0],
  ['lastMonth', 1, -1],
  ['thisQuarter', 3, 0],
  ['lastQuarter', 3, -1],
] as const

/** Which time, and by what it is shown. */
function Times({ today, days, group, onChoose }: TimesProps) {
  return (
    <div class="no-print flex flex-wrap items-center gap-3">
      <div class="flex flex-wrap gap-1">
        {CALENDAR.map(([name, months, later]) => {
          const { from, to } = calendarDays(today, months, later)
          const isChosen = from === days.from && to === days.to
          return (
            <button
              key={name}
              type="button"
              class={`button min-h-8 ${isChosen ? 'bg-sunken font-semibold' : ''}`}
              aria-pressed={isChosen}
              onClick={() => onChoose({ from, to })}
            >
              {t(`report.${name}`)}
            </button>
          )
        })}
      </div>
      {(['from', 'to'] as const).map((name) => (
        <label key={name} class="flex items-center gap-2 text-muted">
          {t(`filter.${name}`)}
          <input
            type="date"
            class="field-small"
            required
            value={days[name]}
            onChange={({ currentTarget: { value } }) => value !== '' && onChoose({ [name]: value })}
          />
        </label>
      ))}
      <label class="flex items-center gap-2 text-muted">
        {t('report.by')}
        <select
          class="field-small"
          value={group}
          onChange={({ currentTarget: { value } }) => onChoose({ by: value })}
        >
          {GROUPS.map((one) => (
            <option key={one} value={one}>
              {word('reportBy', one)}
            </option>
          ))}
        </select>
      </label>
    </div>
  )
}

interface SumsProps {
  readonly report: ReportReading
  readonly before: ReportReading
  readonly group: Group
  readonly days: Days
}

function Sums({ report, before, group, days }: SumsProps) {
  const failure = report.failure ?? before.failure
  if (failure !== undefined) {
    return (
      <div class="panel">
        <FailureNotice failure={failure} />
      </div>
    )
  }
  // Without the time before, its line would say that there was nothing.
  if (!report.isWhole || !before.isWhole) {
    return (
      <div class="panel">
        <Skeleton rows={6} />
      </div>
    )
  }
  const zone = report.timeZone ?? 'UTC'
  const earlier = daysBefore(days)
  return (
    <>
      <p class="text-muted">
        {t('report.time', { days: shownSpan(days.from, days.to), zone })}{' '}
        {t('report.before', { days: shownSpan(earlier.from, earlier.to) })}
      </p>
      {report.lines.length === 0 ? (
        <div class="panel">
          <Empty icon="bookings" title={t('report.none')} text={t('report.noneText')} />
        </div>
      ) : (
        currenciesOf(report.lines).map((currency) => (
          <OfCurrency
            key={currency}
            currency={currency}
            group={group}
            lines={report.lines.filter((line) => line.currency === currency)}
            before={before.lines.filter((line) => line.currency === currency)}
          />
        ))
      )}
      <p class="text-hint text-muted">{t('report.hint')}</p>
    </>
  )
}

function currenciesOf(lines: readonly ReportLine[]): readonly string[] {
  return [...new Set(lines.map(({ currency }) => currency))].sort()
}

/** Amounts that stand on a phone, on a wider screen, and on the widest alone. */
const WIDTHS: Readonly<Record<(typeof AMOUNTS)[number], '' | 'isWide' | 'isWidest'>> = {
  authorised: 'isWidest',
  captured: '',
  refunded: 'isWide',
  chargedBack: 'isWide',
  fees: 'isWide',
  other: 'isWidest',
  net: '',
  paidOut: 'isWide',
  open: 'isWidest',
}

const CLASSES = {
  '': '',
  isWide: 'hidden md:table-cell',
  isWidest: 'hidden xl:table-cell',
} as const

function OfCurrency(props: {
  readonly currency: string
  readonly group: Group
  readonly lines: readonly ReportLine[]
  readonly before: readonly ReportLine[]
}) {
  const { currency, group, lines, before } = props
  const rows = grouped(lines, group)
  const [total] = grouped(lines, 'currency')
  const [earlier] = grouped(before, 'currency')
  return (
    <section class="panel" aria-label={currency}>
      <Table
        columns={[
          { text: group === 'currency' ? currency : `${word('reportBy', group)} (${currency})` },
          { text: t('report.count'), isEnd: true, isWide: true },
          ...AMOUNTS.map((name) => ({
            text: t(`report.${name}`),
            isEnd: true,
            isWide: WIDTHS[name] === 'isWide',
            isWidest: WIDTHS[name] === 'isWidest',
          })),
        ]}
      >
        {group !== 'currency' &&
          rows.map((line) => (
            <Line key={nameOf(line, group)} name={nameOf(line, group)} line={line} />
          ))}
        {total !== undefined && <Line name={t('report.total')} line={total} isTotal />}
        {total !== undefined && <Line name={t('report.timeBefore')} line={earlier} like={total} />}
        {total !== undefined && <Change total={total} earlier={earlier} />}
      </Table>
    </section>
  )
}

function nameOf({ merchant, brand, currency }: ReportLine, group: Group): string {
  if (group === 'merchant') return merchant
  if (group === 'currency') return currency
  return brand === '' ? t('report.noBrand') : brandName(brand)
}

function Line(props: {
  readonly name: string
  readonly line: ReportLine | undefined
  /** Whose currency an absent line has. */
  readonly like?: ReportLine
  readonly isTotal?: boolean
}) {
  const { name, line, isTotal = false } = props
  const currency = (line ?? props.like)?.currency ?? ''
  return (
    <tr class={isTotal ? 'font-semibold' : ''}>
      <td class="[overflow-wrap:anywhere]">{name}</td>
      <td class="end figures hidden md:table-cell">
        {line === undefined || line.count === 0 ? (
          <span class="font-normal text-muted">–</span>
        ) : (
          whole(line.count)
        )}
      </td>
      {AMOUNTS.map((one) => (
        <td key={one} class={`end ${CLASSES[WIDTHS[one]]}`}>
          {line === undefined || Number(line[one]) === 0 ? (
            <span class="text-muted">–</span>
          ) : (
            // The heading has the currency.
            <span class="figures">{amountIn(line[one], currency)}</span>
          )}
        </td>
      ))}
    </tr>
  )
}

/** How much more each amount is than in the time before. */
function Change(props: { readonly total: ReportLine; readonly earlier: ReportLine | undefined }) {
  const { total, earlier } = props
  return (
    <tr class="text-muted">
      <td>{t('report.change')}</td>
      <td class="hidden md:table-cell" />
      {AMOUNTS.map((one) => {
        const change = changeOf(total[one], earlier?.[one])
        return (
          <td key={one} class={`end figures ${CLASSES[WIDTHS[one]]}`}>
            {change === undefined ? '–' : `${change > 0 ? '+' : ''}${percent(change)}`}
          </td>
        )
      })}
    </tr>
  )
}
