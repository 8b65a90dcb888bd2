import type { EntityRow } from '../store/port.ts'
import type { EntitySettings } from './settings.ts'

/** Members that are not settings of an operator: other requests change them, and settings keep them. */
type Kept = Pick<EntitySettings, 'clockOffsetMs' | 'blocked'>

/** What an operator has set. */
type Own = Omit<Partial<EntitySettings>, keyof Kept>

export interface OwnSettings {
  readonly own: Own
  /** What the test clock has set, and what people have blocked. */
  readonly kept: Kept
}

/** The settings of an entity itself, without inherited ones, as they are stored. */
export function ownSettings({ settings }: Pick<EntityRow, 'settings'>): OwnSettings {
  const { clockOffsetMs, blocked, ...own } = JSON.parse(settings) as Partial<EntitySettings>
  return {
    own,
    kept: {
      ...(clockOffsetMs === undefined ? {} : { clockOffsetMs }),
      ...(blocked === undefined ? {} : { blocked }),
    },
  }
}

/** The text that is stored of settings, with what they keep. */
export function withOwnSettings(own: Own, { blocked, ...kept }: Kept): string {
  const isEmpty = blocked === undefined || blocked.length === 0
  return JSON.stringify({ ...own, ...kept, ...(isEmpty ? {} : { blocked }) })
}
