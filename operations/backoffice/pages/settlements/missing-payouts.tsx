import { useId, useState } from 'preact/hooks'
import type { AdminMissingPayout, AdminSettlementStatus } from '../../../settlement/answer.ts'
import { Icon } from '../../parts/icon.tsx'
import { Section } from '../../parts/page.tsx'
import { Table } from '../../parts/table.tsx'
import { Amount, Time } from '../../parts/values.tsx'
import { BASE } from '../../shell/menu.ts'
import { whole } from '../../texts/numbers.ts'
import { t, word } from '../../texts/texts.ts'
import { shownDay } from '../../texts/times.ts'

/** Which payouts did not come: those that should have, those that are expected still, and days that owe. */
export function MissingPayouts({ status }: { readonly status: AdminSettlementStatus }) {
  const { missingPayouts, missingPayoutCount } = status
  const late = missingPayouts.filter((payout) => payout.late)
  const expected = missingPayouts.filter((payout) => !payout.late && !payout.carriedOver)
  const carriedOver = missingPayouts.filter((payout) => payout.carriedOver)
  const isCut = missingPayouts.length < missingPayoutCount
  const cut = { shown: missingPayouts.length, count: missingPayoutCount }
  return (
    <>
      {late.length > 0 && (
        <Section
          title={t('settlements.latePayouts')}
          hint={isCut ? t('settlements.payoutsCut', cut) : t('settlements.latePayoutsHint')}
        >
          <Payouts payouts={late} />
        </Section>
      )}
      {expected.length > 0 && (
        <Section
          title={t('settlements.expectedPayouts')}
          hint={t('settlements.expectedPayoutsHint')}
        >
          <Payouts payouts={expected} />
        </Section>
      )}
      {carriedOver.length > 0 && (
        <Section title={t('settlements.carriedOver')} hint={t('settlements.carriedOverHint')}>
          <Payouts payouts={carriedOver} />
        </Section>
      )}
    </>
  )
}

function Payouts({ payouts }: { readonly payouts: readonly AdminMissingPayout[] }) {
  return (
    <Table
      columns={[
        { text: t('settlements.capturedOn') },
        { text: t('settlements.channel') },
        { text: t('column.amount'), isEnd: true },
        { text: t('column.state'), isWide: true },
      ]}
    >
      {payouts.map((payout) => (
        <PayoutRows key={`${payout.day} ${payout.channel.id} ${payout.currency}`} of={payout} />
      ))}
    </Table>
  )
}

/** A payout, and below it its payments when somebody asks for them. */
function PayoutRows({ of }: { readonly of: AdminMissingPayout }) {
  const [isOpen, open] = useState(false)
  const id = useId()
  return (
    <>
      <tr>
        <td class="whitespace-nowrap">
          <button
            type="button"
            data-row
            class="link inline-flex items-center gap-1"
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={() => open(!isOpen)}
          >
            <Icon name="right" class={isOpen ? 'rotate-90' : ''} />
            {of.day}
          </button>
        </td>
        <td class="[overflow-wrap:anywhere]">{of.channel.name}</td>
        <td class={`end ${of.late ? 'font-semibold text-bad' : ''}`}>
          <Amount amount={of.amount} currency={of.currency} />{' '}
          <span class="text-hint font-normal text-muted">({whole(of.count)})</span>
          {!of.late && !of.carriedOver && (
            <span class="block text-hint text-muted min-[22.5rem]:whitespace-nowrap">
              {t('settlements.expectedUntil', { day: shownDay(of.expectedUntil) })}
            </span>
          )}
        </td>
        <td class="hidden text-muted md:table-cell">{stateOf(of)}</td>
      </tr>
      {isOpen && (
        <tr id={id}>
          <td colSpan={4}>
            <Payments of={of} />
          </td>
        </tr>
      )}
    </>
  )
}

function stateOf({ count, settledCount }: AdminMissingPayout): string {
  if (settledCount === 0) return t('settlements.inNoFile')
  if (settledCount === count) return t('settlements.settledOnly')
  return t('settlements.partlySettled', { settled: settledCount, count })
}

function Payments({ of }: { readonly of: AdminMissingPayout }) {
  return (
    <div class="flex flex-col gap-1 ps-5">
      <p class="text-muted md:hidden">{stateOf(of)}</p>
      <ul class="flex flex-col gap-1">
        {of.payments.map(({ paymentId, paymentType, amount, currency, bookedAt }) => (
          <li key={paymentId} class="flex flex-wrap gap-x-4">
            <a class="link" href={`${BASE}/payments/${paymentId}`}>
              <Time at={bookedAt} />
            </a>
            <span>{word('type', paymentType)}</span>
            <Amount amount={amount} currency={currency} />
          </li>
        ))}
      </ul>
      {of.payments.length < of.count && (
        <p class="text-muted">
          {t('settlements.paymentsCut', { shown: of.payments.length, count: of.count })}
        </p>
      )}
    </div>
  )
}
