import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type {
  AdminBookedPayment,
  AdminSettlementStatus,
  AdminSettlementSum,
} from '../../../settlement/answer.ts'
import { useRead } from '../../api/use-read.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Empty } from '../../parts/notice.tsx'
import { Section } from '../../parts/page.tsx'
import { Table } from '../../parts/table.tsx'
import { Amount, AmountOrDash, Time } from '../../parts/values.tsx'
import { BASE } from '../../shell/menu.ts'
import { amountIn } from '../../texts/money.ts'
import { whole } from '../../texts/numbers.ts'
import { t, word } from '../../texts/texts.ts'
import { relativeTime, shownDay, shownTime } from '../../texts/times.ts'
import { lastDays } from '../payments/filters.ts'
import { MissingPayouts } from './missing-payouts.tsx'

const SPANS = [7, 30] as const

/** What was captured, what of it was settled, what was paid out, and what is missing. */
export function Status({ account }: { readonly account: string }) {
  const [days, setDays] = useState<number>(7)
  const { from, to } = lastDays(days)
  const reading = useRead<AdminSettlementStatus>('/settlement/status', {
    account,
    'date.from': `${from} 00:00:00`,
    'date.to': `${to} 23:59:59`,
  })
  return (
    <>
      <fieldset class="flex self-start overflow-hidden rounded-field border border-edge">
        <legend class="sr-only">{t('overview.span')}</legend>
        {SPANS.map((span) => (
          <button
            key={span}
            type="button"
            aria-pressed={days === span}
            class="min-h-8 bg-paper px-3 hover:bg-sunken aria-pressed:bg-accent aria-pressed:font-medium aria-pressed:text-on-accent"
            onClick={() => setDays(span)}
          >
            {t('filter.days', { count: span })}
          </button>
        ))}
      </fieldset>
      <Loaded reading={reading} rows={6}>
        {(status) =>
          status.days.length === 0 ? (
            <Empty
              icon="settlements"
              title={t('settlements.nothing')}
              text={t('settlements.nothingText')}
            />
          ) : (
            <Days status={status} />
          )
        }
      </Loaded>
      {reading.body?.matchedAnewAt !== undefined && (
        <p class="text-hint text-muted">
          {t('settlements.matchedAnew', { time: shownTime(reading.body.matchedAnewAt) })}
        </p>
      )}
      {reading.body !== undefined && <Sections status={reading.body} />}
    </>
  )
}

/** What the days are about, one by one: what somebody should look for stands first. */
function Sections({ status }: { readonly status: AdminSettlementStatus }) {
  const { unpaid, missingPayouts, missing, expected, different, unfiled, unfiledCount } = status
  return (
    <>
      {missingPayouts.length > 0 && <MissingPayouts status={status} />}
      {missing.length > 0 && (
        <PaymentList
          title={t('settlements.oldest')}
          hint={cutHint(status, missing, true)}
          payments={missing}
        />
      )}
      {different.length > 0 && (
        <PaymentList
          title={t('settlements.different')}
          hint={t('settlements.differentHint')}
          payments={different}
        />
      )}
      {unfiledCount > 0 && (
        <PaymentList
          title={t('settlements.unfiled', { count: unfiledCount })}
          hint={t('settlements.unfiledHint')}
          payments={unfiled}
        />
      )}
      {unpaid.length > 0 && <Unpaid status={status} />}
      {expected.length > 0 && (
        <PaymentList
          title={t('settlements.young')}
          hint={cutHint(status, expected, false)}
          payments={expected}
        />
      )}
    </>
  )
}

/** What a list of payments has, and how many there are in all where it is cut. */
function cutHint(
  { days }: AdminSettlementStatus,
  shown: readonly AdminBookedPayment[],
  late: boolean,
): string {
  const count = days
    .filter((day) => day.late === late)
    .reduce((sum, day) => sum + day.missing.count, 0)
  const name = late ? 'oldest' : 'young'
  if (count <= shown.length) return t(`settlements.${name}Hint`)
  return t(`settlements.${name}Cut`, { shown: shown.length, count })
}

function Days({ status }: { readonly status: AdminSettlementStatus }) {
  return (
    <Table
      columns={[
        { text: `${t('settlements.day')} (UTC)` },
        { text: t('settlements.captured'), isEnd: true },
        { text: t('settlements.settled'), isEnd: true, isWide: true },
        { text: t('settlements.missing'), isEnd: true },
        { text: t('settlements.above'), isEnd: true, isWide: true },
        { text: t('settlements.below'), isEnd: true, isWide: true },
      ]}
    >
      {status.days.map((of) => (
        <DayRow key={`${of.day} ${of.currency}`} of={of} />
      ))}
    </Table>
  )
}

function DayRow({ of }: { readonly of: AdminSettlementStatus['days'][number] }) {
  const { day, currency, captured, settled, missing, above, below } = of
  const { ofEarlierDays, reversedLater, changedAt } = of
  const isExpected = !of.late && missing.count > 0
  return (
    <tr>
      <td class="whitespace-nowrap">
        {day}
        {changedAt !== undefined && (
          <Note>{t('settlements.changedAt', { time: shownTime(changedAt) })}</Note>
        )}
      </td>
      <Sum of={captured} currency={currency}>
        {[['ofEarlierDays', ofEarlierDays] as const, ['reversedLater', reversedLater] as const].map(
          ([name, { amount, count }]) =>
            count > 0 && (
              <Note key={name}>
                {t(`settlements.${name}`, {
                  amount: `${amountIn(amount, currency)} (${whole(count)})`,
                })}
              </Note>
            ),
        )}
      </Sum>
      <Sum of={settled} currency={currency} isWide />
      <Sum of={missing} currency={currency} isMissing={of.late && Number(missing.amount) > 0}>
        {isExpected && (
          <Note>{t('settlements.expectedUntil', { day: shownDay(of.expectedUntil) })}</Note>
        )}
      </Sum>
      <Sum of={above} currency={currency} isMissing isWide />
      <Sum of={below} currency={currency} isMissing isWide />
    </tr>
  )
}

/** A small line below what a cell says. */
function Note({ children }: { readonly children: ComponentChildren }) {
  return <span class="block text-hint text-muted min-[22.5rem]:whitespace-nowrap">{children}</span>
}

function Sum(props: {
  readonly of: AdminSettlementSum
  readonly currency: string
  readonly isMissing?: boolean
  /** Left out where there is no room. */
  readonly isWide?: boolean
  /** Below the amount. */
  readonly children?: ComponentChildren
}) {
  const { amount, count } = props.of
  const bad = props.isMissing && count > 0 ? 'font-semibold text-bad' : ''
  return (
    <td class={`end ${bad} ${props.isWide ? 'hidden md:table-cell' : ''}`}>
      <AmountOrDash amount={amount} currency={props.currency} />{' '}
      {count > 0 && <span class="text-hint font-normal text-muted">({whole(count)})</span>}
      {props.children}
    </td>
  )
}

function Unpaid({ status }: { readonly status: AdminSettlementStatus }) {
  return (
    <Section title={t('settlements.unpaid')} hint={t('settlements.unpaidHint')}>
      <p class="flex flex-wrap gap-x-8 px-4 pt-1 pb-4 text-label font-medium">
        {status.unpaid.map(({ currency, amount }) => (
          <Amount key={currency} amount={amount} currency={currency} />
        ))}
      </p>
    </Section>
  )
}

/** Payments that a person should look at, the oldest first, with the settled amount where it is another. */
function PaymentList(props: {
  readonly title: string
  readonly hint: string
  readonly payments: readonly (AdminBookedPayment & { readonly settled?: string })[]
}) {
  const isSettled = props.payments.some(({ settled }) => settled !== undefined)
  return (
    <Section title={props.title} hint={props.hint}>
      <Table
        columns={[
          { text: t('column.time') },
          { text: t('column.type') },
          { text: t('column.amount'), isEnd: true },
          ...(isSettled ? [{ text: t('settlements.settled'), isEnd: true }] : []),
          { text: t('settlements.age'), isEnd: true, isWide: true },
        ]}
      >
        {props.payments.map(({ paymentId, paymentType, amount, settled, currency, bookedAt }) => (
          <tr key={paymentId}>
            <td>
              <a data-row class="link" href={`${BASE}/payments/${paymentId}`}>
                <Time at={bookedAt} />
              </a>
            </td>
            <td>{word('type', paymentType)}</td>
            <td class="end">
              <Amount amount={amount} currency={currency} />
            </td>
            {settled !== undefined && (
              <td class="end">
                <Amount amount={settled} currency={currency} />
              </td>
            )}
            <td class="end hidden text-muted md:table-cell">{relativeTime(bookedAt)}</td>
          </tr>
        ))}
      </Table>
    </Section>
  )
}
