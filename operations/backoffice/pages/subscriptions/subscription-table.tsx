import type { AdminSubscription } from '../../../subscriptions/answer.ts'
import { LinkRow, RowLink } from '../../parts/link-row.tsx'
import { Table } from '../../parts/table.tsx'
import { Amount, Time } from '../../parts/values.tsx'
import { BASE } from '../../shell/menu.ts'
import { t } from '../../texts/texts.ts'
import { cardName, reasonOf, SubscriptionState } from './state.tsx'

/** Subscriptions as rows. A phone shows what matters under each other. */
export function SubscriptionTable(props: { readonly subscriptions: readonly AdminSubscription[] }) {
  return (
    <Table
      columns={[
        { text: t('column.state') },
        { text: t('column.amount'), isEnd: true },
        { text: t('subscription.interval'), isWide: true },
        { text: t('subscription.next'), isWide: true },
        { text: t('subscription.card'), isWide: true },
        { text: t('column.customer'), isWidest: true },
      ]}
    >
      {props.subscriptions.map((one) => (
        <Row key={one.id} subscription={one} />
      ))}
    </Table>
  )
}

function Row({ subscription }: { readonly subscription: AdminSubscription }) {
  const { id, state, amount, currency, interval, card } = subscription
  const href = `${BASE}/subscriptions/${id}`
  const reason = reasonOf(subscription)
  const customer = customerOf(subscription)
  return (
    <LinkRow href={href}>
      <td>
        <RowLink href={href}>
          <SubscriptionState state={state} />
        </RowLink>
        {reason !== undefined && (
          <span class="block max-w-64 pt-0.5 text-hint whitespace-normal text-muted">{reason}</span>
        )}
        <span class="flex flex-col gap-0.5 pb-1 text-hint text-muted md:hidden">
          {card !== undefined && <span>{cardName(card)}</span>}
          <NextTime subscription={subscription} />
        </span>
      </td>
      <td class="end">
        <Amount amount={amount} currency={currency} />
        <span class="block pb-1 text-hint text-muted md:hidden">{t(`interval.${interval}`)}</span>
      </td>
      <td class="hidden whitespace-nowrap md:table-cell">{t(`interval.${interval}`)}</td>
      <td class="hidden whitespace-nowrap md:table-cell">
        <NextTime subscription={subscription} />
      </td>
      <td class="hidden whitespace-nowrap md:table-cell">{card !== undefined && cardName(card)}</td>
      <td class="hidden max-w-48 truncate xl:table-cell" title={customer}>
        {customer}
      </td>
    </LinkRow>
  )
}

/** By what a shop knows the customer of a subscription. */
export function customerOf({
  card,
  customerEmail,
  merchantCustomerId,
}: AdminSubscription): string | undefined {
  return card?.holder ?? customerEmail ?? merchantCustomerId
}

/** When it is tried again, else when it is due next. */
function NextTime({ subscription }: { readonly subscription: AdminSubscription }) {
  const { retryAt, nextRun, isWaiting } = subscription
  if (isWaiting) return <span>{t('subscription.waiting')}</span>
  if (retryAt !== undefined) {
    return (
      <span>
        {t('subscription.retryAt')} <Time at={retryAt} />
      </span>
    )
  }
  return nextRun === undefined ? null : <Time at={nextRun} />
}
