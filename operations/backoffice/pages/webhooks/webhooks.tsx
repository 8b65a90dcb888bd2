import { useState } from 'preact/hooks'
import { DAY_MS } from '../../../../common/durations.ts'
import { mayDo } from '../../api/session.ts'
import { useRead } from '../../api/use-read.ts'
import { useSend } from '../../api/use-send.ts'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { EntityPicker, useChosenEntity } from '../../parts/entity-picker.tsx'
import { Field, Select } from '../../parts/field.tsx'
import { Icon } from '../../parts/icon.tsx'
import { LinkRow, RowLink } from '../../parts/link-row.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Empty } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { Table } from '../../parts/table.tsx'
import { Time } from '../../parts/values.tsx'
import { BASE } from '../../shell/menu.ts'
import { t, word } from '../../texts/texts.ts'
import { shownTime, untilMs } from '../../texts/times.ts'
import { SecretDialog } from './secret-dialog.tsx'
import { WebhookState } from './states.tsx'
import { EVENT_TYPES, type Webhook, type WebhookSecret } from './webhook-wire.ts'

/** Where events of an entity and all below it are sent. */
export default function Webhooks() {
  const entityId = useChosenEntity()
  const reading = useRead<{ readonly webhooks: readonly Webhook[] }>('/webhooks', { entityId })
  const [isCreating, openCreating] = useState(false)
  const [made, setMade] = useState<WebhookSecret>()
  return (
    <Page
      title={t('menu.webhooks')}
      beside={<EntityPicker />}
      actions={
        mayDo('webhook.create') && (
          <button type="button" class="button button-primary" onClick={() => openCreating(true)}>
            <Icon name="plus" />
            {t('webhooks.create')}
          </button>
        )
      }
    >
      <Loaded reading={reading} rows={4}>
        {({ webhooks }) =>
          webhooks.length === 0 ? (
            <Empty icon="webhooks" title={t('webhooks.none')} text={t('webhooks.noneText')} />
          ) : (
            <WebhookTable webhooks={webhooks} />
          )
        }
      </Loaded>
      {isCreating && (
        <CreateDialog
          entityId={entityId}
          onMade={(webhook) => {
            openCreating(false)
            setMade(webhook)
            reading.reload()
          }}
          onClose={() => openCreating(false)}
        />
      )}
      {made !== undefined && <SecretDialog of={made} onClose={() => setMade(undefined)} />}
    </Page>
  )
}

/** A receiver that is started anew fails for minutes; what fails for a day nobody has seen yet. */
function isLong(since: string): boolean {
  return -untilMs(since) >= DAY_MS
}

function WebhookTable({ webhooks }: { readonly webhooks: readonly Webhook[] }) {
  return (
    <Table
      columns={[
        { text: t('webhooks.url') },
        { text: t('column.state') },
        { text: t('webhooks.types'), isWidest: true },
        { text: t('webhooks.format'), isWide: true },
        { text: t('webhooks.changed'), isWide: true },
      ]}
    >
      {webhooks.map(({ id, url, state, types, format, failingSince, updatedAt }) => {
        const href = `${BASE}/webhooks/${id}`
        return (
          <LinkRow key={id} href={href}>
            <td class="max-md:[overflow-wrap:anywhere] md:w-2/5 md:max-w-0 md:truncate" title={url}>
              <RowLink href={href}>{url}</RowLink>
            </td>
            <td>
              <WebhookState state={state} />
              {failingSince !== undefined && isLong(failingSince) && (
                <span class="ms-2 text-bad">
                  {t('webhooks.failingSince', { time: shownTime(failingSince) })}
                </span>
              )}
            </td>
            <td class="hidden max-w-64 truncate text-muted xl:table-cell">
              {types.map((type) => word('eventType', type)).join(', ')}
            </td>
            <td class="hidden md:table-cell">{word('webhookFormat', format)}</td>
            <td class="hidden text-muted md:table-cell">
              <Time at={updatedAt} />
            </td>
          </LinkRow>
        )
      })}
    </Table>
  )
}

function CreateDialog(props: {
  readonly entityId: string
  readonly onMade: (webhook: WebhookSecret) => void
  readonly onClose: () => void
}) {
  const [url, setUrl] = useState('')
  const [format, setFormat] = useState('signed')
  const [types, setTypes] = useState<readonly string[]>(['PAYMENT'])
  const sending = useSend()
  const create = async () => {
    const form = { entityId: props.entityId, url: url.trim(), format, types: types.join(',') }
    const answer = await sending.run<WebhookSecret>({ method: 'POST', path: '/webhooks', form })
    if (answer.ok) props.onMade(answer.body)
  }
  const turn = (type: string) =>
    setTypes((before) =>
      before.includes(type) ? before.filter((one) => one !== type) : [...before, type],
    )
  return (
    <ConfirmDialog
      title={t('webhooks.create')}
      sentence={t('webhooks.createPlan')}
      confirm={t('webhooks.create')}
      isBusy={sending.isBusy}
      isReady={url.trim() !== '' && types.length > 0}
      failure={sending.failure}
      onConfirm={() => void create()}
      onClose={props.onClose}
    >
      <Field
        label={t('webhooks.url')}
        type="url"
        value={url}
        onValue={setUrl}
        maxLength={2048}
        autoFocus
        required
      />
      <Select
        label={t('webhooks.format')}
        value={format}
        onValue={setFormat}
        choices={['signed', 'encrypted'].map((value) => ({
          value,
          text: word('webhookFormat', value),
        }))}
      />
      <fieldset class="grid grid-cols-2 gap-x-4 gap-y-1.5">
        <legend class="pb-1 text-label font-medium">{t('webhooks.types')}</legend>
        {EVENT_TYPES.map((type) => (
          <label key={type} class="flex min-h-6 items-center gap-2">
            <input
              type="checkbox"
              class="size-4 accent-accent"
              checked={types.includes(type)}
              onChange={() => turn(type)}
            />
            {word('eventType', type)}
          </label>
        ))}
      </fieldset>
    </ConfirmDialog>
  )
}
