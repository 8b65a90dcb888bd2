import { useState } from 'preact/hooks'
import type { AdminCheckout } from '../../../../server/features/checkouts/checkout-list-routes.ts'
import { useRead } from '../../api/use-read.ts'
import { EntityPicker, useChosenEntity } from '../../parts/entity-picker.tsx'
import type { IconName } from '../../parts/icon.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Empty } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { Pages } from '../../parts/pages.tsx'
import { Pill, type Tone } from '../../parts/state.tsx'
import { Table } from '../../parts/table.tsx'
import { Amount, Time } from '../../parts/values.tsx'
import { BASE } from '../../shell/menu.ts'
import { t } from '../../texts/texts.ts'

/** How each state of a checkout looks. */
const STATES: Readonly<Record<AdminCheckout['state'], readonly [IconName, Tone]>> = {
  open: ['half', 'accent'],
  processing: ['clock', 'warn'],
  pending: ['clock', 'warn'],
  done: ['tick', 'good'],
  expired: ['clock', 'muted'],
  deleted: ['void', 'muted'],
}

interface CheckoutList {
  readonly checkouts: readonly AdminCheckout[]
  readonly before?: string
}

/** What shoppers were offered: whether it was paid, by which payment, and until when it can be. */
export default function Checkouts() {
  const entityId = useChosenEntity()
  // Another entity begins with its newest checkout, whatever page of this one was read.
  return <CheckoutPages key={entityId} entityId={entityId} />
}

function CheckoutPages({ entityId }: { readonly entityId: string }) {
  const [cursors, setCursors] = useState<readonly string[]>([])
  const reading = useRead<CheckoutList>('/checkouts', {
    entityId,
    limit: '50',
    before: cursors.at(-1),
  })
  return (
    <Page title={t('menu.checkouts')} beside={<EntityPicker />}>
      <Loaded reading={reading} rows={8}>
        {({ checkouts, before }) => (
          <>
            {checkouts.length === 0 && before === undefined ? (
              <Empty icon="checkouts" title={t('checkouts.none')} text={t('checkouts.noneText')} />
            ) : (
              <Table
                columns={[
                  { text: t('column.time') },
                  { text: t('column.state') },
                  { text: t('column.amount'), isEnd: true },
                  { text: t('checkouts.leadsTo') },
                  { text: t('column.reference'), isWide: true },
                  { text: t('users.expires'), isWide: true },
                  { text: t('column.entity'), isWide: true },
                ]}
              >
                {checkouts.map((checkout) => (
                  <CheckoutRow key={checkout.shownId} checkout={checkout} />
                ))}
              </Table>
            )}
            <Pages cursors={cursors} next={before} onCursors={setCursors} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

function CheckoutRow({ checkout }: { readonly checkout: AdminCheckout }) {
  const { state, createdAt, expiresAt, amount, currency, entity } = checkout
  const [icon, tone] = STATES[state]
  return (
    <tr title={checkout.shownId}>
      <td class="text-muted">
        <Time at={createdAt} />
      </td>
      <td>
        <Pill icon={icon} tone={tone} text={t(`checkouts.${state}`)} />
      </td>
      <td class="end">
        {amount === undefined || currency === undefined ? (
          '–'
        ) : (
          <Amount amount={amount} currency={currency} />
        )}
      </td>
      <td>
        <Target checkout={checkout} />
      </td>
      <td class="hidden max-w-48 truncate md:table-cell">{checkout.merchantTransactionId}</td>
      <td class="hidden text-muted md:table-cell">
        <Time at={expiresAt} />
      </td>
      <td class="hidden md:table-cell">{entity.name}</td>
    </tr>
  )
}

/** The latest attempt: a payment, or stored details. */
function Target({ checkout: { paymentId, registrationId } }: { readonly checkout: AdminCheckout }) {
  if (paymentId !== undefined) {
    return (
      <a class="link" href={`${BASE}/payments/${paymentId}`}>
        {t('checkouts.payment')}
      </a>
    )
  }
  if (registrationId === undefined) return <span class="text-muted">{t('checkouts.nothing')}</span>
  return (
    <a class="link" href={`${BASE}/customers?id=${registrationId}`}>
      {t('customers.stored')}
    </a>
  )
}
