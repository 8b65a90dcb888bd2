import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { AdminCustomer } from '../../../customers/answer.ts'
import { useRead } from '../../api/use-read.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Notes } from '../../parts/notes.tsx'
import { Empty, FailureNotice } from '../../parts/notice.tsx'
import { Section } from '../../parts/page.tsx'
import { Pages } from '../../parts/pages.tsx'
import { PaymentTable } from '../../parts/payment-table.tsx'
import { Amount, Facts, Time } from '../../parts/values.tsx'
import { BASE } from '../../shell/menu.ts'
import { t } from '../../texts/texts.ts'
import { DisputeOutcome } from '../disputes/outcome.tsx'
import { SubscriptionState } from '../subscriptions/state.tsx'
import { StoredTable } from './stored-list.tsx'

/** By what a customer is looked for. */
export interface CustomerName {
  readonly by: 'email' | 'merchantCustomerId' | 'card'
  readonly value: string
}

/** The address of the page of a customer. */
export function customerPath({ by, value }: CustomerName): string {
  return `${BASE}/customers?${new URLSearchParams({ by, value })}`
}

/** All that is known of a customer. */
export function Customer({ name }: { readonly name: CustomerName }) {
  const { query } = useLocation()
  const [cursors, setCursors] = useState<readonly string[]>([])
  const reading = useRead<AdminCustomer>('/customer', {
    ...name,
    entityId: query.entity,
    cursor: cursors.at(-1),
  })
  const found = reading.body
  const isKnown = found !== undefined && isFound(found)
  return (
    <>
      <Loaded reading={reading} rows={4}>
        {(customer) =>
          isFound(customer) ? (
            <Head name={name} customer={customer} />
          ) : (
            <Empty
              icon="customers"
              title={t('customer.nothing')}
              text={t('customer.nothingText')}
            />
          )
        }
      </Loaded>
      {isKnown && (
        <div class="grid items-start gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          <div class="flex min-w-0 flex-col gap-4">
            <Section title={t('customer.payments')}>
              <PaymentTable payments={found.payments} />
              <Pages cursors={cursors} next={found.cursor} onCursors={setCursors} />
            </Section>
            {found.storedDetails.length > 0 && (
              <Section title={t('customer.stored')}>
                <StoredTable storedDetails={found.storedDetails} />
              </Section>
            )}
          </div>
          <div class="flex min-w-0 flex-col gap-4">
            <Disputes of={found.disputes} />
            <Subscriptions of={found.subscriptions} />
            {name.by !== 'card' && (
              <NotesOf name={{ by: name.by, value: name.value }} customer={found} />
            )}
          </div>
        </div>
      )}
    </>
  )
}

/** Notes of the merchant's customer; of several merchants they are read together, and none is written. */
function NotesOf(props: {
  readonly name: { readonly by: 'email' | 'merchantCustomerId'; readonly value: string }
  readonly customer: AdminCustomer
}) {
  const { query } = useLocation()
  const { merchants, payments, storedDetails } = props.customer
  const channel = payments[0]?.entity.id ?? storedDetails[0]?.entity.id
  const isOfOne = merchants.length === 1
  const { by: about, value } = props.name
  const of = { about, value, entityId: isOfOne ? channel : query.entity }
  return <Notes of={of} whyNone={isOfOne ? undefined : t('notes.chooseMerchant')} />
}

/** Payments by words, for who knows nothing else of the customer. */
export function FoundPayments({ words }: { readonly words: string }) {
  const { query } = useLocation()
  const reading = useRead<Pick<AdminCustomer, 'payments'>>('/payments', {
    lookFor: words,
    limit: '20',
    entityId: query.entity,
  })
  const { body, failure, reload } = reading
  return (
    <Section title={t('customer.paymentsFound')}>
      {failure !== undefined && <FailureNotice failure={failure} retry={reload} />}
      {body !== undefined && body.payments.length === 0 && (
        <p class="px-4 pt-1 pb-4 text-muted">{t('customer.paymentsNone')}</p>
      )}
      {body !== undefined && body.payments.length > 0 && <PaymentTable payments={body.payments} />}
    </Section>
  )
}

function isFound({ payments, storedDetails }: AdminCustomer): boolean {
  return payments.length > 0 || storedDetails.length > 0
}

function Head(props: { readonly name: CustomerName; readonly customer: AdminCustomer }) {
  const { name, customer } = props
  const linksTo = (by: CustomerName['by'], values: readonly string[]) =>
    values.length === 0
      ? undefined
      : values.map((value, at) => (
          <span key={value}>
            {at > 0 && ', '}
            {name.by === by && name.value === value ? (
              value
            ) : (
              <a class="link" href={customerPath({ by, value })}>
                {value}
              </a>
            )}
          </span>
        ))
  return (
    <>
      <header class="slip-edge px-5 py-4">
        <p class="text-heading font-semibold [overflow-wrap:anywhere]">
          {customer.holders[0] ?? name.value}
        </p>
      </header>
      <div class="px-5 py-4">
        <Facts
          class="facts-in-pairs"
          of={[
            [t('customer.emails'), linksTo('email', customer.emails)],
            [t('customer.ids'), linksTo('merchantCustomerId', customer.merchantCustomerIds)],
            [t('customer.holders'), customer.holders.join(', ')],
            [t('customer.merchants'), customer.merchants.map((one) => one.name).join(', ')],
          ]}
        />
      </div>
    </>
  )
}

function Disputes({ of }: { readonly of: AdminCustomer['disputes'] }) {
  if (of.length === 0) return null
  return (
    <Section title={t('customer.disputes')}>
      <ul class="px-4 pt-1 pb-2">
        {of.map(({ id, outcome, amount, currency, respondBy }) => (
          <li
            key={id}
            class="flex flex-wrap items-center gap-x-3 border-b border-line py-2 last:border-0"
          >
            <a class="link" href={`${BASE}/disputes/${id}`}>
              <Amount amount={amount} currency={currency} />
            </a>
            <DisputeOutcome outcome={outcome} />
            {respondBy !== undefined && <Time at={respondBy} />}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Subscriptions({ of }: { readonly of: AdminCustomer['subscriptions'] }) {
  if (of.length === 0) return null
  return (
    <Section title={t('menu.subscriptions')}>
      <ul class="px-4 pt-1 pb-2">
        {of.map(({ id, state, amount, currency, nextRun }) => (
          <li
            key={id}
            class="flex flex-wrap items-center gap-x-3 border-b border-line py-2 last:border-0"
          >
            <a class="link" href={`${BASE}/subscriptions/${id}`}>
              <Amount amount={amount} currency={currency} />
            </a>
            <SubscriptionState state={state} />
            {nextRun !== undefined && <Time at={nextRun} />}
          </li>
        ))}
      </ul>
    </Section>
  )
}
