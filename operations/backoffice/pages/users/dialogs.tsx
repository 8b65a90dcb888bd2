import { useState } from 'preact/hooks'
import type { AdminInvitation, AdminUser } from '../../../people/answer.ts'
import { inTreeOrder, useEntities } from '../../api/entities.ts'
import { session } from '../../api/session.ts'
import { useSend } from '../../api/use-send.ts'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { Field, Select } from '../../parts/field.tsx'
import { t, word } from '../../texts/texts.ts'

/** The roles, those that may do least first. */
export const ROLES = ['reader', 'support', 'finance', 'administrator', 'owner'] as const

export const roleChoices = () => ROLES.map((value) => ({ value, text: t(`role.${value}`) }))

/** Chooses an entity out of those below the one that is worked with. */
export function EntityField(props: {
  readonly value: string
  readonly onValue: (entityId: string) => void
}) {
  const entities = inTreeOrder(useEntities().body?.entities ?? [])
  return (
    <Select
      label={t('column.entity')}
      hint={t('users.entityHint')}
      value={props.value}
      onValue={props.onValue}
      choices={entities.map(({ id, name, kind, depth }) => ({
        value: id,
        text: `${'\u2003'.repeat(depth)}${name} · ${word('kind', kind)}`,
      }))}
    />
  )
}

export function InviteDialog(props: {
  readonly onInvited: (link: string, email: string) => void
  readonly onClose: () => void
}) {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState('reader')
  const [entityId, setEntityId] = useState(session.value?.entity.id ?? '')
  const sending = useSend()
  const invite = async () => {
    const form = { email: email.trim(), role, entityId }
    const path = '/invitations'
    const answer = await sending.run<{ link: string }>({ method: 'POST', path, form })
    if (answer.ok) props.onInvited(answer.body.link, form.email)
  }
  return (
    <ConfirmDialog
      title={t('users.invite')}
      sentence={t('users.invitePlan', { role: word('roleText', role) })}
      confirm={t('users.invite')}
      isBusy={sending.isBusy}
      isReady={email.includes('@')}
      failure={sending.failure}
      onConfirm={() => void invite()}
      onClose={props.onClose}
    >
      <Field
        label={t('session.email')}
        type="email"
        value={email}
        onValue={setEmail}
        maxLength={128}
        autoFocus
        required
      />
      <Select label={t('users.role')} value={role} onValue={setRole} choices={roleChoices()} />
      <EntityField value={entityId} onValue={setEntityId} />
    </ConfirmDialog>
  )
}

interface DoneProps {
  readonly onDone: () => void
  readonly onClose: () => void
}

export function WithdrawDialog(props: DoneProps & { readonly invitation: AdminInvitation }) {
  const { id, email } = props.invitation
  const sending = useSend()
  const withdraw = async () => {
    const answer = await sending.run(
      { method: 'DELETE', path: `/invitations/${id}` },
      t('users.withdraw'),
    )
    if (answer.ok) {
      props.onDone()
      props.onClose()
    }
  }
  return (
    <ConfirmDialog
      title={t('users.withdraw')}
      sentence={t('users.withdrawPlan', { email })}
      confirm={t('users.withdraw')}
      isBad
      isBusy={sending.isBusy}
      failure={sending.failure}
      onConfirm={() => void withdraw()}
      onClose={props.onClose}
    />
  )
}

export function StateDialog(
  props: DoneProps & { readonly user: AdminUser; readonly way: 'block' | 'unblock' },
) {
  const { user, way } = props
  const sending = useSend()
  const change = async () => {
    const answer = await sending.run(
      { method: 'POST', path: `/users/${user.id}/${way}` },
      t(`users.${way}`),
    )
    if (answer.ok) {
      props.onDone()
      props.onClose()
    }
  }
  return (
    <ConfirmDialog
      title={t(`users.${way}`)}
      sentence={t(`users.${way}Plan`, { name: user.name })}
      confirm={t(`users.${way}`)}
      isBad={way === 'block'}
      isBusy={sending.isBusy}
      failure={sending.failure}
      onConfirm={() => void change()}
      onClose={props.onClose}
    />
  )
}

export function EndSessionsDialog(props: DoneProps & { readonly user: AdminUser }) {
  const { id, name } = props.user
  const sending = useSend()
  const end = async () => {
    const answer = await sending.run(
      { method: 'DELETE', path: `/users/${id}/sessions` },
      t('users.endSessions'),
    )
    if (answer.ok) {
      props.onDone()
      props.onClose()
    }
  }
  return (
    <ConfirmDialog
      title={t('users.endSessions')}
      sentence={t('users.endSessionsPlan', { name })}
      confirm={t('users.endSessions')}
      isBusy={sending.isBusy}
      failure={sending.failure}
      onConfirm={() => void end()}
      onClose={props.onClose}
    />
  )
}
