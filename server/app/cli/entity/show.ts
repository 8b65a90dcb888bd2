import type { Command } from '../../../cli/command.ts'
import { DATABASE_HELP, databaseOption } from '../../../cli/databases.ts'
import { entityOf, withStore } from '../../../cli/open-entities.ts'
import { ownSettings } from '../../../entities/own-settings.ts'
import { settingsOf } from '../../../entities/settings.ts'
import { wireTimestamp } from '../../../kernel/timers/clock.ts'
import type { EntityRow } from '../../../store/port.ts'

export const showEntityCommand: Command = {
  name: 'entity show',
  summary: 'shows an entity, its own settings and those in force for it',
  usage: 'ID [--settings] [--database ADDRESS]',
  help: [
    'What is in force is what the entity sets itself, then what it inherits from those that it lies',
    'below, then the default. Block lists are shown as they were set, with their e-mails.',
    '',
    '  --settings          only its own settings, as JSON that entity set --settings takes',
    DATABASE_HELP,
  ],
  options: { ...databaseOption, settings: { type: 'boolean' } },
  operands: ['ID'],

  run(words, context) {
    return withStore(words, context, async (store) => {
      const entity = await entityOf(store, words.operands[0] ?? '')
      const own = JSON.stringify(ownSettings(entity).own, null, 2)
      if (words.options.settings === true) {
        context.print(own)
        return 0
      }
      const path = await store.read.entityPath(entity.id)
      const settings = ['', 'Own settings:', own, '', 'In force:', ...inForce(path)]
      for (const line of [...factsOf(entity, path), ...settings]) context.print(line)
      return 0
    })
  },
}

function factsOf(entity: EntityRow, path: readonly EntityRow[]): readonly string[] {
  const [, ...above] = path
  const off = above.find(({ active }) => !active)
  const active =
    off === undefined || !entity.active ? entity.active : `true, but ${nameOf(off)} is off`
  return [
    `${entity.kind} ${entity.id}`,
    `name     ${entity.name}`,
    `active   ${active}`,
    ...above.map((parent) => `below    ${nameOf(parent)} ${parent.name}`),
    `created  ${wireTimestamp(entity.createdAtMs)}`,
    `version  ${entity.version}`,
    ...clockOf(path),
    ...earlierLimitsOf(path),
  ]
}

/**
 * How far the test clock is ahead, which is not a setting: the largest value on the path counts.
 */
function clockOf(path: readonly EntityRow[]): readonly string[] {
  const { clockOffsetMs } = settingsOf(path)
  if (clockOffsetMs === undefined) return []
  const from = path.findIndex((entity) => ownSettings(entity).kept.clockOffsetMs === clockOffsetMs)
  return [`clock    ${clockOffsetMs} ms ahead (${setterOf(path, from)})`]
}

/** Limits of the second person that people have raised: `In force` has the new ones. */
function earlierLimitsOf(path: readonly EntityRow[]): readonly string[] {
  return path.flatMap((entity, at) =>
    (ownSettings(entity).kept.earlierLimits ?? []).map(
      ({ currency, amount, untilMs }) =>
        `limit    ${amount} ${currency} until ${wireTimestamp(untilMs)} (${setterOf(path, at)})`,
    ),
  )
}

/** A line for each setting, with where it comes from. */
function inForce(path: readonly EntityRow[]): readonly string[] {
  const { clockOffsetMs: _clock, earlierLimits: _earlier, ...settings } = settingsOf(path)
  return Object.entries(settings).map(([name, value]) => {
    const from = path.findIndex((entity) => Object.hasOwn(JSON.parse(entity.settings), name))
    const shown = from === -1 ? defaultOf(name, value) : JSON.stringify(value)
    return `${name} ${shown} (${setterOf(path, from)})`
  })
}

function setterOf(path: readonly EntityRow[], from: number): string {
  const setter = path[from]
  if (setter === undefined) return 'default'
  return from === 0 ? 'own' : `of ${nameOf(setter)}`
}

/** All brands by their names would fill the screen. */
function defaultOf(name: string, value: unknown): string {
  return name === 'brands' ? 'all' : JSON.stringify(value)
}

function nameOf({ kind, id }: EntityRow): string {
  return `${kind} ${id}`
}
