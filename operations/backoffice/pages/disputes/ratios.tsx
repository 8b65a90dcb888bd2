import { useState } from 'preact/hooks'
import type { DisputeRatios } from '../../../../dist/types/wire.ts'
import { useRead } from '../../api/use-read.ts'
import { FailureNotice, Skeleton } from '../../parts/notice.tsx'
import { Section } from '../../parts/page.tsx'
import { Table } from '../../parts/table.tsx'
import { brandName } from '../../texts/brands.ts'
import { percent, whole } from '../../texts/numbers.ts'
import { t } from '../../texts/texts.ts'

type Program = DisputeRatios['programs'][number]

/** The disputes of a month against its sales, and how near the programmes of the card networks are. */
export function Ratios({ entityId }: { readonly entityId: string | undefined }) {
  const [month, setMonth] = useState<string>()
  const reading = useRead<DisputeRatios>('/disputes/ratios', { entityId, month })
  const { body, failure, reload } = reading
  return (
    <Section
      title={t('ratios.title')}
      actions={
        <label class="flex items-center gap-2 text-muted">
          {t('ratios.month')}
          <input
            type="month"
            class="field-small"
            value={month ?? body?.month ?? ''}
            onChange={({ currentTarget: { value } }) => setMonth(value || undefined)}
          />
        </label>
      }
    >
      {failure !== undefined && <FailureNotice failure={failure} retry={reload} />}
      {body === undefined && failure === undefined && <Skeleton rows={4} />}
      {body !== undefined && (
        <div class="flex flex-col gap-3 pt-2">
          <Brands brands={body.brands} />
          <Programs programs={body.programs} />
          <p class="px-4 pb-3 text-hint text-muted">
            {t(body.isCut ? 'ratios.cut' : 'ratios.hint')}{' '}
            {t('overview.zone', { zone: body.timeZone })}
          </p>
        </div>
      )}
    </Section>
  )
}

function Brands({ brands }: Pick<DisputeRatios, 'brands'>) {
  if (brands.length === 0) return <p class="px-4 text-muted">{t('ratios.noSales')}</p>
  return (
    <Table
      columns={[
        { text: t('filter.brand') },
        { text: t('overview.sales'), isEnd: true, isWide: true },
        { text: t('overview.disputes'), isEnd: true },
        { text: t('ratios.fraud'), isEnd: true },
        { text: t('overview.ratio'), isEnd: true },
      ]}
    >
      {brands.map(({ paymentBrand, sales, disputes, fraud, disputeBasisPoints }) => (
        <tr key={paymentBrand}>
          <td>{brandName(paymentBrand)}</td>
          <td class="end hidden md:table-cell">{whole(sales.count)}</td>
          <td class="end">{whole(disputes.count)}</td>
          <td class="end">{whole(fraud.count)}</td>
          <td class="end">{ratio(disputeBasisPoints)}</td>
        </tr>
      ))}
    </Table>
  )
}

function Programs({ programs }: Pick<DisputeRatios, 'programs'>) {
  const hasForecast = programs.some(({ forecast }) => forecast !== undefined)
  return (
    <Table
      columns={[
        { text: t('ratios.program') },
        { text: t('ratios.count'), isEnd: true },
        { text: t('overview.ratio'), isEnd: true },
        { text: t('ratios.limit'), isEnd: true, isWide: true },
        { text: t('column.state') },
        ...(hasForecast ? [{ text: t('ratios.forecast'), isEnd: true, isWide: true }] : []),
      ]}
    >
      {programs.map((program) => (
        <tr key={program.program}>
          <td>{t(`ratios.${program.program}`)}</td>
          <td class="end">{whole(program.count)}</td>
          <td class="end">{ratio(program.basisPoints)}</td>
          <td class="end hidden md:table-cell">{limitText(program.limits)}</td>
          <td class={program.isReached ? 'font-medium text-bad' : ''}>
            {t(program.isReached ? 'ratios.reached' : 'ratios.below')}
            {!program.isReached && program.forecast?.isReached === true && (
              <span class="block text-hint text-bad md:hidden">{t('ratios.forecastReached')}</span>
            )}
          </td>
          {hasForecast && <Forecast of={program.forecast} />}
        </tr>
      ))}
    </Table>
  )
}

/** What the month comes to if it goes on as it began. */
function Forecast({ of }: { readonly of: Program['forecast'] }) {
  if (of === undefined) return <td class="end hidden md:table-cell">–</td>
  return (
    <td class={`end hidden md:table-cell ${of.isReached ? 'font-medium text-bad' : ''}`}>
      {whole(of.count)} · {ratio(of.basisPoints)}
      {of.isReached && <span class="block text-hint">{t('ratios.forecastReached')}</span>}
    </td>
  )
}

function ratio(basisPoints: number | undefined): string {
  return basisPoints === undefined ? '–' : percent(basisPoints / 10_000, 2)
}

/** All limits of a programme, which have to be reached together. */
function limitText({ basisPoints, count, amount, sales }: Program['limits']): string {
  const parts = [
    percent(basisPoints / 10_000, 2),
    count === undefined ? '' : t('ratios.limitCount', { number: whole(count) }),
    amount === undefined ? '' : t('ratios.limitAmount', { amount: whole(amount) }),
    sales === undefined ? '' : t('ratios.limitSales', { number: whole(sales) }),
  ]
  return parts.filter((part) => part !== '').join(', ')
}
