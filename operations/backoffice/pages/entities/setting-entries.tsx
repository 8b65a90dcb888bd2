import { useContext, useEffect, useId, useState } from 'preact/hooks'
import type { FieldOf, SettingField } from '../../../../common/setting-field.ts'
import { Icon, type IconName } from '../../parts/icon.tsx'
import { t } from '../../texts/texts.ts'
import { Channels } from './channels.ts'
import { keyPlace, readSetting, valuePlace } from './read-draft.ts'
import { type DraftEntry, draftOf, entriesOf, isBlank, newEntry } from './setting-draft.ts'
import { Group } from './setting-group.tsx'
import { Faults, PartOfForm, type PartProps } from './setting-part.ts'
import { hasFaultBelow } from './setting-places.ts'
import { wordsOf } from './setting-words.ts'

/** What happens to an entry of a list. */
type Way = 'up' | 'down' | 'remove'

/** Puts the focus where a list has changed, because the pressed button is gone or was moved. */
function useFocusAfter() {
  const [wanted, want] = useState<readonly string[]>([])
  useEffect(() => {
    const parts = wanted.map((id) => document.getElementById(id))
    const part = parts.find((one) => one !== null && !one.matches(':disabled'))
    const first = part?.matches('button') ? part : part?.querySelector<HTMLElement>('input, select')
    first?.focus()
  }, [wanted])
  return want
}

/** A list whose entries open one by one, and change places. */
export function RecordsField(props: PartProps<FieldOf<'records'>>) {
  const { field, draft, onDraft, place, isWhole = false } = props
  const entries = entriesOf(draft)
  const [opened, open] = useState<readonly number[]>([])
  const [told, tell] = useState('')
  const focusOn = useFocusAfter()
  const base = useId()
  const add = () => {
    const entry = newEntry(draftOf(field.record, undefined))
    onDraft({ entries: [...entries, entry] })
    open([...opened, entry.id])
    focusOn([`${base}-${entry.id}`])
  }
  const change = (entry: DraftEntry, at: number, way: Way) => {
    onDraft({ entries: changed(entries, at, way) })
    if (way === 'remove') {
      focusOn([`${base}-add`])
      tell(t('field.removed', { number: at + 1 }))
      return
    }
    const other = way === 'up' ? 'down' : 'up'
    focusOn([`${base}-${entry.id}-${way}`, `${base}-${entry.id}-${other}`])
    tell(t('field.moved', { number: at + (way === 'up' ? 0 : 2) }))
  }
  return (
    <Group field={field} draft={draft} place={place} isWhole={isWhole}>
      {entries.length === 0 && <p class="text-muted">{t('field.noEntries')}</p>}
      <ol class="flex flex-col gap-2 empty:hidden">
        {entries.map((entry, at) => (
          <Record
            key={entry.id}
            id={`${base}-${entry.id}`}
            field={field.record}
            entry={entry}
            at={at}
            count={entries.length}
            place={`${place}[${at}]`}
            isOpen={opened.includes(entry.id)}
            onOpen={(isOpen) =>
              open(isOpen ? [...opened, entry.id] : opened.filter((one) => one !== entry.id))
            }
            onWay={(way) => change(entry, at, way)}
            onEntry={(next) => onDraft({ entries: entries.with(at, next) })}
          />
        ))}
      </ol>
      <AddButton id={`${base}-add`} isFull={entries.length >= field.max} onAdd={add} />
      <span role="status" class="sr-only">
        {told}
      </span>
    </Group>
  )
}

function changed(entries: readonly DraftEntry[], at: number, way: Way): readonly DraftEntry[] {
  const others = entries.toSpliced(at, 1)
  const entry = entries[at]
  if (way === 'remove' || entry === undefined) return others
  return others.toSpliced(way === 'up' ? at - 1 : at + 1, 0, entry)
}

function Record(props: {
  readonly id: string
  readonly field: SettingField
  readonly entry: DraftEntry
  readonly at: number
  readonly count: number
  readonly place: string
  readonly isOpen: boolean
  readonly onOpen: (isOpen: boolean) => void
  readonly onWay: (way: Way) => void
  readonly onEntry: (entry: DraftEntry) => void
}) {
  const { id, field, entry, at, place, onWay } = props
  const faults = useContext(Faults)
  const channels = useContext(Channels)
  const Part = useContext(PartOfForm)
  const isOpen = props.isOpen || hasFaultBelow(faults, place)
  const { value } = readSetting(field, entry.draft, place)
  const number = at + 1
  return (
    <li class="min-w-0 rounded-field border border-line">
      <div class="flex items-start gap-0.5 p-1">
        <button
          type="button"
          id={id}
          class="flex min-h-8 min-w-0 flex-1 items-start gap-2 rounded-field px-2 py-1.5 text-start hover:bg-sunken"
          aria-expanded={isOpen}
          onClick={() => props.onOpen(!props.isOpen)}
        >
          <Icon name="right" class={`mt-0.5 text-muted ${isOpen ? 'rotate-90' : ''}`} />
          <span class="min-w-0 [overflow-wrap:anywhere]">
            <span class="figures">{number}.</span>{' '}
            {isBlank(entry.draft) ? field.name : wordsOf(field, value, channels)}
          </span>
        </button>
        <WayButton id={id} way="up" number={number} isOff={at === 0} onWay={onWay} />
        <WayButton
          id={id}
          way="down"
          number={number}
          isOff={number === props.count}
          onWay={onWay}
        />
        <WayButton id={id} way="remove" number={number} isOff={false} onWay={onWay} />
      </div>
      {isOpen && (
        <fieldset class="flex min-w-0 flex-col gap-4 px-3 pt-1 pb-3">
          <legend class="sr-only">{t('field.entry', { number })}</legend>
          <Part
            field={field}
            draft={entry.draft}
            place={place}
            isWhole
            onDraft={(draft) => props.onEntry({ ...entry, draft })}
          />
        </fieldset>
      )}
    </li>
  )
}

const WAY_ICONS: { readonly [OneWay in Way]: IconName } = {
  up: 'down',
  down: 'down',
  remove: 'cross',
}

function WayButton(props: {
  readonly id: string
  readonly way: Way
  readonly number: number
  readonly isOff: boolean
  readonly onWay: (way: Way) => void
}) {
  const { way, number } = props
  return (
    <button
      type="button"
      id={`${props.id}-${way}`}
      class="grid size-8 flex-none place-items-center rounded-field text-muted hover:bg-sunken hover:text-ink disabled:opacity-40"
      aria-label={t(`field.${way}`, { number })}
      disabled={props.isOff}
      onClick={() => props.onWay(way)}
    >
      <Icon name={WAY_ICONS[way]} class={way === 'up' ? 'rotate-180' : ''} />
    </button>
  )
}

function AddButton(props: {
  readonly id: string
  readonly isFull: boolean
  readonly onAdd: () => void
}) {
  return (
    <button
      type="button"
      id={props.id}
      class="button self-start"
      disabled={props.isFull}
      onClick={props.onAdd}
    >
      <Icon name="plus" />
      {t('field.add')}
    </button>
  )
}

/** Names that people choose, each with its value. */
export function MapField(props: PartProps<FieldOf<'map'>>) {
  const { field, draft, onDraft, place, isWhole = false } = props
  const entries = entriesOf(draft)
  const focusOn = useFocusAfter()
  const base = useId()
  const Part = useContext(PartOfForm)
  const isNarrow = field.value.kind !== 'object'
  return (
    <Group field={field} draft={draft} place={place} isWhole={isWhole}>
      {entries.length === 0 && <p class="text-muted">{t('field.noEntries')}</p>}
      <ul class="flex flex-col gap-2 empty:hidden">
        {entries.map((entry, at) => (
          <li
            key={entry.id}
            id={`${base}-${entry.id}`}
            class="flex min-w-0 items-start gap-2 rounded-field border border-line p-3"
          >
            <div
              class={`grid min-w-0 flex-1 gap-4 ${isNarrow ? 'grid-cols-2 max-md:grid-cols-1' : ''}`}
            >
              <Part
                field={field.key}
                draft={{ text: entry.key }}
                place={keyPlace(place, entry)}
                onDraft={(next) => {
                  const key = 'text' in next ? next.text : ''
                  onDraft({ entries: entries.with(at, { ...entry, key }) })
                }}
              />
              <Part
                field={field.value}
                draft={entry.draft}
                place={valuePlace(place, entry)}
                onDraft={(next) =>
                  onDraft({ entries: entries.with(at, { ...entry, draft: next }) })
                }
              />
            </div>
            <WayButton
              id={`${base}-${entry.id}`}
              way="remove"
              number={at + 1}
              isOff={false}
              onWay={() => {
                onDraft({ entries: entries.toSpliced(at, 1) })
                focusOn([`${base}-add`])
              }}
            />
          </li>
        ))}
      </ul>
      <AddButton
        id={`${base}-add`}
        isFull={false}
        onAdd={() => {
          const entry = newEntry(draftOf(field.value, undefined))
          onDraft({ entries: [...entries, entry] })
          focusOn([`${base}-${entry.id}`])
        }}
      />
    </Group>
  )
}
