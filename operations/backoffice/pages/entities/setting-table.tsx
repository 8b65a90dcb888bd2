import { useMemo, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { SettingField } from '../../../../common/setting-field.ts'
import type { AdminEntity } from '../../../people/answer.ts'
import { useEntities } from '../../api/entities.ts'
import { mayDo } from '../../api/session.ts'
import { useRead } from '../../api/use-read.ts'
import { FailureNotice, Skeleton } from '../../parts/notice.tsx'
import { Section } from '../../parts/page.tsx'
import { Pill } from '../../parts/state.tsx'
import { Table } from '../../parts/table.tsx'
import { Time } from '../../parts/values.tsx'
import { BASE } from '../../shell/menu.ts'
import { shownMoney } from '../../texts/money.ts'
import { spelled, t } from '../../texts/texts.ts'
import { Channels, channelsBelow } from './channels.ts'
import type { Limit } from './raised-limits.ts'
import { SettingDialog } from './setting-dialog.tsx'
import { type Described, defaultText, useTranslated } from './setting-texts.ts'
import { SettingValue } from './setting-value.tsx'
import { originOf, type SettingRow, type Settings, settingRows } from './settings-text.ts'

export interface EntityWithSettings {
  readonly id: string
  readonly name: string
  /** Its own. */
  readonly settings: Settings
  /** With what it inherits. */
  readonly inForce: Settings
  /** What counts for what it does not set itself. */
  readonly inherited: Settings
  /** Who sets what is inherited, as far up as the person may see. */
  readonly inheritedFrom: Readonly<Record<string, AdminEntity>>
  /** Names of settings that no entity sets: what is in force is their default. */
  readonly byDefault: readonly string[]
  /** Limits of the second person that were raised, and count until then. */
  readonly earlierLimits: readonly EarlierLimit[]
}

interface EarlierLimit extends Limit {
  readonly until: string
}

/** What is in force for an entity, what of it is its own, and how to change it. */
export function SettingTable(props: {
  readonly entity: EntityWithSettings
  readonly onDone: () => void
}) {
  const { entity, onDone } = props
  const [pressed, open] = useState<SettingRow>()
  const { path, query, route } = useLocation()
  const descriptions = useRead<{ readonly settings: Described }>('/settings')
  const described = useTranslated(descriptions.body?.settings)
  const rows = rowsOf(entity, described)
  // A link of the steps of a new channel opens the form of a setting.
  const named = mayDo('entity.change') ? rows.find(({ name }) => name === query.setting) : undefined
  const opened = pressed ?? named
  const setting = opened && described?.[opened.name]
  const close = () => {
    open(undefined)
    if (query.setting !== undefined) route(path, true)
  }
  const listed = useEntities().body?.entities
  const channels = useMemo(() => channelsBelow(listed ?? [], entity.id), [listed, entity.id])
  return (
    <Channels.Provider value={channels}>
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
          {rows.map((row) => (
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
                  <ValueInForce setting={described?.[row.name]} value={row.value} />
                )}
                {row.name === 'secondPersonAbove' && (
                  <EarlierLimits limits={entity.earlierLimits} />
                )}
              </td>
              <td class="hidden md:table-cell">
                <SetBy row={row} entity={entity} />
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
            onClose={close}
          />
        )}
      </Section>
    </Channels.Provider>
  )
}

function SetBy(props: { readonly row: SettingRow; readonly entity: EntityWithSettings }) {
  const { row, entity } = props
  const setter = entity.inheritedFrom[row.name]
  if (row.isOwn) return <Pill icon="tick" tone="accent" text={t('entity.ownSetting')} />
  if (setter !== undefined) {
    return (
      <span class="text-muted">
        {t('entity.inheritedFrom')}{' '}
        <a class="link" href={`${BASE}/entities/${setter.id}`}>
          {setter.name}
        </a>
      </span>
    )
  }
  return <span class="text-muted">{t(`entity.${originOf(row, entity.byDefault)}`)}</span>
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

/** A setting that the gateway has, and does not describe, is shown as it is. */
function ValueInForce(props: {
  readonly setting: SettingField | undefined
  readonly value: unknown
}) {
  const { setting, value } = props
  if (setting !== undefined) return <SettingValue field={setting} value={value} />
  return <code class="font-mono text-hint [overflow-wrap:anywhere]">{JSON.stringify(value)}</code>
}

/** What counts where nothing is set; of an object that has none itself, each member has its own. */
function defaultOf(setting: SettingField | undefined): string {
  return (setting && defaultText(setting)) ?? t('entity.notSetAnywhere')
}
