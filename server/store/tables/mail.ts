import { natural, optional, sorted, text, time, version, wordOf } from './column.ts'
import { isEqual, type RowOf, type StepOf, table } from './table.ts'

/**
 * `waiting`: it is delivered when its timer is due. `sent`: the mail server has taken it. `refused`: the mail server
 * takes it never. `givenUp`: no try has succeeded. `expired`: its link was over before. `dropped`: what it tells was
 * over before.
 */
export type MailState = 'waiting' | 'sent' | 'refused' | 'givenUp' | 'expired' | 'dropped'

/** A mail that is to be delivered, or was: what it says is made of its facts when it is sent. */
export const mails = table({
  name: 'mail',
  key: ['id'],
  columns: {
    /** 32 lowercase hex, time-ordered. The `Message-ID` is made from it: a mail that is sent twice is known. */
    id: text,
    /** What it is about: a channel, a merchant, or what a person has a role on. */
    entityId: sorted(text),
    /** The merchant of that entity, or the entity itself: of one merchant few are under way at once. */
    merchantId: sorted(text),
    kind: text,
    /** An e-mail address, as it was when the mail was written. */
    recipient: text,
    /** A code of `locales/`. */
    language: text,
    /** The payment, dispute, webhook, user or invitation that it tells of. */
    subjectId: sorted(text),
    /** What its texts name, JSON: no card data and no secrets. */
    facts: text,
    /** From then on it is not sent any more; `null`: it may always be. */
    expiresAtMs: optional(time),
    state: wordOf<MailState>(),
    /** Tries that the mail server has answered, or that it has not. */
    attempts: natural,
    /** What the mail server has said to the last try; `null`: nothing yet. */
    reply: optional(text),
    /** By the clock of the process, as is the next one. */
    createdAtMs: time,
    updatedAtMs: time,
    version,
  },
  read: 'mail',
  /** Writes the row, unless there is one of its id: that one stays as it is, and it is no conflict. */
  insert: 'ensureMail',
  upsert: {
    sqlite: `
      INSERT INTO mail (id, entity_id, merchant_id, kind, recipient, language, subject_id, facts,
        expires_at_ms, state, attempts, reply, created_at_ms, updated_at_ms, version)
      VALUES (:id, :entityId, :merchantId, :kind, :recipient, :language, :subjectId, :facts,
        :expiresAtMs, :state, :attempts, :reply, :createdAtMs, :updatedAtMs, :version)
      ON CONFLICT (id) DO UPDATE SET id = excluded.id`,
    postgres: (given) => `
      WITH asked AS (
        SELECT * FROM ${given}
      ), written AS (
        INSERT INTO mail (id, entity_id, merchant_id, kind, recipient, language, subject_id, facts,
          expires_at_ms, state, attempts, reply, created_at_ms, updated_at_ms, version)
        SELECT id, entity_id, merchant_id, kind, recipient, language, subject_id, facts,
          expires_at_ms, state, attempts, reply, created_at_ms, updated_at_ms, version FROM asked
        ON CONFLICT (id) DO NOTHING
      )
      SELECT place FROM asked`,
  },
  step: { kind: 'stepMail', sets: ['state', 'attempts', 'reply', 'updatedAtMs'] },
  writes: {
    /** Deletes one, whatever its state, when its customer is erased. No conflict when it is not there. */
    eraseMail: {
      parameters: { id: text },
      sqlite: 'DELETE FROM mail WHERE id = :id',
      postgres: (given) =>
        `DELETE FROM mail USING ${given} WHERE ${isEqual('mail.id', 'given.id')}`,
    },
    /** Deletes one that is older and does not wait. No conflict otherwise. */
    deleteMail: {
      parameters: { id: text, beforeMs: time },
      sqlite: `
        DELETE FROM mail WHERE id = :id AND state <> 'waiting' AND created_at_ms < :beforeMs`,
      postgres: (given) => `
        DELETE FROM mail USING ${given}
        WHERE ${isEqual('mail.id', 'given.id')} AND mail.state <> 'waiting'
          AND mail.created_at_ms < given.before_ms`,
    },
  },
})

export type MailRow = RowOf<typeof mails>
export type MailStep = StepOf<typeof mails>
