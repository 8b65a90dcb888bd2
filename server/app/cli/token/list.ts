import type { Command } from '../../../cli/command.ts'
import { DATABASE_HELP, databaseOption } from '../../../cli/databases.ts'
import { entityOf, requiredOption, withStore } from '../../../cli/open-entities.ts'
import { scopesOf, UNLIMITED_TOKEN, validityOf } from '../../../entities/token-limits.ts'
import { wireTimestamp } from '../../../kernel/timers/clock.ts'
import type { TokenRow } from '../../../store/port.ts'

export const listTokensCommand: Command = {
  name: 'token list',
  summary: 'lists the access tokens of an entity, without the tokens themselves',
  usage: '--entity ID [--database ADDRESS]',
  help: [
    'A line for each token that is bound to exactly this entity, oldest first: its hash, when it was',
    'made, in brackets what is not as usual (its role, scopes, end, addresses, when it was last used),',
    'its label. The hash (SHA-256) opens nothing. The last use is up to six minutes old.',
    '',
    '  --entity ID         a merchant or channel, or another entity that has tokens of administrators',
    DATABASE_HELP,
  ],
  options: { ...databaseOption, entity: { type: 'string' } },
  operands: [],

  run(words, context) {
    return withStore(words, context, async (store) => {
      const { id } = await entityOf(store, requiredOption(words, 'entity'))
      const nowMs = context.clock.now()
      for (const token of await store.read.tokensOfEntity(id)) {
        const { hash, createdAtMs, label } = token
        const facts = factsOf(token, nowMs).map((fact) => `(${fact}) `)
        context.print(`${hash} ${wireTimestamp(createdAtMs)} ${facts.join('')}${label}`)
      }
      return 0
    })
  },
}

function factsOf(token: TokenRow, nowMs: number): readonly string[] {
  const { administers, scopes, expiresAtMs, addresses, lastUsedAtMs } = token
  const ends = validityOf(token, nowMs) === 'ended' ? 'ended' : 'ends'
  return [
    ...(administers ? ['administrator'] : []),
    ...(scopes === UNLIMITED_TOKEN.scopes ? [] : [`only ${scopesOf(token).join(', ')}`]),
    ...(expiresAtMs === null ? [] : [`${ends} ${wireTimestamp(expiresAtMs)}`]),
    ...(addresses === '' ? [] : [`from ${addresses.replaceAll(' ', ', ')}`]),
    ...(lastUsedAtMs === null ? [] : [`last used ${wireTimestamp(lastUsedAtMs)}`]),
  ]
}
