import { answer, at, described, text } from './answer-parts.ts'
import type { JsonSchema } from './json-schema.ts'

const fact: JsonSchema = {
  type: 'array',
  items: text,
  minItems: 2,
  maxItems: 2,
  description: 'A name and its value; secrets are masked.',
}

const entry: JsonSchema = {
  type: 'object',
  properties: {
    sequence: { type: 'integer', description: 'Its place in the log of the whole tree.' },
    at: described('UTC.', at),
    actor: described('The e-mail of a user, a name of an access token, or a command.'),
    action: described('What was done, such as payments.resolve.'),
    request: described('The route with its method, or the command.'),
    subject: described('The id of what it was done to.'),
    from: described('The address of the client.'),
    result: described(
      'A result code; asked: before it is done. An entry with the result follows it.',
    ),
    facts: { type: 'array', items: fact },
  },
  required: ['sequence', 'at', 'actor', 'action', 'request', 'result'],
}

/** The answers about the audit log, by name. */
export const auditAnswers = {
  AuditList: answer(
    {
      entries: { type: 'array', items: entry },
      next: described('There may be more: send it as beforeSequence.'),
    },
    ['entries'],
    'Entries of the audit log, newest first.',
  ),
} as const
