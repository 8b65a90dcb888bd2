import type { Money } from '../../common/money.ts'
import type { Access } from '../../server/entities/access.ts'
import type { Right } from '../../server/entities/rights.ts'
import type { EntityClock } from '../../server/kernel/timers/clock.ts'
import type { Change, ChangeSet, MailRow, Store } from '../../server/store/port.ts'

import type { MailLinks } from './links.ts'
import type { Block } from './markup.ts'
import type { Words } from './texts.ts'

/** What a text names: as it is, by the key of a text, a time of which day and hour are written, an amount. */
export type Fact =
  | string
  | { readonly key: string }
  | { readonly atMs: number; readonly timeZone?: string }
  | Money

export type Facts = Readonly<Record<string, Fact>>

/** Whom a mail goes to: all people with a right on the entity, a user, or an address. */
export type MailTo =
  | { readonly right: Right; readonly except?: (userId: string) => boolean }
  | { readonly userId: string }
  | { readonly address: string; readonly language: string }

/** Why mails are to be written: one for each of whom they go to. */
export interface MailCause {
  /** What it is about, which decides who gets it and in whose turn it is sent. */
  readonly entityId: string
  /** The row that it tells of. */
  readonly subjectId: string
  /** Names the cause: of two with one name and time the second writes nothing. */
  readonly name: string
  readonly atMs: number
  readonly to: MailTo
  readonly facts: Facts
  /** How long it may be sent; absent: as long as it is tried. */
  readonly lifeMs?: number
}

/** What a mail says, and who sends it. */
export interface Composed {
  readonly words: Words
  readonly subject: string
  readonly blocks: readonly Block[]
  readonly fromName: string
  readonly replyTo?: string
}

/** What kinds look things up with. */
export interface MailParts {
  readonly store: Store
  readonly access: Access
  readonly clock: EntityClock
  readonly links: MailLinks
}

/** The mails of one kind: what causes them, what they lead to. Their texts are those of `locales/` with its name. */
export interface MailKind {
  readonly name: string
  /** The changes that may cause it: of a commit without any of them nothing is asked. */
  readonly on?: readonly Change['kind'][]
  /** Which of these changes may; absent: all. Asked in the commit of every payment. */
  mayCause?(change: Change): boolean
  /** What a commit with such changes causes: written with it. */
  causes?(changes: ChangeSet, parts: MailParts): Promise<readonly MailCause[]>
  /** What is due by the time, looked for so often: a cause that is found again writes nothing. */
  readonly due?: {
    readonly everyMs: number
    find(parts: MailParts): Promise<readonly MailCause[]>
  }
  /** Whether what it tells still counts when it is sent; absent: it always does. */
  isTrue?(row: MailRow, parts: MailParts): Promise<boolean>
  /** The page of the back office that it leads to, below `/backoffice`; absent: it leads nowhere. */
  path?(row: MailRow, parts: MailParts): string | Promise<string>
  /** What it says, where that is not a text for people of the back office; `undefined`: it is over. */
  compose?(row: MailRow, parts: MailParts): Promise<Composed | undefined>
  /** People may choose not to get it. */
  readonly mayBeUnwanted?: true
}
