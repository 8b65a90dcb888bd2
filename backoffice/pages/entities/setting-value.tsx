import type { ComponentChildren } from 'preact'
import type { AdminSetting, AdminSettingField } from '../../../common/admin-wire.ts'
import { brandName } from '../../texts/brands.ts'
import { spelled, t } from '../../texts/texts.ts'

/** What is in force of a setting, as people read it. */
export function SettingValue(props: {
  readonly setting: AdminSetting | undefined
  readonly value: unknown
}) {
  const { setting, value } = props
  if (setting?.kind !== 'object' || !isMembers(value)) {
    return <FieldValue field={setting?.kind === 'object' ? undefined : setting} value={value} />
  }
  const { members } = setting
  return (
    <dl class="flex flex-col gap-1">
      {Object.entries(value).map(([name, of]) => (
        <div key={name} class="flex flex-wrap gap-x-2">
          <dt class="text-muted">{members[name]?.name ?? spelled(name)}</dt>
          <dd class="min-w-0">
            <FieldValue field={members[name]} value={of} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function isMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function FieldValue(props: {
  readonly field: AdminSettingField | undefined
  readonly value: unknown
}) {
  const { field, value } = props
  if (typeof value === 'boolean') return t(value ? 'entity.true' : 'entity.false')
  if (typeof value === 'number') return String(value)
  if (field?.kind === 'list' && Array.isArray(value)) {
    return <List values={value.map(String)} choices={field.choices} />
  }
  if (typeof value !== 'string') return <Json value={value} />
  const name = field?.choiceNames?.[value]
  return name === undefined ? <Code text={value} /> : <ChoiceName name={name} value={value} />
}

/** The name of a choice, with the word that the API takes for it. */
function ChoiceName({ name, value }: { readonly name: string; readonly value: string }) {
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

/** Longer JSON is shown whole when somebody asks for it. */
const SHORT = 80

function Json({ value }: { readonly value: unknown }) {
  const text = JSON.stringify(value)
  if (text.length <= SHORT) return <Code text={text} />
  return (
    <Folded short={<Code text={`${text.slice(0, SHORT)} …`} />}>
      <pre class="overflow-x-auto rounded-field bg-sunken p-2 font-mono text-hint">
        {JSON.stringify(value, null, 2)}
      </pre>
    </Folded>
  )
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
