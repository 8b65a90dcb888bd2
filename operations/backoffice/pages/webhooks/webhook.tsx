import { useState } from 'preact/hooks'
import { useLocation, useRoute } from 'preact-iso'
import { mayDo } from '../../api/session.ts'
import { useRead } from '../../api/use-read.ts'
import { useSend } from '../../api/use-send.ts'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { FailureNotice, Skeleton } from '../../parts/notice.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { Copyable, Facts, Time } from '../../parts/values.tsx'
import { BASE } from '../../shell/menu.ts'
import { t, word } from '../../texts/texts.ts'
import { Deliveries, OneOfLog } from './deliveries.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { WebhookState } from './states.tsx'
import type { Webhook, WebhookSecret } from './webhook-wire.ts'

/** What can be done with a webhook, each after one confirming step. */
type Way = 'test' | 'rotate' | 'delete'

/** One webhook: what it is told, and what became of each delivery. */
export default function WebhookPage() {
  const { params, query } = useRoute()
  const { id = '' } = params
  const reading = useRead<Webhook>(`/webhooks/${id}`)
  const [way, open] = useState<Way>()
  const [rotated, setRotated] = useState<WebhookSecret>()
  const [round, setRound] = useState(0)
  const webhook = reading.body
  return (
    <Page
      title={t('webhook.title')}
      beside={
        <>
          <a class="link order-first w-full" href={`${BASE}/webhooks`}>
            {t('menu.webhooks')}
          </a>
          {webhook !== undefined && <WebhookState state={webhook.state} />}
        </>
      }
      actions={
        webhook !== undefined &&
        mayDo('webhook.delete') && (
          <>
            <button type="button" class="button button-primary" onClick={() => open('test')}>
              {t('webhook.test')}
            </button>
            <button type="button" class="button" onClick={() => open('rotate')}>
              {t('webhook.rotate')}
            </button>
            <button type="button" class="button button-bad" onClick={() => open('delete')}>
              {t('webhook.delete')}
            </button>
          </>
        )
      }
    >
      {reading.failure !== undefined && (
        <div class="panel">
          <FailureNotice failure={reading.failure} retry={reading.reload} />
        </div>
      )}
      {webhook === undefined && reading.isLoading && (
        <div class="panel">
          <Skeleton rows={6} />
        </div>
      )}
      {webhook !== undefined && (
        <>
          <Head webhook={webhook} />
          {query.delivery ? (
            <OneOfLog webhookId={id} deliveryId={query.delivery} round={round} />
          ) : (
            <Deliveries webhookId={id} round={round} />
          )}
        </>
      )}
      {webhook !== undefined && way !== undefined && (
        <WayDialog
          webhook={webhook}
          way={way}
          onDone={(answer) => {
            if (way === 'rotate') setRotated(answer)
            reading.reload()
            setRound((before) => before + 1)
          }}
          onClose={() => open(undefined)}
        />
      )}
      {rotated !== undefined && <SecretDialog of={rotated} onClose={() => setRotated(undefined)} />}
    </Page>
  )
}

function Head({ webhook }: { readonly webhook: Webhook }) {
  const { types, actions = [] } = webhook
  return (
    <Section title={webhook.url}>
      <Facts
        class="px-4 pt-1 pb-4"
        of={[
          [t('webhooks.types'), types.map((type) => word('eventType', type)).join(', ')],
          [t('webhooks.actions'), actions.join(', ')],
          [t('webhooks.format'), word('webhookFormat', webhook.format)],
          [t('webhooks.reason'), webhook.stateReason],
          [t('fact.id'), <Copyable key="i" text={webhook.id} />],
          [t('fact.created'), <Time key="c" at={webhook.createdAt} />],
        ]}
      />
    </Section>
  )
}

function WayDialog(props: {
  readonly webhook: Webhook
  readonly way: Way
  readonly onDone: (answer: WebhookSecret) => void
  readonly onClose: () => void
}) {
  const { webhook, way } = props
  const { route } = useLocation()
  const sending = useSend()
  const confirm = async () => {
    const path = `/webhooks/${webhook.id}`
    const answer = await sending.run<WebhookSecret>(
      way === 'delete' ? { method: 'DELETE', path } : { method: 'POST', path: `${path}/${way}` },
      // The new secret is shown in a dialog of its own.
      way === 'rotate' ? undefined : t(`webhook.${way}`),
    )
    if (!answer.ok) return
    props.onClose()
    if (way === 'delete') route(`${BASE}/webhooks?entity=${webhook.entityId}`)
    else props.onDone(answer.body)
  }
  return (
    <ConfirmDialog
      title={t(`webhook.${way}`)}
      sentence={t(`webhook.${way}Plan`, { url: webhook.url })}
      confirm={t(`webhook.${way}`)}
      isBad={way === 'delete'}
      isBusy={sending.isBusy}
      failure={sending.failure}
      onConfirm={() => void confirm()}
      onClose={props.onClose}
    />
  )
}
