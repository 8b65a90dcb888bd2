import { useEffect, useRef, useState } from 'preact/hooks'
import type { SettingField } from '../../../common/setting-field.ts'
import type { Failure } from '../../api/request.ts'
import { useSend } from '../../api/use-send.ts'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { t } from '../../texts/texts.ts'
import { readSetting } from './read-draft.ts'
import { draftOf } from './setting-draft.ts'
import { SettingForm } from './setting-form.tsx'
import { type FaultTexts, placedFaults, placesOf } from './setting-places.ts'
import { defaultText } from './setting-texts.ts'
import { SettingValue } from './setting-value.tsx'
import { type SettingRow, type Settings, settingsForm } from './settings-text.ts'

interface EntityInDialog {
  readonly id: string
  readonly name: string
  readonly settings: Settings
  readonly inherited: Settings
}

/** The form of one setting of an entity. */
export function SettingDialog(props: {
  readonly entity: EntityInDialog
  readonly row: SettingRow
  readonly setting: SettingField
  readonly onDone: () => void
  readonly onClose: () => void
}) {
  const { entity, row, setting } = props
  const [draft, setDraft] = useState(() => draftOf(setting, row.value))
  const [isInherited, setInherited] = useState(false)
  // As the form was filled from them, also when the page behind it is read again.
  const [before] = useState(entity.settings)
  const sending = useSend()
  const read = readSetting(setting, draft, row.name)
  const [tries, tried] = useState(0)
  const form = useFirstFault(tries)
  const refused = refusedAt(sending.failure, placesOf(setting, draft, row.name))
  const typed = read.faults.filter(({ isMissing }) => !isMissing || tries > 0)
  const faults = new Map([
    ...refused.faults,
    ...typed.map(({ place, text }) => [place, text] as const),
  ])
  const save = async () => {
    if (!isInherited && read.faults.length > 0) {
      tried(tries + 1)
      return
    }
    const next = isInherited ? {} : { [row.name]: read.value }
    const path = `/entities/${entity.id}`
    const answer = await sending.run(
      { method: 'POST', path, form: settingsForm(before, next, [row.name]) },
      setting.name,
    )
    if (answer.ok) props.onClose()
    else tried(tries + 1)
    // Where another person was first, the page shows what that one has set.
    if (answer.ok || answer.failure.status === 409) props.onDone()
  }
  return (
    <ConfirmDialog
      title={setting.name}
      isWide={isLong(setting)}
      sentence={t(isInherited ? 'entity.inheritPlan' : 'entity.setPlan', {
        name: entity.name,
        setting: setting.name,
      })}
      confirm={t('action.save')}
      isBusy={sending.isBusy}
      failure={refused.failure}
      onConfirm={() => void save()}
      onClose={props.onClose}
    >
      {row.isOwn && (
        <InheritAgain
          setting={setting}
          inherited={entity.inherited[row.name]}
          isChecked={isInherited}
          onChecked={setInherited}
        />
      )}
      {!isInherited && (
        <div ref={form} class="flex flex-col gap-4">
          <SettingForm
            field={setting}
            draft={draft}
            place={row.name}
            faults={faults}
            onDraft={(next) => {
              setDraft(next)
              sending.forget()
            }}
          />
        </div>
      )}
    </ConfirmDialog>
  )
}

/** Takes the entity's own value away, and shows what counts then. */
function InheritAgain(props: {
  readonly setting: SettingField
  readonly inherited: unknown
  readonly isChecked: boolean
  readonly onChecked: (isChecked: boolean) => void
}) {
  const { setting, inherited, isChecked } = props
  return (
    <div class="flex flex-col gap-2">
      <label class="flex items-center gap-2">
        <input
          type="checkbox"
          class="size-4 accent-accent"
          checked={isChecked}
          onChange={(event) => props.onChecked(event.currentTarget.checked)}
        />
        {t('entity.inherit')}
      </label>
      {isChecked && (
        <div class="flex flex-wrap gap-x-2">
          <span class="text-muted">{t('entity.countsThen')}</span>
          {inherited === undefined ? (
            (defaultText(setting) ?? t('entity.notSetAnywhere'))
          ) : (
            <SettingValue field={setting} value={inherited} />
          )}
        </div>
      )}
    </div>
  )
}

function isLong(field: SettingField): boolean {
  if (field.kind === 'list') return field.choices !== undefined
  return field.kind === 'object' || field.kind === 'records' || field.kind === 'map'
}

/** Puts the focus on the first field that is wrong, after each try. */
function useFirstFault(tries: number) {
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [tries])
  return form
}

/** What the gateway has refused: at the fields that it names, the rest as a failure of the form. */
function refusedAt(
  failure: Failure | undefined,
  places: readonly string[],
): { readonly faults: FaultTexts; readonly failure: Failure | undefined } {
  if (failure === undefined) return { faults: new Map(), failure }
  const ofSettings = failure.faults.filter(({ name }) => name === 'settings')
  const { faults, rest } = placedFaults(
    ofSettings.map(({ message }) => message),
    places,
  )
  if (faults.size === 0) return { faults, failure }
  const others = failure.faults.filter(
    ({ name, message }) => name !== 'settings' || rest.includes(message),
  )
  const description = t('field.faultsAbove')
  return { faults, failure: { ...failure, faults: others, description } }
}
