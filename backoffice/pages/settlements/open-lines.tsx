import { useState } from 'preact/hooks'
import type { AdminOpenLine } from '../../../common/settlement-wire.ts'
import { may } from '../../api/session.ts'
import { useRead } from '../../api/use-read.ts'
import { useSend } from '../../api/use-send.ts'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { TextArea } from '../../parts/field.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Empty } from '../../parts/notice.tsx'
import { Pages } from '../../parts/pages.tsx'
import { Pill } from '../../parts/state.tsx'
import { Table } from '../../parts/table.tsx'
import { Amount } from '../../parts/values.tsx'
import { BASE } from '../../shell/menu.ts'
import { shownMoney } from '../../texts/money.ts'
import { t, word } from '../../texts/texts.ts'
import { paymentIdsIn } from './payment-ids.ts'

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
        { text: t('column.state') },
        { text: t('column.type'), isWide: true },
        { text: t('column.amount'), isEnd: true },
        { text: t('column.reference'), isWide: true },
        { text: t('column.actions'), isHidden: true },
      ]}
    >
      {props.lines.map((line) => (
        <tr key={line.id}>
          <td>{line.settledOn}</td>
          <td>
            <Pill
              icon={line.flag === undefined ? 'help' : 'flag'}
              tone={line.flag === undefined ? 'warn' : 'bad'}
              text={word('lineState', line.flag ?? line.state)}
            />
          </td>
          <td class="hidden md:table-cell" title={line.acquirerType}>
            {word('lineType', line.type)}
          </td>
          <td class="end">
            <Amount amount={line.amount} currency={line.currency} />
          </td>
          <td class="hidden max-w-72 truncate md:table-cell">
            {[line.merchantReference, line.acquirerReference].filter(Boolean).join(' · ')}
          </td>
          <td class="end">
            {may('finance.write') && (
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

function MatchDialog(props: {
  readonly line: AdminOpenLine
  readonly onDone: () => void
  readonly onClose: () => void
}) {
  const { line } = props
  const [text, setText] = useState(line.candidates.slice(0, 1).join())
  const sending = useSend()
  const ids = paymentIdsIn(text)
  const amount = shownMoney(line.amount, line.currency)
  const match = async () => {
    const path = `/settlement/lines/${encodeURIComponent(line.id)}/match`
    const form = { paymentIds: ids?.join() }
    const answer = await sending.run({ method: 'POST', path, form })
    if (answer.ok) {
      props.onDone()
      props.onClose()
    }
  }
  return (
    <ConfirmDialog
      title={t('settlements.match')}
      sentence={
        ids === undefined
          ? undefined
          : ids.length === 0
            ? t('settlements.noPaymentPlan', { amount })
            : t('settlements.matchPlan', { amount, count: ids.length })
      }
      confirm={t('settlements.match')}
      amount={amount}
      isBusy={sending.isBusy}
      isReady={ids !== undefined}
      failure={sending.failure}
      onConfirm={() => void match()}
      onClose={props.onClose}
    >
      {line.candidates.length > 0 && (
        <ul class="flex flex-col gap-1">
          {line.candidates.map((id) => (
            <li key={id} class="flex flex-wrap items-center gap-2">
              <a
                class="link font-mono text-hint"
                href={`${BASE}/payments/${id}`}
                target="_blank"
                rel="noopener"
              >
                {id}
              </a>
              <button type="button" class="button min-h-7" onClick={() => setText(id)}>
                {t('settlements.choose')}
              </button>
            </li>
          ))}
        </ul>
      )}
      <TextArea
        label={t('settlements.payments')}
        hint={t('settlements.paymentsHint')}
        error={ids === undefined ? t('settlements.noIds') : undefined}
        class="font-mono"
        value={text}
        onValue={setText}
        rows={2}
      />
    </ConfirmDialog>
  )
}
