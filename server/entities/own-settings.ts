import type { EntityRow } from '../store/port.ts'
import type { EntitySettings, KeptSetting } from './settings.ts'

/** What is no setting of an operator: settings keep it. */
type Kept = Pick<EntitySettings, KeptSetting>

/** What an operator has set. */
type Own = Omit<Partial<EntitySettings>, keyof Kept>

export interface OwnSettings {
  readonly own: Own
  /** What the test clock has set, and limits that were raised. */
  readonly kept: Kept
}

/** The settings of an entity itself, without inherited ones, as they are stored. */
export function ownSettings({ settings }: Pick<EntityRow, 'settings'>): OwnSettings {
  const { clockOffsetMs, earlierLimits, ...own } = JSON.parse(settings) as Partial<EntitySettings>
  return {
    own,
    kept: {
      ...(clockOffsetMs === undefined ? {} : { clockOffsetMs }),
      ...(earlierLimits === undefined ? {} : { earlierLimits }),
    },
  }
}

/** The text that is stored of settings, with what they keep. */
export function withOwnSettings(own: Own, kept: Kept): string {
  return JSON.stringify({ ...own, ...kept })
}
