import type { Database, Statement } from 'better-sqlite3'
import type { EntityRow, EntityStep, TokenRow } from '../../port.ts'

/** Writes of entity and access_token. Each answers whether a row was written; deleting always does. */
export interface EntityWrites {
  insertEntity(row: EntityRow): boolean
  stepEntity(id: string, expectedVersion: number, set: EntityStep): boolean
  insertToken(row: TokenRow): boolean
  deleteToken(hash: string): boolean
}

export function prepareEntityWrites(database: Database): EntityWrites {
  const insertEntity = database.prepare(INSERT_ENTITY)
  const step = database.prepare(STEP_ENTITY)
  const insertToken = database.prepare(INSERT_TOKEN)
  const deleteToken = database.prepare(DELETE_TOKEN)
  return {
    insertEntity: (row) => insertEntity.run({ ...row, active: row.active ? 1 : 0 }).changes === 1,
    stepEntity: (id, expectedVersion, { name, active, settings }) => {
      const flag = active === undefined ? null : active ? 1 : 0
      const bound = [name ?? null, flag, settings ?? null, id, expectedVersion]
      return step.run(...bound).changes === 1
    },
    insertToken: (row) => insertToken.run(row).changes === 1,
    deleteToken: (hash) => {
      deleteToken.run(hash)
      return true
    },
  }
}

/** Reads of entity and access_token. */
export interface EntityReads {
  entity(id: string): EntityRow | undefined
  entityPath(id: string): EntityRow[]
  rootEntities(): EntityRow[]
  childEntities(parentId: string): EntityRow[]
  token(hash: string): TokenRow | undefined
  tokensOfEntity(entityId: string): TokenRow[]
}

export function prepareEntityReads(database: Database): EntityReads {
  const entity: Statement<[string], StoredEntity> = database.prepare(ENTITY)
  const path: Statement<[string], StoredEntity> = database.prepare(ENTITY_PATH)
  const roots: Statement<[], StoredEntity> = database.prepare(ROOT_ENTITIES)
  const children: Statement<[string], StoredEntity> = database.prepare(CHILD_ENTITIES)
  const token: Statement<[string], TokenRow> = database.prepare(TOKEN)
  const tokens: Statement<[string], TokenRow> = database.prepare(TOKENS_OF_ENTITY)
  return {
    entity: (id) => {
      const stored = entity.get(id)
      return stored && entityOf(stored)
    },
    entityPath: (id) => path.all(id).map(entityOf),
    rootEntities: () => roots.all().map(entityOf),
    childEntities: (parentId) => children.all(parentId).map(entityOf),
    token: (hash) => token.get(hash),
    tokensOfEntity: (entityId) => tokens.all(entityId),
  }
}

type StoredEntity = Omit<EntityRow, 'active'> & { active: 0 | 1 }

function entityOf(stored: StoredEntity): EntityRow {
  return Object.assign(stored, { active: stored.active === 1 })
}

const ENTITY_COLUMNS = `
  entity.id, entity.parent_id AS parentId, entity.kind, entity.name, entity.active,
  entity.settings, entity.created_at_ms AS createdAtMs, entity.version`

const INSERT_ENTITY = `
  INSERT INTO entity (id, parent_id, kind, name, active, settings, created_at_ms, version)
  VALUES (@id, @parentId, @kind, @name, @active, @settings, @createdAtMs, @version)`

/** Null leaves the column as it is. */
const STEP_ENTITY = `
  UPDATE entity SET
    name = ifnull(?, name),
    active = ifnull(?, active),
    settings = ifnull(?, settings),
    version = version + 1
  WHERE id = ? AND version = ?`

const ENTITY = `SELECT ${ENTITY_COLUMNS} FROM entity WHERE id = ?`

const ENTITY_PATH = `
  WITH RECURSIVE ancestor (id, depth) AS (
    SELECT ?, 1
    UNION ALL
    SELECT entity.parent_id, ancestor.depth + 1
    FROM ancestor JOIN entity ON entity.id = ancestor.id
    WHERE ancestor.depth < 4 AND entity.parent_id IS NOT NULL
  )
  SELECT ${ENTITY_COLUMNS} FROM ancestor JOIN entity ON entity.id = ancestor.id
  ORDER BY ancestor.depth`

const ROOT_ENTITIES = `
  SELECT ${ENTITY_COLUMNS} FROM entity WHERE parent_id IS NULL
  ORDER BY created_at_ms, id LIMIT 100`

const CHILD_ENTITIES = `
  SELECT ${ENTITY_COLUMNS} FROM entity WHERE parent_id = ?
  ORDER BY created_at_ms, id LIMIT 1000`

const TOKEN_COLUMNS = 'hash, entity_id AS entityId, label, sealed, created_at_ms AS createdAtMs'

const INSERT_TOKEN = `
  INSERT INTO access_token (hash, entity_id, label, sealed, created_at_ms)
  VALUES (@hash, @entityId, @label, @sealed, @createdAtMs)`

const DELETE_TOKEN = 'DELETE FROM access_token WHERE hash = ?'

const TOKEN = `SELECT ${TOKEN_COLUMNS} FROM access_token WHERE hash = ?`

const TOKENS_OF_ENTITY = `
  SELECT ${TOKEN_COLUMNS} FROM access_token WHERE entity_id = ?
  ORDER BY created_at_ms, hash LIMIT 100`
