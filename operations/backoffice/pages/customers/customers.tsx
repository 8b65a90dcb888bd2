import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { isJsonObject } from '../../../../common/json-object.ts'
import { mayDo } from '../../api/session.ts'
import { useRead } from '../../api/use-read.ts'
import { useSend } from '../../api/use-send.ts'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Empty } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { Facts } from '../../parts/values.tsx'
import { BASE } from '../../shell/menu.ts'
import { brandName } from '../../texts/brands.ts'
import { t } from '../../texts/texts.ts'
import { flatMembers } from './flat-members.ts'
import { Schedules } from './schedules.tsx'
import { StoredList } from './stored-list.tsx'

type Stored = Readonly<Record<string, unknown>> & {
  readonly id: string
  readonly paymentBrand: string
}

/** Payment details that merchants have stored, found by the id that payments name them by. */
export default function Customers() {
  const { query, route } = useLocation()
  const id = query.id ?? ''
  const [typed, setTyped] = useState(id)
  return (
    <Page title={t('menu.customers')}>
      <search>
        <form
          class="relative"
          onSubmit={(event) => {
            event.preventDefault()
            route(`${BASE}/customers?id=${encodeURIComponent(typed.trim())}`)
          }}
        >
          <Icon name="search" class="pointer-events-none absolute start-3 top-3 text-muted" />
          <input
            type="search"
            data-search
            class="field min-h-10 ps-9 text-label"
            aria-label={t('customers.search')}
            placeholder={t('customers.searchHint')}
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        </form>
      </search>
      {id === '' ? <StoredList /> : <Found key={id} id={id} />}
    </Page>
  )
}

function Found({ id }: { readonly id: string }) {
  const reading = useRead<Stored>(`/registrations/${encodeURIComponent(id)}`)
  const [isDeleting, openDelete] = useState(false)
  const [isDeleted, setDeleted] = useState(false)
  if (isDeleted) {
    return (
      <div class="panel">
        <Empty icon="tick" title={t('customers.deleted')} text={t('customers.deletedText')} />
      </div>
    )
  }
  return (
    <>
      <Loaded reading={reading} rows={4}>
        {(stored) => (
          <>
            <header class="slip-edge flex items-center gap-3 px-4 py-3">
              <span class="flex-1 text-heading font-semibold">
                {brandName(stored.paymentBrand)}
              </span>
              {mayDo('details.delete') && (
                <button type="button" class="button button-bad" onClick={() => openDelete(true)}>
                  {t('customers.delete')}
                </button>
              )}
            </header>
            <Facts class="p-4" of={flatMembers(isJsonObject(stored) ? stored : {})} />
          </>
        )}
      </Loaded>
      {reading.body !== undefined && <Schedules registrationId={id} />}
      {isDeleting && (
        <DeleteDialog id={id} onDone={() => setDeleted(true)} onClose={() => openDelete(false)} />
      )}
    </>
  )
}

function DeleteDialog(props: {
  readonly id: string
  readonly onDone: () => void
  readonly onClose: () => void
}) {
  const sending = useSend()
  const remove = async () => {
    const path = `/registrations/${encodeURIComponent(props.id)}`
    const answer = await sending.run({ method: 'DELETE', path }, t('customers.delete'))
    if (answer.ok) {
      props.onDone()
      props.onClose()
    }
  }
  return (
    <ConfirmDialog
      title={t('customers.delete')}
      sentence={t('customers.deletePlan')}
      confirm={t('customers.delete')}
      isBad
      isBusy={sending.isBusy}
      failure={sending.failure}
      onConfirm={() => void remove()}
      onClose={props.onClose}
    />
  )
}
