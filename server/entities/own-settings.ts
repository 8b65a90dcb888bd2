import type { EntityRow } from '../store/port.ts'
import type { EntitySettings } from './settings.ts'

export interface OwnSettings {
  /** What an operator has set. */
  readonly own: Omit<Partial<EntitySettings>, 'clockOffsetMs'>
  /** What the test clock has set, in milliseconds. */
  readonly clockOffsetMs: number | undefined
}

/** The settings of an entity itself, without inherited ones, as they are stored. */
export function ownSettings({ settings }: Pick<EntityRow, 'settings'>): OwnSettings {
  const { clockOffsetMs, ...own } = JSON.parse(settings) as Partial<EntitySettings>
  return { own, clockOffsetMs }
}
