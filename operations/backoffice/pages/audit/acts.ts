import type { AdminAuditEntry } from '../../../audit/routes.ts'

/** What the log has before something is done; its result is an entry of its own. */
const ASKED = 'asked'
/** Results that are no codes: of commands, and of what is neither done nor refused. */
const WORDS = ['done', 'failed', 'codeAsked', 'repeated'] as const
/** The code of what ended by a fault of the gateway. */
const BROKEN = '999.999.999'

/**
 * Entries that are read once more with an older part, so that a result finds what was asked before it where a
 * part ends between the two.
 */
export const OVERLAP = 20

/** An act with its result: the log has two entries of it, and keeps both in its chain. */
export type Act = AdminAuditEntry & {
  /** How it ended; `asked`: no result is known. */
  readonly ending: 'done' | 'refused' | 'asked' | 'codeAsked' | 'repeated' | 'failed'
}

/** Entries, newest first, as acts: what was asked and its result are one. */
export function actsOf(entries: readonly AdminAuditEntry[]): readonly Act[] {
  const open = new Map<string, number>()
  return entries.flatMap((entry) => {
    const key = keyOf(entry)
    const results = open.get(key) ?? 0
    if (entry.result !== ASKED) {
      open.set(key, results + 1)
      return [{ ...entry, ending: endingOf(entry.result) }]
    }
    if (results === 0) return [{ ...entry, ending: 'asked' as const }]
    open.set(key, results - 1)
    return []
  })
}

/** The parameter that asks for the entries before one, and for those that its act may have. */
export function withOverlap(before: string): string {
  return before === '' ? '' : String(Number(before) + OVERLAP)
}

function keyOf({ actor, request, subject = '' }: AdminAuditEntry): string {
  return [actor, request, subject].join('\n')
}

function endingOf(result: string): Act['ending'] {
  if (result.startsWith('000.')) return 'done'
  const word = WORDS.find((one) => one === result)
  if (word !== undefined) return word
  if (result === BROKEN) return 'failed'
  return 'refused'
}

/** The value of a fact. */
export function factOf({ facts = [] }: AdminAuditEntry, name: string): string | undefined {
  return facts.find(([one]) => one === name)?.[1]
}
