import type { Command, CommandContext, Words } from '../../../cli/command.ts'
import { counted } from '../../../cli/counted.ts'
import { DATABASE_HELP, databaseOf, databaseOption, withScan } from '../../../cli/databases.ts'
import { withStore } from '../../../cli/open-entities.ts'
import { createAccess } from '../../../entities/access.ts'
import { createEntityClocks, loadClocks } from '../../../entities/entity-clocks.ts'
import type { Store } from '../../../store/port.ts'
import { NUMBERS, OF_DECLINED, STORED_HOUR, WITHOUT_TIMER } from '../check-rules.ts'
import {
  type DeletionParts,
  deleteNumbersNow,
  ensureTimerOf,
  type LookedAt,
  numberedHour,
  type RetentionHour,
} from '../number-retention.ts'

export const deleteNumbersCommand: Command = {
  name: 'numbers delete',
  summary: 'deletes the card numbers that tillgate check names as kept too long',
  usage: '[--database ADDRESS]',
  help: [
    'A gateway deletes numbers by itself. This is for those of which tillgate check says that nothing',
    'will delete them, or that their payment was declined: what is over is deleted, what is still to be',
    'kept gets its time. It works beside running gateways, and holds up no payment.',
    '',
    DATABASE_HELP,
  ],
  options: databaseOption,
  operands: [],

  run(words, context) {
    return withStore(words, context, async (store) => {
      const hours = await hoursOfKept(words, context)
      const parts = await partsOf(store, context)
      let deleted = 0
      let timed = 0
      for (const hour of hours) {
        await store.commit([ensureTimerOf(hour)])
        const looked: LookedAt = await deleteNumbersNow(hour, parts)
        deleted += looked.deleted
        timed += looked.keptSinceMs === undefined ? 0 : 1
      }
      context.print(
        `${counted(deleted, 'number')} deleted; ${counted(timed, 'hour')} with numbers to keep, each with its timer`,
      )
      return 0
    })
  },
}

/** The hours of payments whose numbers are kept too long. Reads all payments once. */
async function hoursOfKept(
  words: Words,
  context: CommandContext,
): Promise<readonly RetentionHour[]> {
  const rows = await withScan(databaseOf(words, context), (scan) =>
    scan.select(
      `SELECT DISTINCT p.entity_id AS entity_id, ${STORED_HOUR} AS hour FROM ${NUMBERS}
      WHERE (${OF_DECLINED}) OR (${WITHOUT_TIMER}) ORDER BY 1, 2`,
    ),
  )
  return rows.map((row) => numberedHour(String(row.entity_id), Number(row.hour)))
}

async function partsOf(store: Store, context: CommandContext): Promise<DeletionParts> {
  const clock = createEntityClocks(context.clock)
  await loadClocks(store, clock)
  return { store, clock, settingsOf: createAccess(store, clock).settingsOf }
}
