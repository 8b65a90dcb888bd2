import { ENTITY_KINDS, PARENTS } from '../../../../common/entity-kinds.ts'
import { type Command, CommandFault, textOption } from '../../../cli/command.ts'
import { DATABASE_HELP, databaseOption } from '../../../cli/databases.ts'
import { entityOf, readName, requiredOption, withStore } from '../../../cli/open-entities.ts'
import { misplaced, newEntity, noRoomFor } from '../../../entities/new-entity.ts'
import { limitsFault } from '../../../entities/second-person-limit.ts'
import type { EntitySettings } from '../../../entities/settings.ts'
import type { EntityKind, EntityRow, Store } from '../../../store/port.ts'
import { assertOwnNames } from './named-elsewhere.ts'
import { checkedSettings, readJson } from './settings-file.ts'

/** How `--help` names the kinds. */
const kindNames = ENTITY_KINDS.join('|')

export const createEntityCommand: Command = {
  name: 'entity create',
  summary: 'makes a PSP, division, merchant or channel; prints its id',
  usage: `--kind ${kindNames} --name NAME [--parent ID] [--settings FILE] [--database ADDRESS]`,
  help: [
    'A division lies below a PSP, a merchant below a division or a PSP, a channel below a merchant.',
    'Prints the id and nothing else. The database is made if it is not there; a gateway may run.',
    '',
    `  --kind KIND         ${kindNames}`,
    '  --name NAME         1 to 100 characters',
    '  --parent ID         what it lies below',
    '  --settings FILE     its settings as JSON; - reads what is sent to the command',
    DATABASE_HELP,
  ],
  options: {
    ...databaseOption,
    kind: { type: 'string' },
    name: { type: 'string' },
    parent: { type: 'string' },
    settings: { type: 'string' },
  },
  operands: [],

  async run(words, context) {
    const kind = readKind(requiredOption(words, 'kind'))
    if (kind === undefined) throw new CommandFault(2, `--kind must be one of ${kindNames}`)
    const name = readName(requiredOption(words, 'name'), 'name')
    const path = textOption(words, 'settings')
    const settings = checkedSettings(
      path === undefined ? {} : await readJson(path, context),
      words,
      context,
    )
    const make = async (store: Store) => {
      const parent = await parentOf(store, kind, textOption(words, 'parent'))
      const made = newEntity({ parent, kind, name }, context.clock.now())
      const row = { ...made, settings: JSON.stringify(settings) }
      await assertOwnNames(store, row.id, settings)
      await assertLimits(store, row, settings)
      await insert(store, row)
      context.print(row.id)
      return 0 as const
    }
    return withStore(words, context, make, { mayMake: true })
  },
}

/** The parent, if the kind may lie below it and there is room. */
async function parentOf(
  store: Store,
  kind: EntityKind,
  parentId: string | undefined,
): Promise<EntityRow | undefined> {
  const parent = parentId === undefined ? undefined : await entityOf(store, parentId)
  const fault = misplaced(kind, parent?.kind)
  if (fault !== undefined) throw new CommandFault(2, `${fault}${adviceFor(kind, parent)}`)
  const full = await noRoomFor(parent, store)
  if (full !== undefined) throw new CommandFault(1, full)
  return parent
}

/** What to do about a parent that a kind cannot have. */
function adviceFor(kind: EntityKind, parent: EntityRow | undefined): string {
  if (parent === undefined) return ': give --parent with its id'
  return PARENTS[kind].length === 0 ? ': leave --parent out' : ''
}

/** A limit above that of an entity above would have no effect. */
async function assertLimits(
  store: Store,
  row: EntityRow,
  { secondPersonAbove }: Partial<EntitySettings>,
): Promise<void> {
  const above = row.parentId === null ? [] : await store.read.entityPath(row.parentId)
  const fault = limitsFault([row, ...above], secondPersonAbove)
  if (fault !== undefined) throw new CommandFault(1, fault)
}

async function insert(store: Store, row: EntityRow): Promise<void> {
  const { applied } = await store.commit([{ kind: 'insertEntity', row }])
  if (!applied) throw new CommandFault(1, `there is an entity ${row.id} already: try again`)
}

function readKind(text: string): EntityKind | undefined {
  return ENTITY_KINDS.find((kind) => kind === text)
}
