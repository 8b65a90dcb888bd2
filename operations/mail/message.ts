import type { MailRow } from '../../server/store/port.ts'
import { kindNamed } from './kinds.ts'
import type { Composed, Facts, MailKind, MailParts } from './mail-kind.ts'
import { htmlOf, textOf } from './markup.ts'
import { staffWords } from './texts.ts'
import type { Message } from './transport.ts'

export interface MessageParts extends MailParts {
  readonly environment: 'test' | 'live'
  /** Another one than `environment`: it is a rehearsal of live, and no payment is real. */
  readonly acquirerEnvironment: 'test' | 'live'
  /** Origin of the back office. */
  readonly officeOrigin: string
}

/** A mail as it is sent now; `undefined`: what it tells is over, or this version knows none of its kind. */
export async function messageOf(row: MailRow, parts: MessageParts): Promise<Message | undefined> {
  const kind = kindNamed(row.kind)
  if (kind === undefined || (await kind.isTrue?.(row, parts)) === false) return undefined
  const composed = await (kind.compose?.(row, parts) ?? staffMail(kind, row, parts))
  if (composed === undefined) return undefined
  const { words, subject, blocks, fromName, replyTo } = marked(composed, row, parts)
  const page = { language: words.tag, direction: words.direction, title: subject }
  return {
    id: row.id,
    to: row.recipient,
    fromName,
    ...(replyTo === undefined ? {} : { replyTo }),
    subject,
    text: textOf(blocks),
    html: htmlOf(blocks, page),
    language: words.tag,
  }
}

/** In a rehearsal of live, mails go out as they would, and say what they are: testers and shoppers take them for real ones. */
function marked(composed: Composed, { language }: MailRow, parts: MessageParts): Composed {
  if (parts.environment === parts.acquirerEnvironment) return composed
  const words = staffWords(language)
  return {
    ...composed,
    subject: `${words.say('rehearsal.mark')} ${composed.subject}`,
    blocks: [{ kind: 'text', text: words.say('rehearsal.text') }, ...composed.blocks],
  }
}

/** A mail to people of the back office: a text, where it leads, and why they get it. */
async function staffMail(kind: MailKind, row: MailRow, parts: MessageParts): Promise<Composed> {
  const words = staffWords(row.language)
  const [entity] = await parts.store.read.entityPath(row.entityId)
  const gateway = new URL(parts.officeOrigin).host
  const facts = { ...(JSON.parse(row.facts) as Facts), entity: entity?.name ?? '', gateway }
  const path = await kind.path?.(row, parts)
  const why = kind.mayBeUnwanted ? 'reason' : 'reasonOwn'
  return {
    words,
    subject: words.say(`${kind.name}.subject`, facts),
    blocks: [
      { kind: 'text', text: words.say(`${kind.name}.text`, facts) },
      ...(path === undefined
        ? []
        : [
            {
              kind: 'link',
              label: words.say(`${kind.name}.action`),
              url: `${parts.officeOrigin}/backoffice${path}`,
            } as const,
          ]),
      { kind: 'foot', text: words.say(why, facts) },
    ],
    fromName: parts.environment === 'test' ? 'Tillgate test' : 'Tillgate',
  }
}
