import { settingsOf } from '../../entities/settings.ts'
import type { EntityRow } from '../../store/port.ts'
import { wireTimestamp } from '../../timers/clock.ts'
import type { Command } from '../command.ts'
import { DATABASE_HELP, databaseOption } from '../databases.ts'
import { entityOf, withStore } from './open-entities.ts'
import { ownSettings } from './stored-settings.ts'

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

  run(words, surroundings) {
    return withStore(words, surroundings, async (store) => {
      const entity = await entityOf(store, words.operands[0] ?? '')
      const own = JSON.stringify(ownSettings(entity).own, null, 2)
      if (words.options.settings === true) {
        surroundings.print(own)
        return 0
      }
      const path = await store.read.entityPath(entity.id)
      const settings = ['', 'Own settings:', own, '', 'In force:', ...inForce(path)]
      for (const line of [...factsOf(entity, path), ...settings]) surroundings.print(line)
      return 0
    })
  },
}

function factsOf(entity: EntityRow, [, ...above]: readonly EntityRow[]): readonly string[] {
  const off = above.find(({ active }) => !active)
  const active =
    off === undefined || !entity.active ? entity.active : `true, but ${nameOf(off)} is off`
  const { clockOffsetMs } = ownSettings(entity)
  return [
    `${entity.kind} ${entity.id}`,
    `name     ${entity.name}`,
    `active   ${active}`,
    ...above.map((parent) => `below    ${nameOf(parent)} ${parent.name}`),
    `created  ${wireTimestamp(entity.createdAtMs)}`,
    `version  ${entity.version}`,
    ...(clockOffsetMs === undefined ? [] : [`clock    ${clockOffsetMs} ms ahead`]),
  ]
}

/** A line for each setting, with where it comes from. */
function inForce(path: readonly EntityRow[]): readonly string[] {
  const settings = settingsOf(path)
  return Object.entries(settings).map(([name, value]) => {
    const from = path.findIndex((entity) => Object.hasOwn(JSON.parse(entity.settings), name))
    const setter = path[from]
    if (setter === undefined) return `${name} ${defaultOf(name, value)} (default)`
    return `${name} ${JSON.stringify(value)} (${from === 0 ? 'own' : `of ${nameOf(setter)}`})`
  })
}

/** All brands by their names would fill the screen. */
function defaultOf(name: string, value: unknown): string {
  return name === 'brands' ? 'all' : JSON.stringify(value)
}

function nameOf({ kind, id }: EntityRow): string {
  return `${kind} ${id}`
}
