import { isDeepStrictEqual } from 'node:util'
import { isJsonObject } from '../../../../common/json-object.ts'
import {
  type Command,
  type CommandContext,
  CommandFault,
  textOption,
  type Words,
} from '../../../cli/command.ts'
import { DATABASE_HELP, databaseOption } from '../../../cli/databases.ts'
import { entityOf, readName, withStore } from '../../../cli/open-entities.ts'
import { ownSettings, withOwnSettings } from '../../../entities/own-settings.ts'
import { limitsFault } from '../../../entities/second-person-limit.ts'
import type { EntitySettings, Profile } from '../../../entities/settings.ts'
import { decideAndCommit } from '../../../kernel/decide-and-commit.ts'
import { systemClock } from '../../../kernel/timers/clock.ts'
import type { EntityRow, EntityStep, Store } from '../../../store/port.ts'
import { assertOwnNames } from './named-elsewhere.ts'
import { checkedSettings, readJson } from './settings-file.ts'

export const setEntityCommand: Command = {
  name: 'entity set',
  summary: 'changes name, settings or profile of an entity, or switches it off and on',
  usage:
    'ID [--name NAME] [--active true|false] [--profile strict|legacy] [--settings FILE | --merge FILE] [--database ADDRESS]',
  help: [
    'Changes what is given and nothing else, all of it or nothing. Gateways that run follow within a',
    'second. Whatever lies below an entity inherits its settings, and is off while it is off.',
    '',
    '  --name NAME         1 to 100 characters',
    '  --active BOOLEAN    false switches it off: nothing new is paid there',
    '  --profile PROFILE   strict or legacy',
    '  --settings FILE     JSON in the place of all of its own settings; - reads what is sent',
    '  --merge FILE        JSON to merge into them: null takes a member out (RFC 7396)',
    DATABASE_HELP,
  ],
  options: {
    ...databaseOption,
    name: { type: 'string' },
    active: { type: 'string' },
    profile: { type: 'string' },
    settings: { type: 'string' },
    merge: { type: 'string' },
  },
  operands: ['ID'],

  async run(words, context) {
    const step = stepOf(words)
    const newSettings = await settingsChangeOf(words, context)
    if (newSettings === undefined && Object.keys(step).length === 0) {
      throw new CommandFault(2, 'needs something to set: see tillgate entity set --help')
    }
    const changed = await withStore(words, context, (store) =>
      stepEntity(store, words.operands[0] ?? '', async (entity) => {
        if (newSettings === undefined) return step
        const settings = newSettings(entity)
        await assertOwnNames(store, entity.id, settings)
        await assertLimits(store, entity.id, settings)
        return { settings: withOwnSettings(settings, keptOf(entity, settings)), ...step }
      }),
    )
    context.print(`${changed.kind} ${changed.id} was changed`)
    return 0
  },
}

/** What is given beside settings. */
function stepOf(words: Words): EntityStep {
  const name = textOption(words, 'name')
  const active = textOption(words, 'active')
  if (active !== undefined && active !== 'true' && active !== 'false') {
    throw new CommandFault(2, '--active must be true or false')
  }
  return {
    ...(name === undefined ? {} : { name: readName(name, 'name') }),
    ...(active === undefined ? {} : { active: active === 'true' }),
  }
}

/** Makes the new settings of an entity out of its own ones; nothing when they stay. */
async function settingsChangeOf(
  words: Words,
  context: CommandContext,
): Promise<((entity: EntityRow) => Partial<EntitySettings>) | undefined> {
  const [whole, patch] = [textOption(words, 'settings'), textOption(words, 'merge')]
  if (whole !== undefined && patch !== undefined) {
    throw new CommandFault(2, 'takes --settings or --merge, not both: see --help')
  }
  const profile = profileOf(words)
  const path = whole ?? patch
  if (path === undefined && profile === undefined) return undefined
  const given = path === undefined ? {} : await readJson(path, context)
  return (entity) => {
    const next = whole === undefined ? mergePatch(ownSettings(entity).own, given) : given
    const settings = checkedSettings(next, words, context)
    return profile === undefined ? settings : { ...settings, profile }
  }
}

/** What an operator sets as the limit of the second person counts at once, also a higher one. */
function keptOf(entity: EntityRow, { secondPersonAbove }: Partial<EntitySettings>) {
  const { own, kept } = ownSettings(entity)
  if (isDeepStrictEqual(own.secondPersonAbove, secondPersonAbove)) return kept
  const { earlierLimits: _over, ...others } = kept
  return others
}

async function assertLimits(
  store: Store,
  id: string,
  { secondPersonAbove }: Partial<EntitySettings>,
): Promise<void> {
  const fault = limitsFault(await store.read.entityPath(id), secondPersonAbove)
  if (fault !== undefined) throw new CommandFault(1, fault)
}

function profileOf(words: Words): Profile | undefined {
  const profile = textOption(words, 'profile')
  if (profile === undefined || profile === 'strict' || profile === 'legacy') return profile
  throw new CommandFault(2, '--profile must be strict or legacy')
}

async function stepEntity(
  store: Store,
  id: string,
  decide: (entity: EntityRow) => Promise<EntityStep>,
): Promise<EntityRow> {
  const changed = await decideAndCommit(
    { store, clock: systemClock },
    {
      load: async () => {
        const entity = await entityOf(store, id)
        return { entity, set: await decide(entity) }
      },
      decide: ({ entity, set }) => {
        const change = { kind: 'stepEntity', id, expectedVersion: entity.version, set } as const
        return { result: entity, parts: [{ owner: 'entity', changes: [change] }] }
      },
    },
  )
  if (changed !== undefined) return changed
  throw new CommandFault(1, 'this entity is being changed by somebody else: try again')
}

/**
 * Merges a patch into JSON by RFC 7396: objects member by member, `null` takes a member out, and
 * whatever else is given takes the place of what was there, lists as a whole.
 */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isJsonObject(patch)) return patch
  const merged = new Map(isJsonObject(target) ? Object.entries(target) : [])
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name)
    else merged.set(name, mergePatch(merged.get(name), value))
  }
  return Object.fromEntries(merged)
}
