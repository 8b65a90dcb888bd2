import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type {
  AdminRefusedRequest,
  AdminRefusedRequestList,
} from '../../../refused-requests/routes.ts'
import { useRead } from '../../api/use-read.ts'
import { EntityPicker, useChosenEntity } from '../../parts/entity-picker.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Empty } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { Pages } from '../../parts/pages.tsx'
import { Table } from '../../parts/table.tsx'
import { Time } from '../../parts/values.tsx'
import { BASE } from '../../shell/menu.ts'
import { t } from '../../texts/texts.ts'

/** What servers of merchants have asked and were refused: for whoever builds an integration, or helps with one. */
export default function RefusedRequests() {
  const entityId = useChosenEntity()
  const { ndc = '' } = useLocation().query
  const [cursors, setCursors] = useState<readonly string[]>([])
  const reading = useRead<AdminRefusedRequestList>('/refused-requests', {
    entityId,
    ndc,
    cursor: cursors.at(-1),
  })
  useEffect(() => setCursors([]), [entityId, ndc])
  return (
    <Page title={t('menu.refusedRequests')} beside={<EntityPicker />}>
      <Search key={ndc} ndc={ndc} />
      <Loaded reading={reading} rows={6}>
        {({ requests, cursor }) => (
          <>
            <Found requests={requests} />
            <Pages cursors={cursors} next={cursor} onCursors={setCursors} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

/** What is looked for stands in the address, so that it can be sent to a colleague. */
function Search({ ndc }: { readonly ndc: string }) {
  const { query, route } = useLocation()
  const [typed, setTyped] = useState(ndc)
  return (
    <form
      class="flex flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        const { ndc: _before, ...others } = query
        const wanted = typed.trim()
        const all = { ...others, ...(wanted === '' ? {} : { ndc: wanted }) }
        route(`${BASE}/refused-requests?${new URLSearchParams(all)}`)
      }}
    >
      <input
        data-search
        class="field-small w-96 max-w-full"
        aria-label={t('refusedRequests.ndc')}
        placeholder={t('refusedRequests.ndc')}
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      <button type="submit" class="button min-h-8">
        {t('audit.search')}
      </button>
    </form>
  )
}

function Found({ requests }: { readonly requests: readonly AdminRefusedRequest[] }) {
  if (requests.length === 0) {
    return (
      <Empty
        icon="webhooks"
        title={t('refusedRequests.none')}
        text={t('refusedRequests.noneText')}
      />
    )
  }
  return (
    <Table
      columns={[
        { text: t('column.time'), isWide: true },
        { text: t('refusedRequests.request') },
        { text: t('refusedRequests.answer') },
        { text: t('column.entity'), isWide: true },
        { text: t('refusedRequests.sentBy'), isWide: true },
      ]}
    >
      {requests.map((request) => (
        <RequestRow key={request.id} request={request} />
      ))}
    </Table>
  )
}

function RequestRow({ request }: { readonly request: AdminRefusedRequest }) {
  const { at, status, code, description, faults, entity, token, address, ndc } = request
  return (
    <tr class="align-top">
      <td class="hidden py-2 text-muted md:table-cell">
        <Time at={at} />
      </td>
      <td class="py-2">
        <span class="font-medium [overflow-wrap:anywhere]">{request.request}</span>
        <p class="text-hint text-muted [overflow-wrap:anywhere]">{subjectOf(request)}</p>
        <p class="text-hint text-muted md:hidden">
          <Time at={at} />
        </p>
      </td>
      <td class="py-2 [overflow-wrap:anywhere]">
        <span class="font-medium">{`${status} · ${code}`}</span>
        <p>{description}</p>
        <ul class="text-hint">
          {faults.map(([name, message]) => (
            <li key={`${name} ${message}`}>
              <code>{name}</code> {message}
            </li>
          ))}
        </ul>
        <p class="text-hint text-muted">{`ndc ${ndc}`}</p>
      </td>
      <td class="hidden py-2 md:table-cell">{entity.name}</td>
      <td class="hidden py-2 text-hint text-muted [overflow-wrap:anywhere] md:table-cell">
        {token}
        <p class="whitespace-nowrap">{address}</p>
      </td>
    </tr>
  )
}

/** The object in the address of a request, and what its parameters say of it. */
function subjectOf({ subjectId, about }: AdminRefusedRequest): string {
  const values = about.map(([, value]) => value)
  return [...(subjectId === undefined ? [] : [subjectId]), ...values].join(' · ')
}
