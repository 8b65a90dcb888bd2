import { DAY_MS } from '../../common/durations.ts'
import type { Store, TokenRow } from '../store/port.ts'
import type { Asking } from './rights.ts'

type Knowledge = Pick<TokenRow, 'knownTo' | 'shownAtMs'>

/** What is stored of a token that no person has made in the back office or was shown there. */
export const SEEN_BY_NOBODY: Knowledge = { knownTo: '', shownAtMs: null }

/** So long a token that a person has made or was shown counts as that person: colleagues have to notice it. */
const COUNTS_MS = DAY_MS

/** Who asks, with what names the token. */
export interface TokenCaller extends Asking {
  readonly token: Asking['token'] & Pick<TokenRow, 'hash'>
}

/** What is stored of a token that somebody makes now: who has an administrator's token knows what it makes. */
export async function knowledgeOf(
  { token, person }: TokenCaller,
  nowMs: number,
  { read }: Pick<Store, 'read'>,
): Promise<Knowledge> {
  if (person !== undefined) return { knownTo: person.id, shownAtMs: nowMs }
  const { knownTo, shownAtMs } = (await read.token(token.hash)) ?? SEEN_BY_NOBODY
  return { knownTo, shownAtMs: shownAtMs === null ? null : nowMs }
}

/**
 * Until when the token of a call counts as a person; `undefined`: it is the merchant's server. Read anew, because
 * a token that is shown now may be in a cache as it was before.
 */
export async function personUntilMs(
  { token }: Pick<TokenCaller, 'token'>,
  nowMs: number,
  { read }: Pick<Store, 'read'>,
): Promise<number | undefined> {
  const { shownAtMs } = (await read.token(token.hash)) ?? SEEN_BY_NOBODY
  if (shownAtMs === null) return undefined
  const untilMs = shownAtMs + COUNTS_MS
  return nowMs < untilMs ? untilMs : undefined
}

/** Names who asks, and everybody who knows the token that asks: none of them can be the second person. */
export async function askerIdOf(
  { token, person }: TokenCaller,
  { read }: Pick<Store, 'read'>,
): Promise<string> {
  if (person !== undefined) return person.id
  const { knownTo } = (await read.token(token.hash)) ?? SEEN_BY_NOBODY
  return [token.hash, knownTo].join(' ').trim()
}

/** Whether a person is, or knows the token of, who has asked. `askerId`: see `askerIdOf`. */
export function isAsker(askerId: string, personId: string): boolean {
  return askerId.split(' ').includes(personId)
}
