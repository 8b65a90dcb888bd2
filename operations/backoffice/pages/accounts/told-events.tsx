import { useState } from 'preact/hooks'
import type { AdminAcquirerEventList } from '../../../../dist/types/wire.ts'
import { useRead } from '../../api/use-read.ts'
import type { IconName } from '../../parts/icon.tsx'
import { Empty, FailureNotice, Skeleton } from '../../parts/notice.tsx'
import { Section } from '../../parts/page.tsx'
import { Pages } from '../../parts/pages.tsx'
import { Pill, type Tone } from '../../parts/state.tsx'
import { Facts, Time } from '../../parts/values.tsx'
import { BASE } from '../../shell/menu.ts'
import { t, word } from '../../texts/texts.ts'

type Told = AdminAcquirerEventList['events'][number]

const LOOKS: Readonly<Record<Told['state'], readonly [IconName, Tone]>> = {
  kept: ['help', 'muted'],
  unmatched: ['search', 'warn'],
  refused: ['cross', 'bad'],
}

/** What the provider of an account has told and a person has to look at, newest first. */
export function ToldEvents({ accountId }: { readonly accountId: string }) {
  const [cursors, setCursors] = useState<readonly string[]>([])
  const cursor = cursors.at(-1)
  const reading = useRead<AdminAcquirerEventList>('/acquirer-events', {
    account: accountId,
    cursor,
  })
  const { events = [], cursor: older } = reading.body ?? {}
  return (
    <Section title={t('told.title')}>
      {reading.failure !== undefined && (
        <FailureNotice failure={reading.failure} retry={reading.reload} />
      )}
      {reading.body === undefined && reading.isLoading && <Skeleton rows={4} />}
      {reading.body !== undefined && events.length === 0 && (
        <Empty icon="accounts" title={t('told.none')} text={t('told.noneText')} />
      )}
      <ul class="px-4 pt-1 pb-2">
        {events.map((event) => (
          <OneEvent key={event.id} event={event} />
        ))}
      </ul>
      <Pages cursors={cursors} next={older} onCursors={setCursors} />
    </Section>
  )
}

function OneEvent({ event }: { readonly event: Told }) {
  const { id, kind, name, state, receivedAt, occurredAt, paymentId, facts } = event
  const [icon, tone] = LOOKS[state]
  return (
    <li class="border-b border-line py-2 last:border-0">
      <div class="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span class="font-medium">{word('toldKind', kind)}</span>
        <Pill icon={icon} tone={tone} text={word('toldState', state)} />
        {paymentId !== undefined && (
          <a class="link font-mono text-hint" href={`${BASE}/payments/${paymentId}`}>
            {paymentId}
          </a>
        )}
        <span class="figures ms-auto text-muted">
          <Time at={receivedAt} />
        </span>
      </div>
      <details>
        <summary class="text-muted [overflow-wrap:anywhere] hover:text-ink">{name}</summary>
        <Facts
          class="py-1"
          of={[
            [t('fact.id'), id],
            [t('told.occurredAt'), occurredAt && <Time key="o" at={occurredAt} />],
            ...facts,
          ]}
        />
      </details>
    </li>
  )
}
