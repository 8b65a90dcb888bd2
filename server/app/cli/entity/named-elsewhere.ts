import { CommandFault } from '../../../cli/command.ts'
import { namedElsewhere } from '../../../entities/named-elsewhere.ts'
import type { Store } from '../../../store/port.ts'

/** Refuses settings that name channels or connector accounts of other entities. */
export async function assertOwnNames(
  store: Store,
  entityId: string,
  settings: Parameters<typeof namedElsewhere>[2],
): Promise<void> {
  const named = await namedElsewhere(store, entityId, settings)
  if (named !== undefined) throw new CommandFault(1, `${named.fault}: see ${named.listedBy}`)
}
