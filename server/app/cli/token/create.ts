import { Type } from 'typebox'
import {
  type Command,
  type CommandContext,
  CommandFault,
  type Words,
} from '../../../cli/command.ts'
import { DATABASE_HELP, databaseOption } from '../../../cli/databases.ts'
import { entityOf, requiredOption, withStore } from '../../../cli/open-entities.ts'
import { openCommandVault } from '../../../cli/open-vault.ts'
import { describedOptions } from '../../../cli/parameters-of-words.ts'
import { SEEN_BY_NOBODY } from '../../../entities/known-token.ts'
import { newTokenFields, readTokenLimits } from '../../../entities/new-token.ts'
import type { TokenLimits } from '../../../entities/token-limits.ts'
import { hashToken, newAccessToken } from '../../../kernel/ids.ts'
import { elsewhere } from '../../../parameters/described-parts.ts'
import { request as requestOf } from '../../../parameters/described-request.ts'
import type { ParameterError } from '../../../results/refusal.ts'
import type { Store, TokenRow } from '../../../store/port.ts'

/** As many as the store lists: a further one could not be revoked by its label. */
const MAX_TOKENS = 100

const NAMES = {
  label: 'label',
  role: 'tokenRole',
  scopes: 'scopes',
  expires: 'expiresAt',
  addresses: 'addresses',
} as const

const request = requestOf('token.create', Type.Object(newTokenFields), {
  elsewhere,
  entity: 'none',
})

const limited = describedOptions(request, NAMES, ['label'])

export const createTokenCommand: Command = {
  name: 'token create',
  summary: 'makes an access token of an entity; prints it once',
  usage:
    '--entity ID --label TEXT [--role merchant|administrator] [--scopes LIST] [--expires TIME] [--addresses LIST] [--database ADDRESS]',
  help: [
    'The token may be used for the entity and all below it. Prints the token and nothing else; it is',
    'never shown again. It is sealed by the vault, so this needs the key of the gateway:',
    'TILLGATE_VAULT_KEY, or in test the vault.key of TILLGATE_DATA_DIR.',
    '',
    '  --entity ID         a merchant or channel; with --role administrator also a PSP or division',
    ...limited.help,
    DATABASE_HELP,
  ],
  options: { ...databaseOption, ...limited.options, entity: { type: 'string' } },
  operands: [],

  async run(words, context) {
    const entityId = requiredOption(words, 'entity')
    const { label, tokenRole, ...sent } = limited.read(words, context)
    const administers = tokenRole === 'administrator'
    const limits = readTokenLimits(sent, context.clock.now())
    if (!('scopes' in limits)) throw faultOf(limits)
    return withStore(words, context, async (store) => {
      await assertRoom(store, entityId, { label, administers })
      const accessToken = newAccessToken()
      const of = { entityId, label, administers, ...limits }
      const row = await sealedToken(accessToken, of, store, words, context)
      const { applied } = await store.commit([{ kind: 'insertToken', row }])
      if (!applied) throw new CommandFault(1, 'the token could not be written: try again')
      context.print(accessToken)
      return 0
    })
  },
}

function faultOf(errors: readonly ParameterError[]): CommandFault {
  const optionOf = new Map(Object.entries(NAMES).map(([option, name]) => [name as string, option]))
  const faults = errors.map(({ name, message }) => `--${optionOf.get(name) ?? name} ${message}`)
  return new CommandFault(2, faults.join('; '))
}

async function assertRoom(
  store: Store,
  entityId: string,
  { label, administers }: Pick<TokenRow, 'label' | 'administers'>,
): Promise<void> {
  const { id, kind } = await entityOf(store, entityId)
  if (!administers && kind !== 'merchant' && kind !== 'channel') {
    throw new CommandFault(
      2,
      `${id} is a ${kind}: tokens are for merchants and channels, but for those of --role administrator`,
    )
  }
  const tokens = await store.read.tokensOfEntity(id)
  if (tokens.some((token) => token.label === label)) {
    throw new CommandFault(
      1,
      `there is a token ${JSON.stringify(label)} already: take another label`,
    )
  }
  if (tokens.length < MAX_TOKENS) return
  throw new CommandFault(1, `there are ${MAX_TOKENS} tokens already: revoke one first`)
}

async function sealedToken(
  accessToken: string,
  of: Pick<TokenRow, 'entityId' | 'label' | 'administers'> & TokenLimits,
  store: Store,
  words: Words,
  context: CommandContext,
): Promise<TokenRow> {
  const vault = await openCommandVault(store, words, context)
  const hash = hashToken(accessToken)
  const sealed = vault.sealCredential(hash, accessToken)
  const createdAtMs = context.clock.now()
  return { hash, ...of, sealed, createdAtMs, ...SEEN_BY_NOBODY, lastUsedAtMs: null }
}
