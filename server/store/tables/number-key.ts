import { optional, text, time, version } from './column.ts'
import { type RowOf, table } from './table.ts'

/**
 * Which keys card numbers were sealed under, and which of them are destroyed: never the keys themselves
 * (`NumberKeys`). A row stays after its key, so that no process brings it back.
 */
export const numberKeys = table({
  name: 'number_key',
  key: ['id'],
  columns: {
    /** The records sealed under it begin with it and a dot; `LASTING_KEY_ID`: those without a dot. */
    id: text,
    /** When the period begins whose numbers it seals, by the clock of the process. */
    periodFromMs: time,
    /** From this time on it may be destroyed: nothing was sealed under it any more; `null`: it is needed. */
    endsAtMs: optional(time),
    destroyedAtMs: optional(time),
    version,
  },
  read: 'numberKey',
  insert: 'insertNumberKey',
  step: { kind: 'stepNumberKey', sets: ['endsAtMs', 'destroyedAtMs'] },
})

/** Stands for what was sealed before keys had periods: under the key of its entity alone. */
export const LASTING_KEY_ID = 'lasting'

export type NumberKeyRow = RowOf<typeof numberKeys>
