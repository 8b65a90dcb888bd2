import { useState } from 'preact/hooks'
import { mayDo } from '../../api/session.ts'
import { useRead } from '../../api/use-read.ts'
import { useSend } from '../../api/use-send.ts'
import { ConfirmDialog, Dialog } from '../../parts/dialog.tsx'
import { EntityPicker, useChosenEntity } from '../../parts/entity-picker.tsx'
import { Field, Select } from '../../parts/field.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Empty } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { Table } from '../../parts/table.tsx'
import { Copyable, Time } from '../../parts/values.tsx'
import { t, word } from '../../texts/texts.ts'

interface Token {
  /** A hash: it names the token and cannot be used. */
  readonly id: string
  readonly label: string
  readonly tokenRole: string
  readonly createdAt: string
}

type Opened =
  | { readonly kind: 'create' }
  | { readonly kind: 'show' | 'revoke'; readonly token: Token }
  | { readonly kind: 'secret'; readonly accessToken: string }

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

function ofAdministrator({ tokenRole }: Token): boolean {
  return tokenRole === 'administrator'
}

function TokenTable(props: {
  readonly tokens: readonly Token[]
  readonly open: (opened: Opened) => void
}) {
  return (
    <Table
      columns={[
        { text: t('tokens.label') },
        { text: t('tokens.role'), isWide: true },
        { text: t('fact.created'), isWide: true },
        { text: t('column.actions'), isHidden: true },
      ]}
    >
      {props.tokens.map((token) => (
        <tr key={token.id}>
          <td class="[overflow-wrap:anywhere]">
            <span class="font-medium">
              {token.label === '' ? t('tokens.noLabel') : token.label}
            </span>
            <span class="block text-hint text-muted md:hidden">
              {word('tokenRole', token.tokenRole)}
            </span>
          </td>
          <td class="hidden md:table-cell">{word('tokenRole', token.tokenRole)}</td>
          <td class="hidden text-muted md:table-cell">
            <Time at={token.createdAt} />
          </td>
          <td>
            <span class="flex justify-end gap-2">
              {mayDo(ofAdministrator(token) ? 'token.showAdministrator' : 'token.show') && (
                <button
                  type="button"
                  class="button"
                  onClick={() => props.open({ kind: 'show', token })}
                >
                  {t('tokens.show')}
                </button>
              )}
              {mayDo('token.revoke') && (
                <button
                  type="button"
                  class="button button-bad"
                  onClick={() => props.open({ kind: 'revoke', token })}
                >
                  {t('tokens.revoke')}
                </button>
              )}
            </span>
          </td>
        </tr>
      ))}
    </Table>
  )
}

function CreateDialog(props: {
  readonly entityId: string
  readonly onMade: (accessToken: string) => void
  readonly onClose: () => void
}) {
  const [label, setLabel] = useState('')
  const [tokenRole, setTokenRole] = useState('merchant')
  const sending = useSend()
  const create = async () => {
    const path = `/entities/${props.entityId}/tokens`
    const form = { label: label.trim(), tokenRole }
    const answer = await sending.run<{ accessToken: string }>({ method: 'POST', path, form })
    if (answer.ok) props.onMade(answer.body.accessToken)
  }
  return (
    <ConfirmDialog
      title={t('tokens.create')}
      sentence={t(tokenRole === 'administrator' ? 'tokens.administratorPlan' : 'tokens.plan')}
      confirm={t('tokens.create')}
      isBusy={sending.isBusy}
      isReady={label.trim() !== ''}
      failure={sending.failure}
      onConfirm={() => void create()}
      onClose={props.onClose}
    >
      <Field
        label={t('tokens.label')}
        hint={t('tokens.labelHint')}
        value={label}
        onValue={setLabel}
        maxLength={100}
        autoFocus
        required
      />
      <Select
        label={t('tokens.role')}
        value={tokenRole}
        onValue={setTokenRole}
        choices={(mayDo('token.createAdministrator')
          ? ['merchant', 'administrator']
          : ['merchant']
        ).map((value) => ({ value, text: word('tokenRole', value) }))}
      />
    </ConfirmDialog>
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
