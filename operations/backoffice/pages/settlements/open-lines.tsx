import { useState } from 'preact/hooks'
import type { AdminOpenLine } from '../../../settlement/answer.ts'
import { mayDo } from '../../api/session.ts'
import { useRead } from '../../api/use-read.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Empty } from '../../parts/notice.tsx'
import { Pages } from '../../parts/pages.tsx'
import { Pill } from '../../parts/state.tsx'
import { Table } from '../../parts/table.tsx'
import { Amount } from '../../parts/values.tsx'
import { t, word } from '../../texts/texts.ts'
import { MatchDialog } from './match-dialog.tsx'

/** Lines of one answer of the gateway. */
const PAGE = 100

/** Lines of files that match no payment, or several, or that a person should look at. */
export function OpenLines({ account }: { readonly account: string }) {
  const [after, setAfter] = useState<readonly string[]>([])
  const reading = useRead<{ readonly lines: readonly AdminOpenLine[] }>('/settlement/open', {
    account,
    afterLine: after.at(-1),
  })
  const [opened, open] = useState<AdminOpenLine>()
  return (
    <>
      <Loaded reading={reading} rows={6}>
        {({ lines }) => (
          <>
            {lines.length === 0 ? (
              <Empty
                icon="tick"
                title={t('settlements.noLines')}
                text={t('settlements.noLinesText')}
              />
            ) : (
              <LineTable lines={lines} open={open} />
            )}
            <Pages
              cursors={after}
              next={lines.length === PAGE ? lines.at(-1)?.id : undefined}
              onCursors={setAfter}
            />
          </>
        )}
      </Loaded>
      {opened !== undefined && (
        <MatchDialog line={opened} onDone={reading.reload} onClose={() => open(undefined)} />
      )}
    </>
  )
}

function LineTable(props: {
  readonly lines: readonly AdminOpenLine[]
  readonly open: (line: AdminOpenLine) => void
}) {
  return (
    <Table
      columns={[
        { text: t('settlements.settledOn') },
        { text: t('column.state'), isWide: true },
        { text: t('column.type'), isWide: true },
        { text: t('column.amount'), isEnd: true, isWide: true },
        { text: t('column.reference'), isWide: true },
        { text: t('column.actions'), isHidden: true },
      ]}
    >
      {props.lines.map((line) => (
        <tr key={line.id}>
          <td>
            <span class="whitespace-nowrap">{line.settledOn}</span>
            <span class="flex flex-col items-start gap-0.5 py-0.5 md:hidden">
              <LineState line={line} />
              <Amount amount={line.amount} currency={line.currency} />
            </span>
          </td>
          <td class="hidden md:table-cell">
            <LineState line={line} />
          </td>
          <td class="hidden md:table-cell" title={line.acquirerType}>
            {word('lineType', line.type)}
          </td>
          <td class="end hidden md:table-cell">
            <Amount amount={line.amount} currency={line.currency} />
          </td>
          <td class="hidden max-w-72 truncate md:table-cell">
            {[line.merchantReference, line.acquirerReference].filter(Boolean).join(' · ')}
          </td>
          <td class="end">
            {mayDo('settlement.match') && (
              <button type="button" class="button" onClick={() => props.open(line)}>
                {t('settlements.match')}
              </button>
            )}
          </td>
        </tr>
      ))}
    </Table>
  )
}

/** In a column of its own, or under the day where the screen is narrow. */
function LineState({ line: { flag, state } }: { readonly line: AdminOpenLine }) {
  const [icon, tone] = flag === undefined ? (['help', 'warn'] as const) : (['flag', 'bad'] as const)
  return <Pill icon={icon} tone={tone} text={word('lineState', flag ?? state)} />
}
