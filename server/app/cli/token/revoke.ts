import { type Command, CommandFault, textOption, type Words } from '../../../cli/command.ts'
import { DATABASE_HELP, databaseOption } from '../../../cli/databases.ts'
import { entityOf, requiredOption, withStore } from '../../../cli/open-entities.ts'
import type { Store, TokenRow } from '../../../store/port.ts'

export const revokeTokenCommand: Command = {
  name: 'token revoke',
  summary: 'takes an access token of an entity back',
  usage: '--entity ID --label TEXT | --hash HASH [--database ADDRESS]',
  help: [
    'Gateways that run refuse the token within a second. There is no way back: make another one.',
    '',
    '  --entity ID         the entity that it is bound to',
    '  --label TEXT        what it is called',
    '  --hash HASH         its hash, as token list shows it',
    DATABASE_HELP,
  ],
  options: {
    ...databaseOption,
    entity: { type: 'string' },
    label: { type: 'string' },
    hash: { type: 'string' },
  },
  operands: [],

  run(words, context) {
    const wanted = wantedOf(words)
    return withStore(words, context, async (store) => {
      const { hash, label } = await findToken(store, requiredOption(words, 'entity'), wanted)
      const { applied } = await store.commit([{ kind: 'deleteToken', hash }])
      if (!applied) throw new CommandFault(1, 'the token could not be revoked: try again')
      context.print(`${hash} ${label} was revoked`)
      return 0
    })
  },
}

function wantedOf(words: Words): (token: TokenRow) => boolean {
  const [label, hash] = [textOption(words, 'label'), textOption(words, 'hash')]
  if ((label === undefined) === (hash === undefined)) {
    throw new CommandFault(2, 'takes --label or --hash: see tillgate token revoke --help')
  }
  return (token) => (label === undefined ? token.hash === hash : token.label === label)
}

async function findToken(
  store: Store,
  entityId: string,
  isWanted: (token: TokenRow) => boolean,
): Promise<TokenRow> {
  const { id } = await entityOf(store, entityId)
  const [found, another] = (await store.read.tokensOfEntity(id)).filter(isWanted)
  if (found === undefined) {
    throw new CommandFault(1, `there is no such token of ${id}: see tillgate token list`)
  }
  if (another === undefined) return found
  throw new CommandFault(1, 'several tokens have this label: give --hash, see tillgate token list')
}
