import { useEffect, useState } from 'preact/hooks'
import { useRoute } from 'preact-iso'
import type { AdminChannelSetup } from '../../../channel-setup/routes.ts'
import type { ListedEntity } from '../../api/entities.ts'
import { mayDo } from '../../api/session.ts'
import { useRead } from '../../api/use-read.ts'
import { useSend } from '../../api/use-send.ts'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { Disclosure } from '../../parts/disclosure.tsx'
import { Field, TextArea } from '../../parts/field.tsx'
import { FailureNotice, Skeleton } from '../../parts/notice.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { Pill } from '../../parts/state.tsx'
import { Copyable, Facts, Time } from '../../parts/values.tsx'
import { BASE } from '../../shell/menu.ts'
import { t, word } from '../../texts/texts.ts'
import { AddEntity } from './add-entity.tsx'
import { changedMeanwhile, ReadAgain } from './changed-meanwhile.tsx'
import { EntityState } from './entities.tsx'
import { RaisedLimitsNote } from './raised-limits-note.tsx'
import { type EntityWithSettings, SettingTable } from './setting-table.tsx'
import {
  changedNames,
  type Settings,
  settingsFault,
  settingsForm,
  settingsText,
  withChanges,
} from './settings-text.ts'
import { SetupGuide } from './setup-guide.tsx'

interface WholeEntity extends ListedEntity, EntityWithSettings {
  readonly name: string
}

interface EntityAnswer {
  readonly entity: WholeEntity
}

/** One entity: its name, whether it takes payments, and its settings. */
export default function EntityPage() {
  const { id = '' } = useRoute().params
  const reading = useRead<EntityAnswer>(`/entities/${id}`)
  const entity = reading.body?.entity
  const setup = useRead<AdminChannelSetup>(
    entity?.kind === 'channel' ? `/entities/${entity.id}/setup` : undefined,
  )
  const reload = () => {
    reading.reload()
    setup.reload()
  }
  const [isSwitching, openSwitch] = useState(false)
  return (
    <Page
      title={entity?.name ?? t('column.entity')}
      beside={
        <>
          <a class="link order-first w-full" href={`${BASE}/entities`}>
            {t('menu.entities')}
          </a>
          {entity !== undefined && <EntityState isActive={entity.active} />}
        </>
      }
      actions={
        entity !== undefined && (
          <>
            <AddEntity parent={entity} />
            {mayDo('entity.change') && (
              <button
                type="button"
                class={`button ${entity.active ? 'button-bad' : ''}`}
                onClick={() => openSwitch(true)}
              >
                {entity.active ? t('entity.switchOff') : t('entity.switchOn')}
              </button>
            )}
          </>
        )
      }
    >
      {reading.failure !== undefined && (
        <div class="panel">
          <FailureNotice failure={reading.failure} retry={reading.reload} />
        </div>
      )}
      {entity === undefined && reading.isLoading && (
        <div class="panel">
          <Skeleton rows={6} />
        </div>
      )}
      {entity !== undefined && (
        <div class="flex flex-col gap-4">
          {entity.kind === 'channel' && <SetupGuide channelId={entity.id} reading={setup} />}
          <Identity key={`${entity.id} ${entity.name}`} entity={entity} onDone={reload} />
          <SettingTable entity={entity} onDone={reload} />
          <AsJson key={entity.id} entity={entity} onDone={reload} />
        </div>
      )}
      {entity !== undefined && isSwitching && (
        <SwitchDialog entity={entity} onDone={reload} onClose={() => openSwitch(false)} />
      )}
    </Page>
  )
}

interface PartProps {
  readonly entity: WholeEntity
  readonly onDone: () => void
}

function Identity({ entity, onDone }: PartProps) {
  const [name, setName] = useState(entity.name)
  const sending = useSend()
  const rename = async () => {
    const form = { entityName: name.trim() }
    const path = `/entities/${entity.id}`
    const answer = await sending.run({ method: 'POST', path, form }, t('entity.identity'))
    if (answer.ok) onDone()
  }
  return (
    <Section title={t('entity.identity')}>
      <div class="flex flex-col gap-4 px-4 pt-1 pb-4">
        <Facts
          of={[
            [t('fact.id'), <Copyable key="i" text={entity.id} />],
            [t('column.kind'), word('kind', entity.kind)],
            [t('fact.created'), <Time key="c" at={entity.createdAt} />],
          ]}
        />
        {mayDo('entity.change') && (
          <form
            class="flex items-end gap-2"
            onSubmit={(event) => {
              event.preventDefault()
              void rename()
            }}
          >
            <div class="max-w-md flex-1">
              <Field label={t('invitation.name')} value={name} onValue={setName} maxLength={100} />
            </div>
            <button
              type="submit"
              class="button"
              disabled={sending.isBusy || name.trim() === '' || name === entity.name}
            >
              {t('action.save')}
            </button>
          </form>
        )}
        {sending.failure !== undefined && <FailureNotice failure={sending.failure} />}
      </div>
    </Section>
  )
}

/** All own settings at once, also those that nothing sets yet. */
function AsJson({ entity, onDone }: PartProps) {
  // As the text was made from them: what was typed stays where the page is read again.
  const [before, setBefore] = useState(entity.settings)
  const stored = settingsText(before)
  const [text, setText] = useState(stored)
  const show = (settings: Settings) => {
    setBefore(settings)
    setText(settingsText(settings))
  }
  useEffect(() => {
    if (text === stored) show(entity.settings)
  }, [entity.settings])
  const [isConfirming, confirm] = useState(false)
  const sending = useSend()
  const fault = settingsFault(text)
  const save = async () => {
    const path = `/entities/${entity.id}`
    const next: Settings = JSON.parse(text)
    const form = settingsForm(before, next, changedNames(before, next))
    const answer = await sending.run({ method: 'POST', path, form }, t('entity.settings'))
    if (answer.ok) show(next)
    if (answer.ok || answer.failure.status === 409) onDone()
    confirm(!answer.ok)
  }
  const readAgain = () => {
    const next = withChanges(entity.settings, { before, after: JSON.parse(text) })
    setBefore(entity.settings)
    setText(settingsText(next))
    sending.forget()
    confirm(false)
  }
  return (
    <Disclosure title={t('entity.asJson')}>
      <div class="flex flex-col gap-3 px-4 pt-1 pb-4">
        <TextArea
          label={t('entity.own')}
          hint={t('entity.ownHint')}
          error={fault === undefined ? undefined : t('entity.fault', { fault })}
          class="font-mono"
          value={text}
          onValue={setText}
          rows={Math.min(Math.max(stored.split('\n').length + 2, 6), 30)}
          isReadOnly={!mayDo('entity.change')}
        />
        {mayDo('entity.change') && (
          <div class="flex items-center gap-2">
            <button
              type="button"
              class="button button-primary"
              disabled={fault !== undefined || text === stored}
              onClick={() => confirm(true)}
            >
              {t('action.save')}
            </button>
            {text !== stored && (
              <>
                <button type="button" class="button" onClick={() => setText(stored)}>
                  {t('entity.undo')}
                </button>
                <Pill icon="warn" tone="warn" text={t('entity.unsaved')} />
              </>
            )}
          </div>
        )}
      </div>
      {isConfirming && (
        <ConfirmDialog
          title={t('entity.settings')}
          sentence={
            <>
              {t('entity.savePlan', { name: entity.name })}
              <RaisedLimitsNote
                own={before.secondPersonAbove}
                next={JSON.parse(text).secondPersonAbove}
                earlier={entity.earlierLimits}
              />
            </>
          }
          confirm={t('action.save')}
          isBusy={sending.isBusy}
          failure={sending.failure && changedMeanwhile(sending.failure)}
          remedy={sending.failure?.status === 409 && <ReadAgain onPress={readAgain} />}
          onConfirm={() => void save()}
          onClose={() => confirm(false)}
        />
      )}
    </Disclosure>
  )
}

function SwitchDialog({ entity, onDone, onClose }: PartProps & { readonly onClose: () => void }) {
  const sending = useSend()
  const way = entity.active ? 'switchOff' : 'switchOn'
  const change = async () => {
    const path = `/entities/${entity.id}`
    const form = { active: String(!entity.active) }
    const answer = await sending.run({ method: 'POST', path, form }, t(`entity.${way}`))
    if (answer.ok) {
      onDone()
      onClose()
    }
  }
  return (
    <ConfirmDialog
      title={t(`entity.${way}`)}
      sentence={t(`entity.${way}Plan`, { name: entity.name })}
      confirm={t(`entity.${way}`)}
      isBad={entity.active}
      isBusy={sending.isBusy}
      failure={sending.failure}
      onConfirm={() => void change()}
      onClose={onClose}
    />
  )
}
