import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { SettingField } from '../../../../common/setting-field.ts'
import type { Failure } from '../../api/request.ts'
import { useSend } from '../../api/use-send.ts'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { t } from '../../texts/texts.ts'
import { changedMeanwhile, ReadAgain } from './changed-meanwhile.tsx'
import { firstTicks, OnlyThese } from './only-these.tsx'
import type { Limit } from './raised-limits.ts'
import { RaisedLimitsNote } from './raised-limits-note.tsx'
import { type DraftFault, readSetting } from './read-draft.ts'
import { type Draft, draftOf, linesOf, newestEntryId } from './setting-draft.ts'
import { SettingForm } from './setting-form.tsx'
import { hintOf } from './setting-part.ts'
import { type FaultTexts, placedFaults, placesOf } from './setting-places.ts'
import { defaultText } from './setting-texts.ts'
import { SettingValue } from './setting-value.tsx'
import { type SettingRow, type Settings, settingsForm } from './settings-text.ts'

interface EntityInDialog {
  readonly id: string
  readonly name: string
  readonly settings: Settings
  /** With what it inherits. */
  readonly inForce: Settings
  readonly inherited: Settings
  readonly earlierLimits: readonly Limit[]
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
  const [draft, setDraft] = useState(() => firstDraft(setting, row))
  // A list of brands says first which of the two it is.
  const [isInherited, setInherited] = useState(!row.isOwn && brandsOf(setting) !== undefined)
  // As the form was filled from them, also when the page behind it is read again.
  const [before, setBefore] = useState(entity.settings)
  const [isReadAgain, setReadAgain] = useState(false)
  const sending = useSend()
  const read = readSetting(setting, draft, row.name)
  const tries = useTries()
  const refused = refusedAt(sending.failure, placesOf(setting, draft, row.name))
  const faults = new Map([
    ...refused.faults,
    ...read.faults.filter(tries.isSaid).map(({ place, text }) => [place, text] as const),
  ])
  const save = async () => {
    if (!isInherited && read.faults.length > 0) {
      tries.add()
      return
    }
    const next = isInherited ? {} : { [row.name]: read.value }
    const path = `/entities/${entity.id}`
    const answer = await sending.run(
      { method: 'POST', path, form: settingsForm(before, next, [row.name]) },
      setting.name,
    )
    if (answer.ok) props.onClose()
    else tries.add()
    // Where another person was first, the page shows what that one has set.
    if (answer.ok || answer.failure.status === 409) props.onDone()
  }
  const readAgain = () => {
    setBefore(entity.settings)
    setReadAgain(true)
    sending.forget()
  }
  return (
    <ConfirmDialog
      title={setting.name}
      isWide={isLong(setting)}
      sentence={
        <>
          {t(isInherited ? 'entity.inheritPlan' : 'entity.setPlan', {
            name: entity.name,
            setting: setting.name,
          })}
          {row.name === 'secondPersonAbove' && (
            <RaisedLimitsNote
              own={entity.settings[row.name]}
              next={isInherited ? undefined : read.value}
              earlier={entity.earlierLimits}
            />
          )}
        </>
      }
      confirm={t('action.save')}
      isBusy={sending.isBusy}
      failure={refused.failure}
      remedy={sending.failure?.status === 409 && <ReadAgain onPress={readAgain} />}
      onConfirm={() => void save()}
      onClose={props.onClose}
    >
      {isReadAgain && <StoredNow setting={setting} value={entity.inForce[row.name]} />}
      <SettingParts
        entity={entity}
        row={row}
        setting={setting}
        draft={draft}
        faults={faults}
        form={tries.form}
        isInherited={isInherited}
        onInherited={setInherited}
        onDraft={(next) => {
          setDraft(next)
          sending.forget()
        }}
      />
    </ConfirmDialog>
  )
}

interface PartsProps {
  readonly entity: EntityInDialog
  readonly row: SettingRow
  readonly setting: SettingField
  readonly draft: Draft
  readonly faults: FaultTexts
  readonly form: RefObject<HTMLDivElement | null>
  readonly isInherited: boolean
  readonly onInherited: (isInherited: boolean) => void
  readonly onDraft: (draft: Draft) => void
}

/** Whether the setting is inherited, and its form if it is not. */
function SettingParts(props: PartsProps) {
  const { entity, row, setting, draft, faults, isInherited, onInherited, onDraft } = props
  const brands = brandsOf(setting)
  if (brands !== undefined) {
    return (
      <OnlyThese
        label={setting.name}
        hint={hintOf(setting) ?? ''}
        error={faults.get(row.name)}
        known={brands}
        inherited={textsOf(entity.inherited[row.name])}
        chosen={linesOf(draft)}
        isInherited={isInherited}
        onInherited={onInherited}
        onChosen={(chosen) => onDraft({ text: chosen.join('\n') })}
      />
    )
  }
  return (
    <>
      {row.isOwn && (
        <InheritAgain
          setting={setting}
          inherited={entity.inherited[row.name]}
          isChecked={isInherited}
          onChecked={onInherited}
        />
      )}
      {!isInherited && (
        <div ref={props.form} class="flex flex-col gap-4">
          <SettingForm
            field={setting}
            draft={draft}
            place={row.name}
            faults={faults}
            onDraft={onDraft}
          />
        </div>
      )}
    </>
  )
}

/** What another person has set meanwhile, above what was typed. */
function StoredNow({
  setting,
  value,
}: {
  readonly setting: SettingField
  readonly value: unknown
}) {
  return (
    <div role="status" class="flex flex-wrap gap-x-2">
      <span class="text-muted">{t('entity.storedNow')}</span>
      <ValueOrDefault setting={setting} value={value} />
    </div>
  )
}

function ValueOrDefault(props: { readonly setting: SettingField; readonly value: unknown }) {
  const { setting, value } = props
  if (value === undefined) return defaultText(setting) ?? t('entity.notSetAnywhere')
  return <SettingValue field={setting} value={value} />
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
          <ValueOrDefault setting={setting} value={inherited} />
        </div>
      )}
    </div>
  )
}

/** The brands that a setting is chosen from; `undefined`: it is no list of brands. */
function brandsOf(setting: SettingField): readonly string[] | undefined {
  return setting.kind === 'list' ? setting.choices : undefined
}

function firstDraft(setting: SettingField, row: SettingRow): Draft {
  const brands = brandsOf(setting)
  if (brands === undefined || row.isOwn) return draftOf(setting, row.value)
  return draftOf(setting, firstTicks(textsOf(row.value), brands))
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : []
}

function isLong(field: SettingField): boolean {
  if (field.kind === 'list') return field.choices !== undefined
  return field.kind === 'object' || field.kind === 'records' || field.kind === 'map'
}

/** Tries to save that have failed. Each puts the focus on the first field that is wrong. */
function useTries() {
  const [last, setLast] = useState({ number: 0, entryId: 0 })
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (last.number > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [last.number])
  return {
    form,
    add: () => setLast({ number: last.number + 1, entryId: newestEntryId() }),
    /** Not what is missing before the first try, nor in an entry that was added after the last one. */
    isSaid: ({ isMissing, entryId }: DraftFault) =>
      !isMissing || (last.number > 0 && entryId <= last.entryId),
  }
}

/** What the gateway has refused: at the fields that it names, the rest as a failure of the form. */
function refusedAt(
  failure: Failure | undefined,
  places: readonly string[],
): { readonly faults: FaultTexts; readonly failure: Failure | undefined } {
  if (failure === undefined) return { faults: new Map(), failure }
  if (failure.status === 409) return { faults: new Map(), failure: changedMeanwhile(failure) }
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
