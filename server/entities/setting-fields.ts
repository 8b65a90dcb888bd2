import type { SettingField } from '../../common/setting-field.ts'

/** Makers of the descriptions of settings (`setting-descriptions.ts`): each of a field that need not be set. */

export const yesNo = (name: string, help: string, otherwise: string): SettingField => ({
  kind: 'boolean',
  name,
  help,
  default: otherwise,
})

export const number = (
  name: string,
  help: string,
  otherwise: string,
  [min, max]: readonly [number, number],
): SettingField => ({ kind: 'number', name, help, default: otherwise, min, max })

export const text = (
  name: string,
  help: string,
  otherwise: string,
  example: string,
): SettingField => ({ kind: 'text', name, help, default: otherwise, example })

export const choice = (
  name: string,
  help: string,
  otherwise: string,
  /** The values with what people read for them. */
  choiceNames: Readonly<Record<string, string>>,
): SettingField => ({
  kind: 'choice',
  name,
  help,
  default: otherwise,
  choices: Object.keys(choiceNames),
  choiceNames,
})

export const list = (
  name: string,
  help: string,
  otherwise: string,
  example: string,
): SettingField => ({ kind: 'list', name, help, default: otherwise, example })

/** The same field where it has to be set. */
export function required<Field extends SettingField>(field: Field): Field {
  const { default: _, ...others } = field
  return others as Field
}
