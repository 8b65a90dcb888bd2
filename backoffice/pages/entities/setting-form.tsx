import type { AdminSetting, AdminSettingField } from '../../../common/admin-wire.ts'
import { Field, Select, TextArea } from '../../parts/field.tsx'
import { t } from '../../texts/texts.ts'
import { BrandChoice } from './brand-choice.tsx'
import { defaultText } from './setting-texts.ts'

/** What is typed for each field of a setting; an empty text: nothing is set. */
export type Typed = Readonly<Record<string, string>>

/** The one field of a setting that is no object. */
const ONLY = ''

const fieldsOf = (setting: AdminSetting) =>
  setting.kind === 'object' ? setting.members : { [ONLY]: setting }

/** A value as its fields show it. */
export function typedOf(setting: AdminSetting, value: unknown): Typed {
  const members = Object.entries(fieldsOf(setting)).map(([name, field]) => {
    const own =
      name === ONLY ? value : (value as Readonly<Record<string, unknown>> | undefined)?.[name]
    return [name, own === undefined ? '' : textOf(field, own)] as const
  })
  return Object.fromEntries(members)
}

function textOf({ kind }: AdminSettingField, value: unknown): string {
  if (kind === 'list' && Array.isArray(value)) return value.join('\n')
  return kind === 'json' ? JSON.stringify(value, null, 2) : String(value)
}

/** The value that is typed; `undefined`: nothing is, or some field is not of its kind. */
export function valueOfTyped(setting: AdminSetting, typed: Typed): unknown {
  if (faultyFields(setting, typed).length > 0) return undefined
  const given = Object.entries(fieldsOf(setting)).flatMap(([name, field]) => {
    const value = readField(field, typed[name] ?? '')
    return value === undefined ? [] : [[name, value] as const]
  })
  if (setting.kind !== 'object') return given[0]?.[1]
  return given.length === 0 ? undefined : Object.fromEntries(given)
}

/** Fields whose text is not of their kind. */
export function faultyFields(setting: AdminSetting, typed: Typed): readonly string[] {
  return Object.entries(fieldsOf(setting)).flatMap(([name, field]) => {
    const text = (typed[name] ?? '').trim()
    return text !== '' && readField(field, text) === undefined ? [name] : []
  })
}

function readField({ kind, min = 0, max = 0 }: AdminSettingField, typed: string): unknown {
  const text = typed.trim()
  if (text === '') return undefined
  switch (kind) {
    case 'boolean':
      return text === 'true'
    case 'number': {
      const number = Number(text)
      return Number.isInteger(number) && number >= min && number <= max ? number : undefined
    }
    case 'list':
      return text.split(/[\s,]+/)
    case 'json':
      try {
        return JSON.parse(text) as unknown
      } catch {
        return undefined
      }
    default:
      return text
  }
}

/** The fields of a setting, each with what it is for and what counts without it. */
export function SettingFields(props: {
  readonly setting: AdminSetting
  readonly typed: Typed
  readonly onTyped: (typed: Typed) => void
}) {
  const { setting, typed, onTyped } = props
  const faulty = faultyFields(setting, typed)
  return (
    <>
      {Object.entries(fieldsOf(setting)).map(([name, field]) => (
        <OneField
          key={name}
          label={field.name}
          field={field}
          isFaulty={faulty.includes(name)}
          value={typed[name] ?? ''}
          onValue={(value) => onTyped({ ...typed, [name]: value })}
        />
      ))}
    </>
  )
}

function OneField(props: {
  readonly label: string
  readonly field: AdminSettingField
  readonly isFaulty: boolean
  readonly value: string
  readonly onValue: (value: string) => void
}) {
  const { label, field, isFaulty, value, onValue } = props
  const { kind, help, example = '', choices = [], choiceNames = {}, min, max } = field
  const hint = `${help} ${t('entity.default', { value: defaultText(field) })}`
  const shared = { label, hint, value, onValue }
  if (kind === 'boolean' || kind === 'choice') {
    const values = kind === 'boolean' ? ['true', 'false'] : choices
    return (
      <Select
        {...shared}
        choices={[
          { value: '', text: t('entity.notSet') },
          ...values.map((one) => ({
            value: one,
            text:
              kind === 'boolean'
                ? t(one === 'true' ? 'entity.true' : 'entity.false')
                : (choiceNames[one] ?? one),
          })),
        ]}
      />
    )
  }
  if (kind === 'list' && choices.length > 0) {
    return (
      <BrandChoice
        label={label}
        hint={hint}
        known={choices}
        chosen={value.split('\n').filter(Boolean)}
        onChosen={(chosen) => onValue(chosen.join('\n'))}
      />
    )
  }
  if (kind === 'list' || kind === 'json') {
    const error = isFaulty ? t('entity.noJson') : undefined
    return (
      <TextArea
        {...shared}
        hint={`${hint} ${t(kind === 'list' ? 'entity.listHint' : 'entity.exampleHint', { example })}`}
        error={error}
        class="font-mono"
        rows={kind === 'list' ? 3 : Math.min(Math.max(value.split('\n').length, 3), 16)}
      />
    )
  }
  const error = isFaulty ? t('entity.range', { min: min ?? 0, max: max ?? 0 }) : undefined
  return <Field {...shared} error={error} inputMode={kind === 'number' ? 'numeric' : 'text'} />
}
