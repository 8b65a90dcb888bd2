import { useState } from 'preact/hooks'
import type { AdminUser } from '../../../people/answer.ts'
import { useSend } from '../../api/use-send.ts'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { Select } from '../../parts/field.tsx'
import { t, word } from '../../texts/texts.ts'
import { EntityField, roleChoices } from './dialogs.tsx'

/** No role: it is taken from the user. */
const NONE = ''

/** Gives a user a role on an entity, or takes it. */
export function RoleDialog(props: {
  readonly user: AdminUser
  readonly onDone: () => void
  readonly onClose: () => void
}) {
  const { user } = props
  const [first] = user.grants
  const [entityId, setEntityId] = useState(first?.entity.id ?? '')
  const [role, setRole] = useState<string>(first?.role ?? 'reader')
  const sending = useSend()
  const change = async () => {
    const path = `/users/${user.id}/role`
    const answer = await sending.run(
      role === NONE
        ? { method: 'DELETE', path, form: { entityId } }
        : { method: 'POST', path, form: { entityId, role } },
      t('users.roleOf', { name: user.name }),
    )
    if (answer.ok) {
      props.onDone()
      props.onClose()
    }
  }
  return (
    <ConfirmDialog
      title={t('users.roleOf', { name: user.name })}
      sentence={
        role === NONE
          ? t('users.removePlan', { name: user.name })
          : t('users.rolePlan', { name: user.name, role: word('roleText', role) })
      }
      confirm={t('action.save')}
      isBad={role === NONE}
      isBusy={sending.isBusy}
      failure={sending.failure}
      onConfirm={() => void change()}
      onClose={props.onClose}
    >
      <EntityField value={entityId} onValue={setEntityId} />
      <Select
        label={t('users.role')}
        value={role}
        onValue={setRole}
        choices={[...roleChoices(), { value: NONE, text: t('users.noRole') }]}
      />
    </ConfirmDialog>
  )
}
