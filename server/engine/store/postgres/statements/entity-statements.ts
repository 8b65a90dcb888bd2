import type { EntityRow, TokenRow } from '../../port.ts'
import {
  arraysOf,
  type Columns,
  deleteFrom,
  insertInto,
  namesOf,
  type Parameters,
  selected,
  writeStatement,
} from './write-statement.ts'

const entityColumns: Columns<EntityRow> = {
  id: 'text',
  parentId: 'text?',
  kind: 'text',
  name: 'text',
  active: 'flag',
  settings: 'text',
  createdAtMs: 'integer',
  version: 'integer',
}

const tokenColumns: Columns<TokenRow> = {
  hash: 'text',
  entityId: 'text',
  label: 'text',
  sealed: 'text',
  createdAtMs: 'integer',
}

export const insertEntity = insertInto('entity', entityColumns)
export const insertToken = insertInto('access_token', tokenColumns)

const stepParameters: Parameters = {
  id: 'text',
  expectedVersion: 'integer',
  name: 'text?',
  active: 'flag?',
  settings: 'text?',
}

/** Null leaves a column as it is. */
export const stepEntity = writeStatement('step_entity', {
  parameters: stepParameters,
  orderedBy: 1,
  text: `
    UPDATE entity SET
      name = coalesce(step.name, entity.name),
      active = coalesce(step.active, entity.active),
      settings = coalesce(step.settings, entity.settings),
      version = entity.version + 1
    FROM unnest(${arraysOf(stepParameters)})
      WITH ORDINALITY AS step (${namesOf(stepParameters)}, place)
    WHERE entity.id = step.id AND entity.version = step.expected_version
    RETURNING step.place`,
})

export const deleteToken = deleteFrom('access_token', { hash: 'text' })

const ENTITY = `SELECT ${selected(entityColumns)} FROM entity`
const TOKEN = `SELECT ${selected(tokenColumns)} FROM access_token`

export const entityReads = {
  entity: { name: 'entity', text: `${ENTITY} WHERE id = $1::text` },
  entityPath: {
    name: 'entity_path',
    text: `
      WITH RECURSIVE ancestor AS (
        SELECT entity.*, 1 AS depth FROM entity WHERE id = $1::text
        UNION ALL
        SELECT entity.*, ancestor.depth + 1
        FROM ancestor JOIN entity ON entity.id = ancestor.parent_id
        WHERE ancestor.depth < 4
      )
      SELECT ${selected(entityColumns)} FROM ancestor ORDER BY depth`,
  },
  rootEntities: {
    name: 'root_entities',
    text: `${ENTITY} WHERE parent_id IS NULL ORDER BY created_at_ms, id LIMIT 100`,
  },
  childEntities: {
    name: 'child_entities',
    text: `${ENTITY} WHERE parent_id = $1::text ORDER BY created_at_ms, id LIMIT 1000`,
  },
  token: { name: 'token', text: `${TOKEN} WHERE hash = $1::text` },
  tokensOfEntity: {
    name: 'tokens_of_entity',
    text: `${TOKEN} WHERE entity_id = $1::text ORDER BY created_at_ms, hash LIMIT 100`,
  },
} as const
