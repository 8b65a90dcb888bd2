import { isDeepStrictEqual } from 'node:util'
import { Type } from 'typebox'
import { namedElsewhere } from '../../server/entities/named-elsewhere.ts'
import { ownSettings } from '../../server/entities/own-settings.ts'
import { SETTABLE } from '../../server/entities/read-settings.ts'
import { hasRight } from '../../server/entities/rights.ts'
import { limitsAt, limitsFault } from '../../server/entities/second-person-limit.ts'
import { settingDescriptions } from '../../server/entities/setting-schema.ts'
import { type EntitySettings, settingsOf } from '../../server/entities/settings.ts'
import type { Answer } from '../../server/http/answer.ts'
import type { MerchantCall } from '../../server/http/call.ts'
import { entityOfCall } from '../../server/http/call.ts'
import { answer as answerOf, mapOf, type ShownEntity } from '../../server/http/described-answer.ts'
import { settingField } from '../../server/http/described-setting.ts'
import {
  type KeyEntry,
  keyInUse,
  keyParts,
  type Worked,
} from '../../server/http/idempotency/idempotency.ts'
import type { Asked, Route } from '../../server/http/route.ts'
import { decideAndCommit } from '../../server/kernel/decide-and-commit.ts'
import { wireTimestamp } from '../../server/kernel/timers/clock.ts'
import { elsewhere, words } from '../../server/parameters/described-parts.ts'
import { request as requestOf } from '../../server/parameters/described-request.ts'
import { isRefusal, type Refusal, refuse, tooBusy } from '../../server/results/refusal.ts'
import type { EntityRow } from '../../server/store/port.ts'
import { type AdministrationParts, answerWith, shownRow } from './call-parts.ts'
import { treeBelow } from './entity-tree.ts'
import { createEntityRoute, entityAnswer, entityName, entityRow } from './new-entity-routes.ts'
import { shownEntity } from './payment-summary.ts'
import {
  changedSettings,
  readSettingsChange,
  type SettingsChange,
  settingsFacts,
  settingsFault,
} from './settings-change.ts'

type Call = Asked<MerchantCall>

const common = { access: 'token', throttle: 'status' } as const
const tag = 'Administration'
const ofOne = { tag, subject: 'entity', further: { 404: 'RefusalAnswer' } } as const

const entityList = answerOf(
  'AdminEntityList',
  {
    entities: Type.Array(entityRow, { description: 'A parent before its children.' }),
    isCut: Type.Boolean({ description: 'There are more.' }),
  },
  'A tree of entities.',
)

const descriptionsAnswer = answerOf(
  'AdminSettingDescriptions',
  { settings: mapOf(settingField, 'By their names.') },
  'The settings of entities.',
)

const entityChange = requestOf(
  'admin.changeEntity',
  Type.Object({
    entityName: Type.Optional(entityName),
    active: Type.Optional(
      Type.Boolean({
        description: 'false switches it off, with all below it: nothing new is paid there.',
      }),
    ),
    settings: Type.Optional(
      words(
        2,
        1_000_000,
        'JSON with the settings to change, each whole. What is not named stays; null makes one inherited again.',
      ),
    ),
    settingsBefore: Type.Optional(
      words(
        2,
        1_000_000,
        'JSON with the named settings as they were read, without those that were inherited: refused with 409 where one of them has changed since.',
      ),
    ),
  }),
  { elsewhere },
)

const changeExamples = [
  { name: 'off', summary: 'Nothing new is paid here', parameters: { active: 'false' } },
  {
    name: 'limit',
    summary: 'Two people above 500.00 EUR',
    parameters: { settings: '{"secondPersonAbove":{"EUR":"500.00"}}' },
  },
  {
    name: 'inherit',
    summary: 'A setting is inherited again, unless somebody else has changed it',
    parameters: {
      settings: '{"numberRetentionDays":null}',
      settingsBefore: '{"numberRetentionDays":90}',
    },
  },
]

/** `/admin/v1/entities`: the tree, and the settings of each entity. */
export const entityRoutes: readonly Route<AdministrationParts>[] = [
  {
    ...common,
    method: 'get',
    path: '/admin/v1/entities',
    right: 'entities.read',
    operation: 'status',
    docs: {
      id: 'listEntities',
      tag,
      summary: 'List the entity and all below it',
      description: 'A parent before its children; up to 2,000.',
      label: 'Status',
      answers: [entityList],
    },
    async handle({ call, request }, parts) {
      const root = await entityOfCall(call, parts.store)
      const { entities, isCut } = await treeBelow(root, parts.store)
      const shown = { entities: entities.map(shownRow), isCut }
      return answerWith(entityList, shown, request.ndc, parts)
    },
  },
  {
    ...common,
    method: 'get',
    path: '/admin/v1/entities/{id}',
    right: 'entities.read',
    operation: 'status',
    docs: {
      ...ofOne,
      id: 'readEntity',
      summary: 'Read an entity with its settings',
      description: 'Its own settings, and those in force with what it inherits.',
      label: 'Status',
      answers: [entityAnswer],
    },
    async handle({ id, call, request }, parts) {
      const entity = await reachedEntity(id, call, parts)
      return isRefusal(entity) ? entity : wholeAnswer(entity, { call, ndc: request.ndc }, parts)
    },
  },
  {
    ...common,
    method: 'get',
    path: '/admin/v1/settings',
    right: 'entities.read',
    operation: 'status',
    docs: {
      id: 'describeSettings',
      tag,
      summary: 'Describe the settings of entities',
      description:
        'Each with its kind, what it is for, its default and its limits: what forms ask for.',
      label: 'Status',
      answers: [descriptionsAnswer],
    },
    async handle({ request }, parts) {
      return answerWith(descriptionsAnswer, { settings: settingDescriptions }, request.ndc, parts)
    },
  },
  createEntityRoute,
  {
    ...common,
    method: 'post',
    path: '/admin/v1/entities/{id}',
    right: 'entities.write',
    operation: entityChange,
    once: true,
    docs: {
      ...ofOne,
      id: 'changeEntity',
      summary: 'Change name or settings of an entity, or switch it off and on',
      description:
        'What is not sent stays. `settings` is JSON with the settings to change; the others stay, and null makes one inherited again. With `settingsBefore`, those settings as they were read, it is refused with 409 where somebody else has changed one of them meanwhile. Gateways follow within a second.',
      body: 'EntityChange',
      label: 'Change of an entity',
      examples: changeExamples,
      answers: [entityAnswer],
    },
    auditFacts: settingsFacts,
    handle: changeEntity,
  },
]

/** The entity with this id, if whoever asks may see it. */
export async function reachedEntity(
  id: string,
  call: MerchantCall,
  { store, access }: AdministrationParts,
): Promise<EntityRow | Refusal> {
  const entity = await store.read.entity(id)
  const isReached = entity !== undefined && (await access.reaches(call, id))
  return isReached ? entity : unknownEntity
}

const unknownEntity: Refusal = refuse('700.400.580', {
  status: 404,
  description: 'There is no such entity',
})

async function wholeAnswer(
  entity: EntityRow,
  { call, ndc }: { readonly call: MerchantCall; readonly ndc: string },
  parts: AdministrationParts,
): Promise<Answer> {
  // Not those that access has in its cache: who has changed them looks at once.
  const path = await parts.store.read.entityPath(entity.id)
  const { clockOffsetMs: _clock, earlierLimits = [], ...inForce } = settingsOf(path)
  const nowMs = parts.clock.of(entity.id)
  const limits = limitsAt({ ...inForce, earlierLimits }, nowMs)
  const shown = {
    ...shownRow(entity),
    settings: ownSettings(entity).own,
    inForce: { ...inForce, ...(Object.keys(limits).length > 0 && { secondPersonAbove: limits }) },
    inherited: inheritedBy(path),
    inheritedFrom: settersAbove(path, call.token.entityId),
    byDefault: defaultNames(path),
    earlierLimits: earlierLimits
      .filter(({ untilMs }) => untilMs > nowMs)
      .map(({ untilMs, ...limit }) => ({ ...limit, until: wireTimestamp(untilMs) })),
  }
  return answerWith(entityAnswer, { entity: shown }, ndc, parts)
}

/** The settings that count for what an entity does not set itself. `path`: itself first. */
function inheritedBy([, ...above]: readonly EntityRow[]): Partial<EntitySettings> {
  const { clockOffsetMs: _clock, earlierLimits: _earlier, ...inherited } = settingsOf(above)
  return inherited
}

/** Which entity above sets what an entity inherits, as far as the caller reaches up. `path`: itself first. */
function settersAbove(
  path: readonly EntityRow[],
  topId: string,
): Readonly<Record<string, ShownEntity>> {
  const top = path.findIndex(({ id }) => id === topId)
  const [own = {}, ...above] = path.slice(0, top + 1).map((one) => ownSettings(one).own)
  const setters = SETTABLE.filter((name) => !(name in own)).flatMap((name) => {
    const setter = path[above.findIndex((settings) => name in settings) + 1]
    return setter === undefined || setter === path[0] ? [] : [[name, shownEntity(setter)] as const]
  })
  return Object.fromEntries(setters)
}

/** The settings that have a default, and that no entity sets. `path`: itself first. */
function defaultNames(path: readonly EntityRow[]): readonly string[] {
  const set = path.map((one) => ownSettings(one).own)
  return Object.keys(settingsOf([])).filter((name) => !set.some((own) => name in own))
}

async function changeEntity({ id, call, entry, request }: Call, parts: AdministrationParts) {
  const reached = await reachedEntity(id, call, parts)
  if (isRefusal(reached)) return reached
  const settings = await readSettings(id, call, parts)
  if (isRefusal(settings)) return settings
  const { entityName: name, active } = entityChange.read(call.values)
  // Who has switched it off is above it; a person of the entity itself must not undo that.
  if (active !== undefined && call.token.entityId === id) return onlyFromAbove
  const set = {
    ...(name === undefined ? {} : { name }),
    ...(active === undefined ? {} : { active }),
  }
  const changed = await decideAndCommit<EntityRow, Worked>(parts, {
    load: async () => (await parts.store.read.entity(id)) ?? reached,
    decide: (entity) => {
      const nowMs = parts.clock.of(id)
      const own =
        settings === undefined
          ? {}
          : settingsStep(entity, settings, { call, nowMs, safeMs: parts.clock.safeNow(id) })
      if (isRefusal(own)) return { result: own }
      const change = { ...set, ...own }
      const after = { ...entity, ...change }
      const answer = changedAnswer(after, request.ndc, parts)
      const step = {
        kind: 'stepEntity',
        id,
        expectedVersion: entity.version,
        set: change,
      } as const
      const part = { owner: 'entity', changes: [step] }
      return { result: answer, parts: [part, ...keyedBy(entry, answer)] }
    },
    onConflict: keyInUse,
  })
  return changed ?? tooBusy
}

/** The settings of an entity after a change, as they are stored. */
function settingsStep(
  entity: EntityRow,
  change: SettingsChange,
  {
    call,
    ...times
  }: { readonly call: MerchantCall; readonly nowMs: number; readonly safeMs: number },
): { readonly settings: string } | Refusal {
  if (changesLimit(entity, change) && !hasRight(call, 'limits.write')) return onlyOwners
  const settings = changedSettings(entity, change, times)
  return isRefusal(settings) ? settings : { settings }
}

/** Whether the amounts above which a second person has to agree become other ones. */
function changesLimit(entity: EntityRow, { named, set }: SettingsChange): boolean {
  const before = ownSettings(entity).own.secondPersonAbove
  return named.includes('secondPersonAbove') && !isDeepStrictEqual(before, set.secondPersonAbove)
}

function keyedBy(entry: KeyEntry | undefined, answer: Answer) {
  return keyParts(entry, () => answer)(undefined)
}

function changedAnswer(entity: EntityRow, ndc: string, parts: AdministrationParts): Answer {
  const shown = { ...shownRow(entity), settings: ownSettings(entity).own }
  return answerWith(entityAnswer, { entity: shown }, ndc, parts)
}

const onlyFromAbove: Refusal = refuse('800.900.301', {
  status: 403,
  description: 'An entity is switched off and on by people of an entity above it',
})

const onlyOwners: Refusal = refuse('800.900.301', {
  status: 403,
  description: 'secondPersonAbove is changed by owners: else the first person could lift it alone',
})

/** What is changed of the settings; `undefined`: nothing. */
async function readSettings(
  id: string,
  { values }: MerchantCall,
  parts: AdministrationParts,
): Promise<SettingsChange | undefined | Refusal> {
  const { settings, settingsBefore } = entityChange.read(values)
  if (settings === undefined) return undefined
  const change = readSettingsChange(settings, settingsBefore)
  if (isRefusal(change)) return change
  const { resultCallBase } = change.set.checkouts ?? {}
  const fault = resultCallBase === undefined ? undefined : parts.urlFault(resultCallBase)
  if (fault !== undefined) return settingsFault([`checkouts.resultCallBase ${fault}`])
  const path = await parts.store.read.entityPath(id)
  const tooHigh = limitsFault(path, change.set.secondPersonAbove)
  if (tooHigh !== undefined) return settingsFault([tooHigh])
  const named = await namedElsewhere(parts.store, id, change.set)
  return named === undefined ? change : settingsFault([named.fault])
}
