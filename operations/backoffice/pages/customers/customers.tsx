import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { holdsCardNumber } from '../../../../common/card-number-in-text.ts'
import { isJsonObject } from '../../../../common/json-object.ts'
import { mayDo } from '../../api/session.ts'
import { useRead } from '../../api/use-read.ts'
import { useSend } from '../../api/use-send.ts'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { EntityPicker } from '../../parts/entity-picker.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Empty } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { Facts } from '../../parts/values.tsx'
import { BASE } from '../../shell/menu.ts'
import { brandName } from '../../texts/brands.ts'
import { t } from '../../texts/texts.ts'
import { Customer, type CustomerName, customerPath, FoundPayments } from './customer.tsx'
import { flatMembers } from './flat-members.ts'
import { Schedules } from './schedules.tsx'
import { StoredList } from './stored-list.tsx'

type Stored = Readonly<Record<string, unknown>> & {
  readonly id: string
  readonly paymentBrand: string
}

const ID = /^[0-9a-f]{32}$/

/** What a person has typed: an e-mail address, the id of stored details, or something else. */
function pathOf(typed: string): string {
  if (ID.test(typed)) return `${BASE}/customers?id=${typed}`
  if (/^\S+@\S+$/.test(typed)) return customerPath({ by: 'email', value: typed })
  return `${BASE}/customers?${new URLSearchParams({ by: 'merchantCustomerId', value: typed, words: typed })}`
}

const BY: readonly string[] = ['email', 'merchantCustomerId', 'card']

/** Customers: found by what a shopper says on the phone; without a search what is stored, newest first. */
export default function Customers() {
  const { query, route } = useLocation()
  const { id = '', by = '', value = '', words } = query
  const [typed, setTyped] = useState(value === '' || by === 'card' ? id : value)
  const holdsNumber = holdsCardNumber(typed)
  return (
    <Page title={t('menu.customers')} beside={<EntityPicker />}>
      <search>
        <form
          class="relative"
          onSubmit={(event) => {
            event.preventDefault()
            if (!holdsNumber)
              route(typed.trim() === '' ? `${BASE}/customers` : pathOf(typed.trim()))
          }}
        >
          <Icon name="search" class="pointer-events-none absolute start-3 top-3 text-muted" />
          <input
            type="search"
            data-search
            class="field min-h-10 ps-9 text-label"
            aria-label={t('customers.search')}
            aria-describedby="customer-search-fault"
            placeholder={t('customers.searchHint')}
            maxLength={255}
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
          <p id="customer-search-fault" role="status" class="pt-1 text-bad empty:hidden">
            {holdsNumber && t('customers.noNumber')}
          </p>
        </form>
      </search>
      {id !== '' && <Found key={id} id={id} />}
      {BY.includes(by) && value !== '' && (
        <Customer key={`${by} ${value}`} name={{ by, value } as CustomerName} />
      )}
      {words !== undefined && words !== '' && <FoundPayments key={words} words={words} />}
      {id === '' && value === '' && <StoredList />}
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
              <a class="link" href={customerPath({ by: 'card', value: id })}>
                {t('customer.ofCard')}
              </a>
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
