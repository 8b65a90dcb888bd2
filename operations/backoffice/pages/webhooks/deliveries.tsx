import { useEffect, useState } from 'preact/hooks'
import { mayDo } from '../../api/session.ts'
import { useRead } from '../../api/use-read.ts'
import { useSend } from '../../api/use-send.ts'
import { Empty, FailureNotice, Skeleton } from '../../parts/notice.tsx'
import { Section } from '../../parts/page.tsx'
import { Pages } from '../../parts/pages.tsx'
import { Time } from '../../parts/values.tsx'
import { BASE } from '../../shell/menu.ts'
import { t, word } from '../../texts/texts.ts'
import { dueText } from '../../texts/times.ts'
import { DeliveryState } from './states.tsx'
import type { Delivery } from './webhook-wire.ts'

const STATES = ['waiting', 'delivered', 'givenUp'] as const

interface DeliveryPage {
  readonly deliveries: readonly Delivery[]
  readonly cursor?: string
}

/** What was sent to a webhook, newest first, with each attempt and its answer. */
export function Deliveries(props: {
  readonly webhookId: string
  /** Another number: read them again. */
  readonly round: number
}) {
  const { webhookId, round } = props
  const [state, setState] = useState('')
  const [cursors, setCursors] = useState<readonly string[]>([])
  const cursor = cursors.at(-1)
  const reading = useRead<DeliveryPage>(`/webhooks/${webhookId}/deliveries`, {
    state,
    cursor,
    limit: '25',
  })
  const { reload } = reading
  useEffect(() => {
    if (round > 0) reload()
  }, [round, reload])
  const { deliveries = [], cursor: older } = reading.body ?? {}
  return (
    <Section
      title={t('webhook.deliveries')}
      actions={
        <select
          aria-label={t('column.state')}
          class="field-small"
          data-set={state !== ''}
          value={state}
          onChange={(event) => {
            setCursors([])
            setState(event.currentTarget.value)
          }}
        >
          <option value="">{t('webhook.allStates')}</option>
          {STATES.map((one) => (
            <option key={one} value={one}>
              {word('deliveryState', one)}
            </option>
          ))}
        </select>
      }
    >
      {reading.failure !== undefined && (
        <FailureNotice failure={reading.failure} retry={reading.reload} />
      )}
      {reading.body === undefined && reading.isLoading && <Skeleton rows={5} />}
      {reading.body !== undefined && deliveries.length === 0 && (
        <Empty icon="webhooks" title={t('webhook.none')} text={t('webhook.noneText')} />
      )}
      <ul class="px-4 pt-1 pb-2">
        {deliveries.map((delivery) => (
          <OneDelivery
            key={delivery.id}
            delivery={delivery}
            webhookId={webhookId}
            onReplayed={reading.reload}
          />
        ))}
      </ul>
      <Pages cursors={cursors} next={older} onCursors={setCursors} />
    </Section>
  )
}

/** The one delivery that an address names, opened: what a payment has sent leads to it. */
export function OneOfLog(props: {
  readonly webhookId: string
  readonly deliveryId: string
  /** Another number: read it again. */
  readonly round: number
}) {
  const { webhookId, deliveryId, round } = props
  const reading = useRead<DeliveryPage>(`/webhooks/${webhookId}/deliveries`, { deliveryId })
  const { reload } = reading
  useEffect(() => {
    if (round > 0) reload()
  }, [round, reload])
  const [delivery] = reading.body?.deliveries ?? []
  return (
    <Section
      title={t('webhook.delivery')}
      actions={
        <a class="link" href={`${BASE}/webhooks/${webhookId}`}>
          {t('webhook.allDeliveries')}
        </a>
      }
    >
      {reading.failure !== undefined && (
        <FailureNotice failure={reading.failure} retry={reading.reload} />
      )}
      {reading.body === undefined && reading.isLoading && <Skeleton rows={2} />}
      {reading.body !== undefined && delivery === undefined && (
        <Empty icon="webhooks" title={t('webhook.gone')} text={t('webhook.goneText')} />
      )}
      {delivery !== undefined && (
        <ul class="px-4 pt-1 pb-2">
          <OneDelivery
            delivery={delivery}
            webhookId={webhookId}
            isOpen
            onReplayed={reading.reload}
          />
        </ul>
      )}
    </Section>
  )
}

function OneDelivery(props: {
  readonly delivery: Delivery
  readonly webhookId: string
  /** Whether its attempts are shown at first. */
  readonly isOpen?: boolean
  readonly onReplayed: () => void
}) {
  const { delivery, webhookId, isOpen = false } = props
  const { type, action, subjectId, state, createdAt, nextAttemptAt, attempts, body } = delivery
  const sending = useSend()
  const replay = async () => {
    const path = `/webhooks/${webhookId}/replay`
    const form = { deliveryId: delivery.id }
    const answer = await sending.run({ method: 'POST', path, form }, t('webhook.replay'))
    if (answer.ok) props.onReplayed()
  }
  return (
    <li class="border-b border-line py-2 last:border-0">
      <div class="flex flex-wrap items-center gap-x-3 gap-y-1">
        <DeliveryState state={state} />
        <span class="font-medium">
          {word('eventType', type)} {action}
        </span>
        {type === 'PAYMENT' ? (
          <a class="link font-mono text-hint" href={`${BASE}/payments/${subjectId}`}>
            {subjectId}
          </a>
        ) : (
          <code class="font-mono text-hint text-muted">{subjectId}</code>
        )}
        <span class="figures ms-auto text-muted">
          <Time at={createdAt} />
        </span>
        {mayDo('webhook.replay') && (
          <button
            type="button"
            class="button min-h-8"
            disabled={sending.isBusy}
            onClick={() => void replay()}
          >
            {t('webhook.replay')}
          </button>
        )}
      </div>
      {sending.failure !== undefined && <FailureNotice failure={sending.failure} />}
      {nextAttemptAt !== undefined && (
        <p class="text-muted">
          {t('webhook.next')} {dueText(nextAttemptAt)}
        </p>
      )}
      <details open={isOpen}>
        <summary class="text-muted hover:text-ink">
          {t('webhook.attempts', { count: attempts.length })}
        </summary>
        <ol class="flex flex-col gap-1 py-1">
          {attempts.map(({ number, at, durationMs, status, reason, answer }) => (
            <li key={number} class="rounded-field bg-sunken px-3 py-1.5 text-hint">
              <span class="flex gap-3">
                <Time at={at} />
                <span>{status ?? reason}</span>
                <span class="figures ms-auto text-muted">{durationMs} ms</span>
              </span>
              {status !== undefined && reason !== undefined && <span>{reason}</span>}
              {answer !== undefined && answer !== '' && <Text of={answer} />}
            </li>
          ))}
        </ol>
        {body !== undefined && <Text of={body} />}
      </details>
    </li>
  )
}

/** A text of another server, as it is. */
function Text({ of }: { readonly of: string }) {
  return (
    <pre class="max-h-48 overflow-auto rounded-field bg-sunken p-2 font-mono text-hint whitespace-pre-wrap [overflow-wrap:anywhere]">
      {of}
    </pre>
  )
}
