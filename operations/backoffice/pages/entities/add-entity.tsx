import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { type EntityKind, kindsBelow } from '../../../../common/entity-kinds.ts'
import type { ListedEntity } from '../../api/entities.ts'
import { mayDo } from '../../api/session.ts'
import { useSend } from '../../api/use-send.ts'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { Icon } from '../../parts/icon.tsx'
import { BASE } from '../../shell/menu.ts'
import { t } from '../../texts/texts.ts'

type Parent = Pick<ListedEntity, 'id' | 'name' | 'kind'>

/** Kinds that people make: a PSP has no parent. */
type MadeKind = Exclude<EntityKind, 'psp'>

/** A button for each kind of entity that may lie below this one. */
export function AddEntity({ parent }: { readonly parent: Parent }) {
  const [kind, choose] = useState<MadeKind>()
  if (!mayDo('entity.create')) return null
  return (
    <>
      {kindsBelow(parent.kind).map(
        (one) =>
          one !== 'psp' && (
            <button key={one} type="button" class="button" onClick={() => choose(one)}>
              <Icon name="plus" />
              {t(`entity.add_${one}`)}
            </button>
          ),
      )}
      {kind !== undefined && (
        <AddDialog parent={parent} kind={kind} onClose={() => choose(undefined)} />
      )}
    </>
  )
}

function AddDialog(props: {
  readonly parent: Parent
  readonly kind: MadeKind
  readonly onClose: () => void
}) {
  const { parent, kind } = props
  const [name, setName] = useState('')
  const sending = useSend()
  const { route } = useLocation()
  const add = async () => {
    const form = { entityId: parent.id, kind, entityName: name.trim() }
    const answer = await sending.run<{ readonly entity: { readonly id: string } }>(
      { method: 'POST', path: '/entities', form },
      t(`entity.add_${kind}`),
    )
    if (!answer.ok) return
    props.onClose()
    route(`${BASE}/entities/${answer.body.entity.id}`)
  }
  return (
    <ConfirmDialog
      title={t(`entity.add_${kind}`)}
      sentence={t(`entity.addPlan_${kind}`, { name: parent.name })}
      confirm={t(`entity.add_${kind}`)}
      isBusy={sending.isBusy}
      isReady={name.trim() !== ''}
      failure={sending.failure}
      onConfirm={() => void add()}
      onClose={props.onClose}
    >
      <Field
        label={t('invitation.name')}
        value={name}
        onValue={setName}
        maxLength={100}
        autoFocus
      />
    </ConfirmDialog>
  )
}
