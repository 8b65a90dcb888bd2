import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { AdminSubscription, AdminSubscriptionList } from '../../../subscriptions/answer.ts'
import { useRead } from '../../api/use-read.ts'
import { EntityPicker } from '../../parts/entity-picker.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Empty } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { Pages } from '../../parts/pages.tsx'
import { t, word } from '../../texts/texts.ts'
import { SubscriptionTable } from './subscription-table.tsx'

const STATES = ['pastDue', 'paused', 'active', 'ended'] as const

/** What is paid again and again; what needs somebody stands first. */
export default function Subscriptions() {
  const { url } = useLocation()
  // Another choice begins with its first page.
  return <SubscriptionPages key={url} />
}

function SubscriptionPages() {
  const { path, query, route } = useLocation()
  const { entity, state = '' } = query
  const [cursors, setCursors] = useState<readonly string[]>([])
  const reading = useRead<AdminSubscriptionList>('/subscriptions', {
    entityId: entity,
    state: state === '' ? undefined : state,
    cursor: cursors.at(-1),
  })
  return (
    <Page
      title={t('menu.subscriptions')}
      beside={
        <>
          <EntityPicker />
          <select
            aria-label={t('column.state')}
            class="field-small"
            data-set={state !== ''}
            value={state}
            onChange={(event) =>
              route(
                `${path}?${new URLSearchParams({ ...query, state: event.currentTarget.value })}`,
              )
            }
          >
            <option value="">{t('subscriptions.all')}</option>
            {STATES.map((one) => (
              <option key={one} value={one}>
                {word('scheduleState', one)}
              </option>
            ))}
          </select>
        </>
      }
    >
      <Loaded reading={reading} rows={8}>
        {({ subscriptions, cursor }) => (
          <>
            <Rows subscriptions={subscriptions} isAll={state === ''} />
            <Pages cursors={cursors} next={cursor} onCursors={setCursors} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

function Rows(props: {
  readonly subscriptions: readonly AdminSubscription[]
  readonly isAll: boolean
}) {
  if (props.subscriptions.length > 0) {
    return <SubscriptionTable subscriptions={props.subscriptions} />
  }
  return props.isAll ? (
    <Empty
      icon="subscriptions"
      title={t('subscriptions.none')}
      text={t('subscriptions.noneText')}
    />
  ) : (
    <Empty icon="subscriptions" title={t('subscriptions.noneSo')} text="" />
  )
}
