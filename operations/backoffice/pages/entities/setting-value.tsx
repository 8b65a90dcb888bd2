import type { ComponentChildren } from 'preact'
import { useContext } from 'preact/hooks'
import { isJsonObject } from '../../../../common/json-object.ts'
import type { FieldOf, SettingField } from '../../../../common/setting-field.ts'
import { brandName } from '../../texts/brands.ts'
import { spelled, t } from '../../texts/texts.ts'
import { Channels } from './channels.ts'
import { wordsOf, wordsOfMap } from './setting-words.ts'

/** What is in force of a setting, or of a part of one, as people read it. */
export function SettingValue(props: { readonly field: SettingField; readonly value: unknown }) {
  const { field, value } = props
  const channels = useContext(Channels)
  switch (field.kind) {
    case 'object':
      return <Members field={field} value={value} />
    case 'map':
      return <Pairs of={wordsOfMap(field, value, channels)} />
    case 'records':
      return <Records field={field} value={value} />
    case 'list':
      return <List values={Array.isArray(value) ? value.map(String) : []} choices={field.choices} />
    case 'choice': {
      const text = String(value)
      return <ChoiceName name={field.choiceNames[text]} value={text} />
    }
    case 'text':
      return <Code text={String(value)} />
    default:
      return <span>{wordsOf(field, value, channels)}</span>
  }
}

function Members({ field, value }: { readonly field: FieldOf<'object'>; readonly value: unknown }) {
  const given = isJsonObject(value) ? Object.entries(value) : []
  if (given.length === 0) return <NothingSet />
  return (
    <dl class="flex flex-col gap-1">
      {given.map(([name, one]) => {
        const member = field.members[name]
        return (
          <div key={name} class="flex flex-wrap gap-x-2">
            <dt class="text-muted">{member?.name ?? spelled(name)}</dt>
            <dd class="min-w-0">
              {member === undefined ? (
                <Code text={JSON.stringify(one)} />
              ) : (
                <SettingValue field={member} value={one} />
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

/** The setting is there, and says that nothing is set. */
function NothingSet() {
  return <span class="text-muted">{t('entity.nothingSet')}</span>
}

function Pairs({ of }: { readonly of: readonly (readonly [string, string])[] }) {
  if (of.length === 0) return <NothingSet />
  return (
    <dl class="flex flex-col gap-1">
      {of.map(([name, value]) => (
        <div key={name} class="flex flex-wrap gap-x-2">
          <dt class="text-muted">{name}</dt>
          <dd class="min-w-0">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Rules that are shown before somebody asks for the rest. */
const FIRST_RECORDS = 3

function Records({
  field,
  value,
}: {
  readonly field: FieldOf<'records'>
  readonly value: unknown
}) {
  const channels = useContext(Channels)
  const records = Array.isArray(value) ? value : []
  if (records.length === 0) return <NothingSet />
  const lines = records.map((one) => wordsOf(field.record, one, channels))
  const shown = (
    <ol class="flex list-inside list-decimal flex-col gap-1">
      {lines.map((line, at) => (
        <li key={at} class="[overflow-wrap:anywhere]">
          {line}
        </li>
      ))}
    </ol>
  )
  if (lines.length <= FIRST_RECORDS) return shown
  return <Folded short={t('entity.records', { count: lines.length })}>{shown}</Folded>
}

/** The name of a choice, with the word that the API takes for it. */
function ChoiceName(props: { readonly name: string | undefined; readonly value: string }) {
  const { name, value } = props
  if (name === undefined) return <Code text={value} />
  return (
    <>
      {name} <code class="font-mono text-hint text-muted">{value}</code>
    </>
  )
}

function Code({ text }: { readonly text: string }) {
  return <code class="font-mono text-hint [overflow-wrap:anywhere]">{text}</code>
}

/** Values that are shown before somebody asks for the rest. */
const FIRST = 6

function List(props: {
  readonly values: readonly string[]
  readonly choices: readonly string[] | undefined
}) {
  const { values, choices } = props
  const isAll = choices?.every((one) => values.includes(one))
  const names = choices === undefined ? values : values.map(brandName)
  if (names.length <= FIRST) return names.join(', ')
  const short = isAll
    ? t('entity.all', { count: names.length })
    : t('entity.more', {
        names: names.slice(0, FIRST).join(', '),
        count: names.length - FIRST,
      })
  return <Folded short={short}>{names.join(', ')}</Folded>
}

/** A short form that opens to the whole. */
function Folded(props: {
  readonly short: ComponentChildren
  readonly children: ComponentChildren
}) {
  return (
    <details class="group min-w-0">
      <summary class="[overflow-wrap:anywhere]">
        <span class="group-open:hidden">{props.short}</span>
        <span class="hidden text-muted group-open:inline">{t('entity.less')}</span>
      </summary>
      <div class="pt-1">{props.children}</div>
    </details>
  )
}
