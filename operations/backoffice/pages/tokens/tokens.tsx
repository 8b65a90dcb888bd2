import { useState } from 'preact/hooks'
import { useRead } from '../../api/use-read.ts'
import { useSend } from '../../api/use-send.ts'
import { ConfirmDialog, Dialog } from '../../parts/dialog.tsx'
import { EntityPicker, useChosenEntity } from '../../parts/entity-picker.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Empty } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { Copyable } from '../../parts/values.tsx'
import { t } from '../../texts/texts.ts'
import { CreateDialog } from './create-dialog.tsx'
import { type Opened, TokenTable } from './token-table.tsx'
import type { Token } from './token-wire.ts'

/** What servers of merchants ask the gateway with. */
export default function Tokens() {
  const entityId = useChosenEntity()
  const reading = useRead<{ readonly tokens: readonly Token[] }>(`/entities/${entityId}/tokens`)
  const [opened, open] = useState<Opened>()
  const close = () => open(undefined)
  const shown = (accessToken: string) => {
    open({ kind: 'secret', accessToken })
    reading.reload()
  }
  return (
    <Page
      title={t('menu.tokens')}
      beside={<EntityPicker />}
      actions={
        <button
          type="button"
          class="button button-primary"
          onClick={() => open({ kind: 'create' })}
        >
          <Icon name="plus" />
          {t('tokens.create')}
        </button>
      }
    >
      <Loaded reading={reading} rows={4}>
        {({ tokens }) =>
          tokens.length === 0 ? (
            <Empty icon="tokens" title={t('tokens.none')} text={t('tokens.noneText')} />
          ) : (
            <TokenTable tokens={tokens} open={open} />
          )
        }
      </Loaded>
      {opened?.kind === 'create' && (
        <CreateDialog entityId={entityId} onMade={shown} onClose={close} />
      )}
      {opened?.kind === 'show' && (
        <ShowDialog token={opened.token} onShown={shown} onClose={close} />
      )}
      {opened?.kind === 'revoke' && (
        <RevokeDialog token={opened.token} onDone={reading.reload} onClose={close} />
      )}
      {opened?.kind === 'secret' && (
        <Dialog title={t('tokens.secret')} onClose={close}>
          <p class="text-pretty text-muted">{t('tokens.secretText')}</p>
          <p class="rounded-field bg-sunken p-3">
            <Copyable text={opened.accessToken} label={t('tokens.secret')} />
          </p>
        </Dialog>
      )}
    </Page>
  )
}

function ShowDialog(props: {
  readonly token: Token
  readonly onShown: (accessToken: string) => void
  readonly onClose: () => void
}) {
  const sending = useSend()
  const show = async () => {
    const path = `/tokens/${props.token.id}/secret`
    const answer = await sending.run<{ accessToken: string }>({ method: 'POST', path })
    if (answer.ok) props.onShown(answer.body.accessToken)
  }
  return (
    <ConfirmDialog
      title={t('tokens.show')}
      sentence={t('tokens.showPlan', { label: props.token.label })}
      confirm={t('tokens.show')}
      isBusy={sending.isBusy}
      failure={sending.failure}
      onConfirm={() => void show()}
      onClose={props.onClose}
    />
  )
}

function RevokeDialog(props: {
  readonly token: Token
  readonly onDone: () => void
  readonly onClose: () => void
}) {
  const sending = useSend()
  const revoke = async () => {
    const path = `/tokens/${props.token.id}`
    const answer = await sending.run({ method: 'DELETE', path }, t('tokens.revoke'))
    if (answer.ok) {
      props.onDone()
      props.onClose()
    }
  }
  return (
    <ConfirmDialog
      title={t('tokens.revoke')}
      sentence={t('tokens.revokePlan', { label: props.token.label })}
      confirm={t('tokens.revoke')}
      isBad
      isBusy={sending.isBusy}
      failure={sending.failure}
      onConfirm={() => void revoke()}
      onClose={props.onClose}
    />
  )
}
