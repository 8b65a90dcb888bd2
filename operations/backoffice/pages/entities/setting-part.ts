import { type ComponentType, createContext } from 'preact'
import type { SettingField } from '../../../../common/setting-field.ts'
import { t } from '../../texts/texts.ts'
import type { Draft } from './setting-draft.ts'
import type { FaultTexts } from './setting-places.ts'
import { defaultText } from './setting-texts.ts'

/** A field of a setting, or of a part of one. */
export interface PartProps<Field extends SettingField = SettingField> {
  readonly field: Field
  readonly draft: Draft
  readonly onDraft: (draft: Draft) => void
  /** As the gateway names it. */
  readonly place: string
  /** Its name and purpose stand above it already. */
  readonly isWhole?: boolean
}

/** What is wrong, by the place of the field. */
export const Faults = createContext<FaultTexts>(new Map())

/** What shows a field of any kind: fields hold fields, and their files must not import each other. */
export const PartOfForm = createContext<ComponentType<PartProps>>(() => null)

/** What a field is for, and what counts where nothing is set. */
export function hintOf(field: SettingField): string | undefined {
  const otherwise = defaultText(field)
  const parts = [
    field.help,
    field.kind === 'text' ? t('field.exampleHint', { example: field.example }) : undefined,
    otherwise === undefined ? undefined : t('entity.default', { value: otherwise }),
  ].filter((part) => part !== undefined)
  return parts.length === 0 ? undefined : parts.join(' ')
}
