import type { ComponentChildren } from 'preact'
import { useContext, useId, useState } from 'preact/hooks'
import type { SettingField } from '../../../../common/setting-field.ts'
import { FieldError } from '../../parts/field.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Channels } from './channels.ts'
import { readSetting } from './read-draft.ts'
import { type Draft, isBlank } from './setting-draft.ts'
import { Faults, hintOf } from './setting-part.ts'
import { hasFaultBelow } from './setting-places.ts'
import { defaultText } from './setting-texts.ts'
import { wordsOf } from './setting-words.ts'

interface GroupProps {
  readonly field: SettingField
  readonly draft: Draft
  readonly place: string
  readonly isWhole: boolean
  readonly children: ComponentChildren
}

/** Fields that belong together. Those that need not be set are shown when somebody asks for them. */
export function Group(props: GroupProps) {
  const { field, isWhole, children } = props
  if (isWhole) return <FieldSet {...props} />
  if (field.kind === 'object' && field.default !== undefined) return <Folded {...props} />
  return (
    <FieldSet {...props}>
      <div class="flex flex-col gap-4 border-s-2 border-line ps-3">{children}</div>
    </FieldSet>
  )
}

function FieldSet({ field, place, isWhole, children }: GroupProps) {
  const error = useContext(Faults).get(place)
  const hintId = useId()
  const hint = hintOf(field)
  return (
    <fieldset
      class={`flex min-w-0 flex-col ${isWhole ? 'gap-4' : 'gap-2'}`}
      aria-describedby={hintId}
    >
      <legend class={isWhole ? 'sr-only' : 'text-label font-medium'}>{field.name}</legend>
      <span id={hintId} class="text-muted empty:hidden">
        {error === undefined ? hint : <FieldError text={error} />}
      </span>
      {children}
    </fieldset>
  )
}

function Folded({ field, draft, place, children }: GroupProps) {
  const faults = useContext(Faults)
  const channels = useContext(Channels)
  const [isOpen, setOpen] = useState(!isBlank(draft))
  const typed = isBlank(draft) ? undefined : readSetting(field, draft, place).value
  return (
    <details
      class="group/part min-w-0 rounded-field border border-line"
      open={isOpen || hasFaultBelow(faults, place)}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary class="flex list-none items-start gap-2 px-3 py-2 text-label font-medium">
        <Icon name="right" class="mt-0.5 text-muted group-open/part:rotate-90" />
        <span class="min-w-0">
          {field.name}
          <span class="block text-hint font-normal text-muted [overflow-wrap:anywhere]">
            {typed === undefined ? defaultText(field) : wordsOf(field, typed, channels)}
          </span>
        </span>
      </summary>
      <div class="px-3 pb-3">
        <FieldSet field={field} draft={draft} place={place} isWhole>
          {children}
        </FieldSet>
      </div>
    </details>
  )
}
