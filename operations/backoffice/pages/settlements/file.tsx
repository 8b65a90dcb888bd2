import { useRoute } from 'preact-iso'
import type { AdminSettlementFileDetails } from '../../../settlement/answer.ts'
import { useRead } from '../../api/use-read.ts'
import { Icon } from '../../parts/icon.tsx'
import { LinkRow, RowLink } from '../../parts/link-row.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { Table } from '../../parts/table.tsx'
import { Amount, Facts, Time } from '../../parts/values.tsx'
import { BASE } from '../../shell/menu.ts'
import { whole } from '../../texts/numbers.ts'
import { t, word } from '../../texts/texts.ts'
import { FileLines } from '../payouts/file-lines.tsx'

/** What a settlement file has told: its counts and its payouts. */
export default function SettlementFile() {
  const { id = '' } = useRoute().params
  const reading = useRead<AdminSettlementFileDetails>(`/settlement/files/${id}`)
  const file = reading.body
  return (
    <Page
      title={file?.name ?? t('settlements.file')}
      beside={
        <a
          class="link order-first w-full"
          href={`${BASE}/settlements?view=files${
            file === undefined ? '' : `&account=${encodeURIComponent(file.account)}`
          }`}
        >
          {t('menu.settlements')}
        </a>
      }
    >
      <Loaded reading={reading} rows={6}>
        {({ account, fileFormat, state, settledFrom, settledTo, importedAt, counts }) => (
          <Facts
            class="facts-in-pairs p-4"
            of={[
              [t('settlements.account'), account],
              [t('settlements.format'), word('fileFormat', fileFormat)],
              [t('column.state'), word('fileState', state)],
              [
                t('settlements.period'),
                [...new Set([settledFrom, settledTo])].filter(Boolean).join(' – '),
              ],
              [t('settlements.imported'), <Time key="i" at={importedAt} />],
              ...Object.entries(counts).map(
                ([name, count]) => [word('fileCount', name), whole(count)] as const,
              ),
            ]}
          />
        )}
      </Loaded>
      {file !== undefined && (
        <>
          <Section title={t('settlements.payouts')}>
            {file.payouts.length === 0 ? (
              <p class="px-4 pt-1 pb-3 text-muted">{t('payouts.noneInFile')}</p>
            ) : (
              <Payouts file={file} />
            )}
          </Section>
          {file.state === 'imported' && (
            <FileLines path={`/settlement/files/${id}/lines`} leadsTo="payout" />
          )}
        </>
      )}
    </Page>
  )
}

function Payouts({ file }: { readonly file: AdminSettlementFileDetails }) {
  return (
    <Table
      columns={[
        { text: t('settlements.settledOn') },
        { text: t('column.reference'), isWide: true },
        { text: t('settlements.net'), isEnd: true },
        { text: t('settlements.fees'), isEnd: true, isWide: true },
        { text: t('settlements.paid'), isEnd: true },
        { text: t('settlements.bank'), isWide: true },
      ]}
    >
      {file.payouts.map((payout) => (
        <LinkRow key={payout.id} href={`${BASE}/payouts/${payout.id}`}>
          <td>
            <RowLink href={`${BASE}/payouts/${payout.id}`}>{payout.settledOn}</RowLink>
            {payout.unbalanced && (
              <span class="ms-2 inline-flex items-center gap-1 text-bad">
                <Icon name="warn" class="size-3.5" />
                {t('settlements.unbalanced')}
              </span>
            )}
          </td>
          <td class="hidden max-w-48 truncate md:table-cell">{payout.reference}</td>
          <td class="end">
            <Amount amount={payout.net} currency={payout.currency} />
          </td>
          <td class="end hidden md:table-cell">
            <Amount amount={payout.fees} currency={payout.currency} />
          </td>
          <td class="end">
            {payout.paid === undefined ? (
              <span class={Number(payout.net) > 0 ? 'text-warn' : 'text-muted'}>
                {t(Number(payout.net) > 0 ? 'settlements.notPaid' : 'payoutState.carriedOver')}
              </span>
            ) : (
              <Amount amount={payout.paid} currency={payout.currency} />
            )}
          </td>
          <td class="hidden text-muted md:table-cell">
            {[payout.paidOn, payout.bankReference].filter(Boolean).join(' · ')}
          </td>
        </LinkRow>
      ))}
    </Table>
  )
}
