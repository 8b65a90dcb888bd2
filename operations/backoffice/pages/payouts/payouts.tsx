import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type {
  AdminAcquirerAccount,
  AdminListedPayout,
  AdminPayouts,
} from '../../../settlement/answer.ts'
import { may } from '../../api/session.ts'
import { useRead } from '../../api/use-read.ts'
import { CsvButton } from '../../parts/csv-button.tsx'
import { EntityPicker } from '../../parts/entity-picker.tsx'
import { LinkRow, RowLink } from '../../parts/link-row.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Empty } from '../../parts/notice.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { Pages } from '../../parts/pages.tsx'
import { Table } from '../../parts/table.tsx'
import { useSort } from '../../parts/use-sort.ts'
import { AmountOrDash, Time } from '../../parts/values.tsx'
import { BASE } from '../../shell/menu.ts'
import { sumOf } from '../../texts/money.ts'
import { t } from '../../texts/texts.ts'
import { weekdayOf } from '../../texts/times.ts'
import { lastDays } from '../payments/filters.ts'
import { PayoutPill } from './payout-pill.tsx'

const SPANS = ['7', '30', '90', '365'] as const
const USUAL = '30'

/** What acquirers have paid out, the newest first, down to the payments. */
export default function Payouts() {
  const { url } = useLocation()
  // Another choice begins with its newest payout, whatever page of this one was read.
  return <PayoutPages key={url} />
}

function PayoutPages() {
  const { path, query, route } = useLocation()
  const { entity, account = '', days = USUAL } = query
  const [cursors, setCursors] = useState<readonly string[]>([])
  const accounts =
    useRead<{ readonly accounts: readonly AdminAcquirerAccount[] }>('/settlement/accounts', {
      entityId: entity,
    }).body?.accounts ?? []
  const sorted = useSort(['settledOn', 'net', 'fees'], 'DESC')
  const asked = {
    entityId: entity,
    sortValue: sorted.sortValue,
    sortOrder: sorted.sortOrder,
    account: account === '' ? undefined : account,
    'date.from': `${lastDays(Number(days)).from} 00:00:00`,
  }
  const reading = useRead<AdminPayouts>('/settlement/payouts', { ...asked, cursor: cursors.at(-1) })
  const choose = (name: 'account' | 'days', value: string) =>
    route(`${path}?${new URLSearchParams({ ...query, [name]: value })}`)
  return (
    <Page
      title={t('menu.payouts')}
      actions={
        may('payments.export') && (
          <CsvButton path="/settlement/payouts/export" query={asked} name="payouts.csv" />
        )
      }
      beside={
        <>
          <EntityPicker />
          {accounts.length > 1 && (
            <select
              aria-label={t('settlements.account')}
              class="field-small max-w-72"
              data-set={account !== ''}
              value={account}
              onChange={(event) => choose('account', event.currentTarget.value)}
            >
              <option value="">{t('payouts.allAccounts')}</option>
              {accounts.map(({ id, acquirer }) => (
                <option key={id} value={id}>
                  {acquirer} · {id}
                </option>
              ))}
            </select>
          )}
          <select
            aria-label={t('overview.span')}
            class="field-small"
            value={days}
            onChange={(event) => choose('days', event.currentTarget.value)}
          >
            {SPANS.map((span) => (
              <option key={span} value={span}>
                {t('filter.days', { count: Number(span) })}
              </option>
            ))}
          </select>
        </>
      }
    >
      <Loaded reading={reading} rows={8}>
        {({ payouts, cursor }) => (
          <>
            {payouts.length === 0 ? (
              <Empty
                icon="payouts"
                title={t('payouts.none')}
                text={accounts.length === 0 ? t('payouts.noAccount') : t('payouts.noneText')}
              />
            ) : (
              <>
                <PayoutTable
                  payouts={payouts}
                  sorted={sorted}
                  isWhole={cursors.length === 0 && cursor === undefined}
                />
                <p class="px-4 py-2 text-hint text-muted">{t('payouts.days')}</p>
              </>
            )}
            <Pages cursors={cursors} next={cursor} onCursors={setCursors} />
          </>
        )}
      </Loaded>
      {(reading.body?.emptyFiles.length ?? 0) > 0 && (
        <EmptyFiles files={reading.body?.emptyFiles ?? []} />
      )}
    </Page>
  )
}

function PayoutTable({
  payouts,
  sorted,
  isWhole,
}: {
  readonly payouts: readonly AdminListedPayout[]
  readonly sorted: ReturnType<typeof useSort>
  /** These are all payouts of the time: their sums are its totals. */
  readonly isWhole: boolean
}) {
  return (
    <Table
      columns={[
        { text: t('settlements.day'), sort: sorted.of('settledOn') },
        { text: t('column.state'), isWide: true },
        { text: t('payouts.gross'), isEnd: true, isWide: true },
        { text: t('payouts.refunds'), isEnd: true, isWide: true },
        { text: t('payouts.chargebacks'), isEnd: true, isWidest: true },
        { text: t('settlements.fees'), isEnd: true, isWide: true, sort: sorted.of('fees') },
        { text: t('payouts.net'), isEnd: true, sort: sorted.of('net') },
        { text: t('column.reference'), isWidest: true },
        { text: t('settlements.account'), isWidest: true },
      ]}
    >
      {payouts.map((payout) => {
        const href = `${BASE}/payouts/${payout.id}`
        const { currency, gross, refunds, chargebacks, fees } = payout
        return (
          <LinkRow key={payout.id} href={href}>
            <td class="whitespace-nowrap">
              <RowLink href={href}>
                {payout.settledOn} <span class="text-muted">{weekdayOf(payout.settledOn)}</span>
              </RowLink>
              <span class="block pb-1 md:hidden">
                <PayoutPill payout={payout} />
              </span>
            </td>
            <td class="hidden md:table-cell">
              <PayoutPill payout={payout} />
            </td>
            <Money amount={gross} currency={currency} width="md" />
            <Money amount={refunds} currency={currency} width="md" />
            <Money amount={chargebacks} currency={currency} width="xl" />
            <Money amount={negated(fees)} currency={currency} width="md" />
            <td class="end font-medium">
              <AmountOrDash amount={payout.net} currency={currency} />
            </td>
            <td class="hidden max-w-40 truncate xl:table-cell" title={payout.reference}>
              {payout.reference}
            </td>
            <td class="hidden max-w-48 truncate text-muted xl:table-cell" title={payout.account}>
              {payout.account}
            </td>
          </LinkRow>
        )
      })}
      {isWhole &&
        payouts.length > 1 &&
        totalsOf(payouts).map((total) => <TotalRow key={total.currency} of={total} />)}
    </Table>
  )
}

type Summed = 'gross' | 'refunds' | 'chargebacks' | 'fees' | 'net'

type Totals = Pick<AdminListedPayout, Summed | 'currency'>

/** The sums of payouts, by currency. */
function totalsOf(payouts: readonly AdminListedPayout[]): readonly Totals[] {
  const currencies = [...new Set(payouts.map(({ currency }) => currency))].toSorted()
  return currencies.map((currency) => {
    const of = payouts.filter((one) => one.currency === currency)
    const sum = (name: Summed) =>
      sumOf(
        of.map((one) => one[name]),
        currency,
      )
    return {
      currency,
      gross: sum('gross'),
      refunds: sum('refunds'),
      chargebacks: sum('chargebacks'),
      fees: sum('fees'),
      net: sum('net'),
    }
  })
}

function TotalRow({ of }: { readonly of: Totals }) {
  const { currency, gross, refunds, chargebacks, fees, net } = of
  return (
    <tr class="font-medium">
      <th scope="row" class="text-start">
        {t('payouts.total')}
      </th>
      <td class="hidden md:table-cell" />
      <Money amount={gross} currency={currency} width="md" />
      <Money amount={refunds} currency={currency} width="md" />
      <Money amount={chargebacks} currency={currency} width="xl" />
      <Money amount={negated(fees)} currency={currency} width="md" />
      <td class="end">
        <AmountOrDash amount={net} currency={currency} />
      </td>
      <td class="hidden xl:table-cell" />
      <td class="hidden xl:table-cell" />
    </tr>
  )
}

const WIDTHS = { md: 'hidden md:table-cell', xl: 'hidden xl:table-cell' } as const

/** An amount, or a dash where there is none. */
function Money(props: {
  readonly amount: string
  readonly currency: string
  readonly width: keyof typeof WIDTHS
}) {
  return (
    <td class={`end ${WIDTHS[props.width]}`}>
      <AmountOrDash amount={props.amount} currency={props.currency} />
    </td>
  )
}

/** As it changes what is paid out. */
export function negated(amount: string): string {
  return amount.startsWith('-') ? amount.slice(1) : Number(amount) === 0 ? amount : `-${amount}`
}

/** Files of days without bookings: they have come, and there is nothing to pay out. */
function EmptyFiles({ files }: { readonly files: AdminPayouts['emptyFiles'] }) {
  return (
    <Section title={t('payouts.emptyFiles')} hint={t('payouts.emptyFilesHint')}>
      <Table
        columns={[
          { text: t('settlements.file') },
          { text: t('settlements.account'), isWide: true },
          { text: t('settlements.imported') },
        ]}
      >
        {files.map(({ id, name, account, importedAt }) => {
          const href = `${BASE}/settlements/files/${id}`
          return (
            <LinkRow key={id} href={href}>
              <td class="[overflow-wrap:anywhere]">
                <RowLink href={href}>{name}</RowLink>
              </td>
              <td class="hidden text-muted md:table-cell">{account}</td>
              <td class="text-muted">
                <Time at={importedAt} />
              </td>
            </LinkRow>
          )
        })}
      </Table>
    </Section>
  )
}
