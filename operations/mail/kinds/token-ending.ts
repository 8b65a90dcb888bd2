import { DAY_MS } from '../../../common/durations.ts'
import { WARNED_MS } from '../../../server/entities/token-limits.ts'
import type { TokenRow } from '../../../server/store/port.ts'
import type { MailCause, MailKind, MailParts } from '../mail-kind.ts'

/** An access token ends in two weeks: whatever uses it stops then, unless it has another one. */
export const tokenEnding: MailKind = {
  name: 'tokenEnding',
  mayBeUnwanted: true,
  due: { everyMs: DAY_MS, find: endingSoon },
  async isTrue({ subjectId }, { store }) {
    return (await store.read.token(subjectId)) !== undefined
  },
  path: () => '/tokens',
}

/** Tokens that are looked at together. */
const TOKENS_AT_ONCE = 1000

async function endingSoon({ store, clock }: MailParts): Promise<readonly MailCause[]> {
  const untilMs = clock.now() + WARNED_MS
  const causes: MailCause[] = []
  for (let afterMs = clock.now(); ; ) {
    const rows = await store.read.tokensEndingBetween(afterMs, untilMs)
    causes.push(...rows.filter(wasMadeBefore).map(causeOf))
    const lastMs = rows.at(-1)?.expiresAtMs ?? untilMs
    if (rows.length < TOKENS_AT_ONCE || lastMs <= afterMs) return causes
    // Those that end in the same millisecond as the last one may not all have been read.
    afterMs = Math.max(lastMs - 1, afterMs + 1)
  }
}

/** Who makes a token for some days knows that it ends. */
function wasMadeBefore({ createdAtMs, expiresAtMs }: TokenRow): boolean {
  return createdAtMs < (expiresAtMs ?? 0) - WARNED_MS
}

function causeOf({ hash, entityId, label, expiresAtMs }: TokenRow): MailCause {
  const endsMs = expiresAtMs ?? 0
  return {
    entityId,
    subjectId: hash,
    name: `${hash} ${endsMs}`,
    atMs: endsMs - WARNED_MS,
    to: { right: 'tokens.write' },
    facts: { label, ends: { atMs: endsMs } },
  }
}
