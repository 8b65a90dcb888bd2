import type { Command } from '../../../cli/command.ts'
import { DATABASE_HELP, databaseOption } from '../../../cli/databases.ts'
import { withStore } from '../../../cli/open-entities.ts'
import type { EntityRow, Store } from '../../../store/port.ts'

/** How many entities are listed at most. */
const MAX_LISTED = 10_000

export const listEntitiesCommand: Command = {
  name: 'entity list',
  summary: 'lists PSPs, divisions, merchants and channels',
  usage: '[--database ADDRESS]',
  help: [
    'A line for each entity, below the one that it belongs to: kind, id, name, and "off" for those that',
    'are switched off.',
    '',
    DATABASE_HELP,
  ],
  options: databaseOption,
  operands: [],

  run(words, context) {
    return withStore(words, context, async (store) => {
      let listed = 0
      for await (const { entity, depth } of tree(store)) {
        if (++listed > MAX_LISTED) {
          context.complain(`there are more than ${MAX_LISTED}; the others are not listed`)
          return 1
        }
        const { kind, id, name, active } = entity
        context.print(`${'  '.repeat(depth)}${kind} ${id} ${name}${active ? '' : ' (off)'}`)
      }
      if (listed === 0) context.complain('There are none yet: see tillgate entity create --help')
      return 0
    })
  },
}

interface Placed {
  readonly entity: EntityRow
  readonly depth: number
}

/** Each entity before its children, oldest first. */
async function* tree(store: Store): AsyncGenerator<Placed> {
  const waiting = placed(await store.read.rootEntities(), 0)
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield next
    if (next.entity.kind === 'channel') continue
    waiting.push(...placed(await store.read.childEntities(next.entity.id), next.depth + 1))
  }
}

/** Last first, as they are taken from the end. */
function placed(entities: readonly EntityRow[], depth: number): Placed[] {
  return entities.map((entity) => ({ entity, depth })).reverse()
}
