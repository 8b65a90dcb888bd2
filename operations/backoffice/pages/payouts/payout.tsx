import { useRoute } from 'preact-iso'
import type { AdminListedPayout, AdminPayoutDetails } from '../../../settlement/answer.ts'
import { may } from '../../api/session.ts'
import { useRead } from '../../api/use-read.ts'
import { CsvButton } from '../../parts/csv-button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { Amount, AmountOrDash, Copyable, Facts } from '../../parts/values.tsx'
import { BASE } from '../../shell/menu.ts'
import { whole } from '../../texts/numbers.ts'
import { t } from '../../texts/texts.ts'
import { weekdayOf } from '../../texts/times.ts'
import { FileLines } from './file-lines.tsx'
import { PayoutPill } from './payout-pill.tsx'
import { negated } from './payouts.tsx'

/** A payout: what it is made of, its lines and their payments. */
export default function Payout() {
  const { id = '' } = useRoute().params
  const reading = useRead<AdminPayoutDetails>(`/settlement/payouts/${id}`)
  const payout = reading.body?.payout
  return (
    <Page
      title={payout === undefined ? t('settlements.payout') : titleOf(payout)}
      beside={
        <>
          <a class="link order-first w-full" href={`${BASE}/payouts`}>
            {t('menu.payouts')}
          </a>
          {payout !== undefined && <PayoutPill payout={payout} />}
        </>
      }
      actions={
        payout !== undefined &&
        may('payments.export') && (
          <CsvButton
            path={`/settlement/payouts/${id}/export`}
            query={{}}
            name={`payout-${payout.settledOn}-${payout.reference ?? payout.id}.csv`}
          />
        )
      }
    >
      <Loaded reading={reading} rows={8}>
        {(body) => <Made of={body} />}
      </Loaded>
      {reading.body !== undefined && (
        <>
          <Parts of={reading.body} />
          <FileLines path={`/settlement/payouts/${id}/lines`} leadsTo="file" />
        </>
      )}
    </Page>
  )
}

function titleOf({ settledOn, reference }: AdminListedPayout): string {
  return [t('settlements.payout'), reference ?? settledOn].join(' ')
}

function Made({ of: { payout, fileName } }: { readonly of: AdminPayoutDetails }) {
  const { currency } = payout
  const rows = [
    [t('payouts.gross'), payout.gross],
    [t('payouts.refunds'), payout.refunds],
    [t('payouts.chargebacks'), payout.chargebacks],
    [t('payouts.carried'), payout.carried],
    [t('payouts.other'), payout.other],
    [t('settlements.fees'), negated(payout.fees)],
  ] as const
  return (
    <div class="grid gap-x-8 md:grid-cols-2">
      <table class="data-table self-start">
        <caption class="sr-only">{t('payouts.madeOf')}</caption>
        <tbody>
          {rows.map(([name, amount]) => (
            <tr key={name}>
              <th scope="row" class="font-normal">
                {name}
              </th>
              <td class="end">
                <AmountOrDash amount={amount} currency={currency} />
              </td>
            </tr>
          ))}
          <tr>
            <th scope="row" class="text-label font-semibold">
              {t('payouts.net')}
            </th>
            <td class="end text-label font-semibold">
              <Amount amount={payout.net} currency={currency} />
            </td>
          </tr>
        </tbody>
      </table>
      <Facts
        class="p-4"
        of={[
          [t('settlements.day'), `${payout.settledOn} ${weekdayOf(payout.settledOn)}`],
          [t('settlements.account'), `${payout.acquirer} · ${payout.account}`],
          [t('column.reference'), payout.reference && <Copyable key="r" text={payout.reference} />],
          [
            t('payouts.earlier'),
            payout.earlier && <Amount key="e" amount={payout.earlier} currency={currency} />,
          ],
          [
            t('settlements.paid'),
            payout.paid && <Amount key="p" amount={payout.paid} currency={currency} />,
          ],
          [t('payouts.paidOn'), payout.paidOn],
          [t('settlements.returned'), payout.returnedOn],
          [
            t('payouts.bankReference'),
            payout.bankReference && <Copyable key="b" text={payout.bankReference} />,
          ],
          [t('settlements.lines'), whole(payout.lines)],
          [
            t('settlements.file'),
            <a key="f" class="link" href={`${BASE}/settlements/files/${payout.fileId}`}>
              {fileName}
            </a>,
          ],
        ]}
      />
      <p class="px-4 pb-4 text-hint text-muted md:col-span-2">{t('payouts.days')}</p>
      {(payout.unbalanced || payout.state === 'carriedOver') && (
        <p class="flex items-center gap-2 px-4 pb-4 text-muted md:col-span-2">
          <Icon name="warn" class="flex-none" />
          {t(payout.unbalanced ? 'payouts.unbalanced' : 'payouts.carriedOver')}
        </p>
      )}
    </div>
  )
}

/** What other files tell of the same payout. */
function Parts({ of: { parts, payout } }: { readonly of: AdminPayoutDetails }) {
  if (parts.length === 0) return null
  return (
    <Section title={t('payouts.parts')} hint={t('payouts.partsHint')}>
      <ul class="flex flex-col gap-1 px-4 pt-1 pb-4">
        {parts.map(({ id, net, lines }) => (
          <li key={id}>
            <a class="link" href={`${BASE}/payouts/${id}`}>
              <Amount amount={net} currency={payout.currency} />
            </a>{' '}
            <span class="text-muted">({whole(lines)})</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
