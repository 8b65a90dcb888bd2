import { type Command, CommandFault, textOption } from '../../../cli/command.ts'
import { DATABASE_HELP, databaseOption } from '../../../cli/databases.ts'
import { entityOf, readName, requiredOption, withStore } from '../../../cli/open-entities.ts'
import { newObjectId } from '../../../kernel/ids.ts'
import type { EntityKind, EntityRow, Store } from '../../../store/port.ts'
import { assertOwnChannels } from './channel-references.ts'
import { checkedSettings, readJson } from './settings-file.ts'

/** As many as the store lists: further ones would never be shown. */
const MAX_ROOTS = 100
const MAX_CHILDREN = 1000

/** The possible parents of each kind (decisions §1); a PSP may have merchants without divisions. */
const PARENTS: { readonly [Kind in EntityKind]: readonly EntityKind[] } = {
  psp: [],
  division: ['psp'],
  merchant: ['division', 'psp'],
  channel: ['merchant'],
}

const KINDS = Object.keys(PARENTS) as readonly EntityKind[]

/** How `--help` names the kinds. */
const kindNames = KINDS.join('|')

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
    const json = path === undefined ? {} : await readJson(path, context)
    const settings = checkedSettings(json, words, context)
    const make = async (store: Store) => {
      const parentId = await parentOf(store, kind, textOption(words, 'parent'))
      const nowMs = context.clock.now()
      const id = newObjectId(nowMs)
      await assertOwnChannels(store, id, settings)
      const text = JSON.stringify(settings)
      await insert(store, { id, parentId, kind, name, settings: text, createdAtMs: nowMs })
      context.print(id)
      return 0 as const
    }
    return withStore(words, context, make, { mayMake: true })
  },
}

/** The parent's id, if the kind may lie below it and there is room. */
async function parentOf(
  store: Store,
  kind: EntityKind,
  parentId: string | undefined,
): Promise<string | null> {
  const parent = parentId === undefined ? undefined : await entityOf(store, parentId)
  const fault = misplaced(kind, parent?.kind)
  if (fault !== undefined) throw new CommandFault(2, fault)
  const [siblings, most] =
    parent === undefined
      ? [await store.read.rootEntities(), MAX_ROOTS]
      : [await store.read.childEntities(parent.id), MAX_CHILDREN]
  if (siblings.length < most) return parent?.id ?? null
  throw new CommandFault(1, `there are ${most} below the same parent already, which is the most`)
}

async function insert(store: Store, row: Omit<EntityRow, 'active' | 'version'>): Promise<void> {
  const whole = Object.assign({ active: true, version: 1 }, row)
  const { applied } = await store.commit([{ kind: 'insertEntity', row: whole }])
  if (!applied) throw new CommandFault(1, `there is an entity ${row.id} already: try again`)
}

function readKind(text: string): EntityKind | undefined {
  return KINDS.find((kind) => kind === text)
}

/** Why an entity of a kind cannot have this parent, or none; nothing if it can. */
function misplaced(kind: EntityKind, parent: EntityKind | undefined): string | undefined {
  const allowed = PARENTS[kind]
  if (allowed.length === 0) {
    return parent === undefined ? undefined : `a ${kind} has no parent: leave --parent out`
  }
  if (parent !== undefined && allowed.includes(parent)) return undefined
  const wanted = `a ${kind} lies below a ${allowed.join(' or ')}`
  return parent === undefined
    ? `${wanted}: give --parent with its id`
    : `${wanted}, not below a ${parent}`
}
