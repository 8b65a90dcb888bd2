import { useState } from 'preact/hooks'
import type { AdminSetting } from '../../../common/admin-wire.ts'
import { mayDo } from '../../api/session.ts'
import { useRead } from '../../api/use-read.ts'
import { useSend } from '../../api/use-send.ts'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { FailureNotice, Skeleton } from '../../parts/notice.tsx'
import { Section } from '../../parts/page.tsx'
import { Pill } from '../../parts/state.tsx'
import { Table } from '../../parts/table.tsx'
import { Time } from '../../parts/values.tsx'
import { shownMoney } from '../../texts/money.ts'
import { spelled, t } from '../../texts/texts.ts'
import { SettingFields, typedOf, valueOfTyped } from './setting-form.tsx'
import { type Described, defaultText, useTranslated } from './setting-texts.ts'
import { SettingValue } from './setting-value.tsx'
import { type SettingRow, type Settings, settingRows, settingsForm } from './settings-text.ts'

export interface EntityWithSettings {
  readonly id: string
  readonly name: string
  /** Its own. */
  readonly settings: Settings
  /** With what it inherits. */
  readonly inForce: Settings
  /** Limits of the second person that were raised, and count until then. */
  readonly earlierLimits: readonly EarlierLimit[]
}

interface EarlierLimit {
  readonly currency: string
  readonly amount: string
  readonly until: string
}

/** What is in force for an entity, what of it is its own, and how to change it. */
export function SettingTable(props: {
  readonly entity: EntityWithSettings
  readonly onDone: () => void
}) {
  const { entity, onDone } = props
  const [opened, open] = useState<SettingRow>()
  const descriptions = useRead<{ readonly settings: Described }>('/settings')
  const described = useTranslated(descriptions.body?.settings)
  const setting = opened && described?.[opened.name]
  return (
    <Section title={t('entity.settings')} hint={t('entity.settingsHint')}>
      {descriptions.failure !== undefined && (
        <FailureNotice failure={descriptions.failure} retry={descriptions.reload} />
      )}
      {described === undefined && descriptions.isLoading && <Skeleton rows={12} />}
      <Table
        columns={[
          { text: t('entity.setting') },
          { text: t('entity.inForce') },
          { text: t('entity.setBy'), isWide: true },
          { text: t('column.actions'), isHidden: true, isWide: true },
        ]}
      >
        {rowsOf(entity, described).map((row) => (
          <tr key={row.name}>
            <td class="py-2 align-top max-md:w-[45%]">
              <span class="font-medium">{described?.[row.name]?.name ?? spelled(row.name)}</span>
              <span class="block max-w-72 text-hint text-pretty text-muted">
                {described?.[row.name]?.help}
              </span>
              <span class="block pt-2 md:hidden">
                <ChangeButton
                  row={row}
                  isKnown={described?.[row.name] !== undefined}
                  onOpen={() => open(row)}
                />
              </span>
            </td>
            <td class="max-w-96 py-2 max-md:w-[55%] max-md:align-top">
              {row.value === undefined ? (
                <span class="text-muted">{defaultOf(described?.[row.name])}</span>
              ) : (
                <SettingValue setting={described?.[row.name]} value={row.value} />
              )}
              {row.name === 'secondPersonAbove' && <EarlierLimits limits={entity.earlierLimits} />}
            </td>
            <td class="hidden md:table-cell">
              {row.isOwn ? (
                <Pill icon="tick" tone="accent" text={t('entity.ownSetting')} />
              ) : (
                <span class="text-muted">
                  {row.value === undefined ? t('entity.notSet') : t('entity.inherited')}
                </span>
              )}
            </td>
            <td class="end hidden md:table-cell">
              <ChangeButton
                row={row}
                isKnown={described?.[row.name] !== undefined}
                onOpen={() => open(row)}
              />
            </td>
          </tr>
        ))}
      </Table>
      {opened !== undefined && setting !== undefined && (
        <SettingDialog
          entity={entity}
          row={opened}
          setting={setting}
          onDone={onDone}
          onClose={() => open(undefined)}
        />
      )}
    </Section>
  )
}

/** Beside the value, or under the name where the screen is narrow. */
function ChangeButton(props: {
  readonly row: SettingRow
  readonly isKnown: boolean
  readonly onOpen: () => void
}) {
  const isLimit = props.row.name === 'secondPersonAbove'
  if (!mayDo(isLimit ? 'entity.changeLimit' : 'entity.change') || !props.isKnown) return null
  return (
    <button type="button" class="button min-h-8" onClick={props.onOpen}>
      {t('entity.change')}
    </button>
  )
}

/** A higher limit counts a day later. */
function EarlierLimits({ limits }: { readonly limits: readonly EarlierLimit[] }) {
  return limits.map(({ currency, amount, until }) => (
    <p key={`${currency} ${until}`} class="text-hint text-warn">
      {t('entity.earlierLimit', { amount: shownMoney(amount, currency) })} <Time at={until} />
    </p>
  ))
}

/** No row moves under a reader's eyes: they come with their descriptions, or without any where those fail. */
function rowsOf(
  { inForce, settings }: EntityWithSettings,
  described: Described | undefined,
): readonly SettingRow[] {
  return described === undefined ? [] : settingRows(inForce, settings, Object.keys(described))
}

/** What counts where nothing is set; of an object each member has its own. */
function defaultOf(setting: AdminSetting | undefined): string {
  return setting === undefined || setting.kind === 'object'
    ? t('entity.notSetAnywhere')
    : defaultText(setting)
}

function SettingDialog(props: {
  readonly entity: EntityWithSettings
  readonly row: SettingRow
  readonly setting: AdminSetting
  readonly onDone: () => void
  readonly onClose: () => void
}) {
  const { entity, row, setting } = props
  const [typed, setTyped] = useState(() => typedOf(setting, row.value))
  const [isInherited, setInherited] = useState(false)
  // As the form was filled from them, also when the page behind it is read again.
  const [before] = useState(entity.settings)
  const sending = useSend()
  const value = valueOfTyped(setting, typed)
  const label = setting.name
  const save = async () => {
    const next = isInherited ? {} : { [row.name]: value }
    const path = `/entities/${entity.id}`
    const form = settingsForm(before, next, [row.name])
    const answer = await sending.run({ method: 'POST', path, form })
    if (answer.ok) props.onClose()
    // Where another person was first, the page shows what that one has set.
    if (answer.ok || answer.failure.status === 409) props.onDone()
  }
  return (
    <ConfirmDialog
      title={label}
      sentence={t(isInherited ? 'entity.inheritPlan' : 'entity.setPlan', {
        name: entity.name,
        setting: label,
      })}
      confirm={t('action.save')}
      isBusy={sending.isBusy}
      isReady={isInherited || value !== undefined}
      failure={sending.failure}
      onConfirm={() => void save()}
      onClose={props.onClose}
    >
      {row.isOwn && (
        <label class="flex items-center gap-2">
          <input
            type="checkbox"
            class="size-4 accent-accent"
            checked={isInherited}
            onChange={(event) => setInherited(event.currentTarget.checked)}
          />
          {t('entity.inherit')}
        </label>
      )}
      {!isInherited && <SettingFields setting={setting} typed={typed} onTyped={setTyped} />}
    </ConfirmDialog>
  )
}
