import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { AdminMail, AdminMailList } from '../../../mail/routes.ts'
import { useRead } from '../../api/use-read.ts'
import { EntityPicker, useChosenEntity } from '../../parts/entity-picker.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Empty } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { Pages } from '../../parts/pages.tsx'
import { Table } from '../../parts/table.tsx'
import { Time } from '../../parts/values.tsx'
import { labelled, t, word } from '../../texts/texts.ts'
import { MailFilterBar, mailFiltersOf, wireMailFilters } from './mail-filters.tsx'
import { MailState } from './mail-state.tsx'

/** What was mailed to people and shoppers, and what has become of it. */
export default function Mails() {
  const entityId = useChosenEntity()
  const { query } = useLocation()
  const filters = mailFiltersOf(query)
  const [cursors, setCursors] = useState<readonly string[]>([])
  const reading = useRead<AdminMailList>('/mails', {
    entityId,
    ...wireMailFilters(filters),
    cursor: cursors.at(-1),
  })
  const asked = JSON.stringify(filters)
  useEffect(() => setCursors([]), [entityId, asked])
  const isFiltered = Object.keys(filters).length > 0
  return (
    <Page title={t('menu.mails')} beside={<EntityPicker />}>
      {reading.body?.isSetUp === false && (
        <p class="panel flex gap-2 px-4 py-3">
          <Icon name="warn" class="mt-0.5 text-warn" />
          {t('mails.notSetUp')}
        </p>
      )}
      <MailFilterBar filters={filters} known={reading.body} />
      <Loaded reading={reading} rows={4}>
        {({ mails, cursor }) => (
          <>
            {mails.length === 0 ? (
              <Empty
                icon="mails"
                title={t(isFiltered ? 'mails.noneFound' : 'mails.none')}
                text={t(isFiltered ? 'mails.noneFoundText' : 'mails.noneText')}
              />
            ) : (
              <Table
                columns={[
                  { text: t('mails.kind') },
                  { text: t('mails.to') },
                  { text: t('column.state') },
                  { text: t('column.entity'), isWide: true },
                  { text: t('column.time'), isWide: true },
                  { text: t('mails.reply'), isWide: true },
                ]}
              >
                {mails.map((mail) => (
                  <MailRow key={mail.id} mail={mail} />
                ))}
              </Table>
            )}
            <Pages cursors={cursors} next={cursor} onCursors={setCursors} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

function MailRow({ mail }: { readonly mail: AdminMail }) {
  return (
    <tr>
      <td class="py-2 font-medium">{word('mailKind', mail.kind)}</td>
      <td class="py-2 [overflow-wrap:anywhere]">
        {mail.recipient}
        <p class="text-hint text-muted md:hidden">
          <Time at={mail.createdAt} />
        </p>
      </td>
      <td>
        <MailState state={mail.state} />
      </td>
      <td class="hidden md:table-cell">{mail.entity.name}</td>
      <td class="hidden text-muted md:table-cell">
        <Time at={mail.createdAt} />
      </td>
      <td class="hidden max-w-80 text-hint text-muted [overflow-wrap:anywhere] md:table-cell">
        {mail.reply}
        {mail.attempts > 1 && ` (${labelled(t('mails.attempts'), mail.attempts)})`}
      </td>
    </tr>
  )
}
