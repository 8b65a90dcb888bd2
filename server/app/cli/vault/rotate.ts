import { type Command, CommandFault } from '../../../cli/command.ts'
import { counted } from '../../../cli/counted.ts'
import { configOf, DATABASE_HELP, databaseOption } from '../../../cli/databases.ts'
import { withStore } from '../../../cli/open-entities.ts'
import { vaultKeysOf } from '../../../cli/vault-keys.ts'
import { wireTimestamp } from '../../../kernel/timers/clock.ts'
import {
  type KeysLeft,
  keysUnderOther,
  rotateMasterKey,
} from '../../../kernel/vault/rotate-master-key.ts'

export const rotateVaultCommand: Command = {
  name: 'vault rotate',
  summary: 'wraps the keys of the vault by a new master key; gateways may run',
  usage: '[--database ADDRESS]',
  help: [
    'Replaces the master key (PCI DSS 3.7.4, 3.7.5) while gateways run:',
    '',
    '  1. make the new key: openssl rand -hex 32',
    '  2. of several processes, restart each with TILLGATE_VAULT_KEY_OTHER set to the new key',
    '  3. restart each with TILLGATE_VAULT_KEY set to the new key, and TILLGATE_VAULT_KEY_OTHER to the',
    '     old one (in test without a setting: to what vault.key holds)',
    '  4. run this command, with the settings of 3, until it says that nothing is left',
    '  5. restart each without TILLGATE_VAULT_KEY_OTHER',
    '',
    'Each key is wrapped anew by a commit of its own: the command may be stopped at any point, and goes on',
    'when it is run again. Stored cards are not sealed anew: their keys are the same. Short-lived keys are',
    'left to their end, within hours. Keep the old key, apart from the backups, as long as a backup of before.',
    'Exit code 1: something is left.',
    '',
    DATABASE_HELP,
  ],
  options: databaseOption,
  operands: [],

  run(words, context) {
    return withStore(words, context, async (store) => {
      const keys = await vaultKeysOf(configOf(words, context), store)
      if (keys.otherMasterKey === undefined) {
        throw new CommandFault(
          2,
          'TILLGATE_VAULT_KEY_OTHER is not set: it is the master key that TILLGATE_VAULT_KEY replaces; tillgate vault rotate --help says in which order',
        )
      }
      const parts = { store, clock: context.clock, ...keys }
      const done = await rotateMasterKey(parts, (at, of) => {
        context.complain(`${at} of ${counted(of, 'key')} looked at`)
      })
      context.print(`${counted(done, 'data key')} wrapped by the new master key`)
      const left = await keysUnderOther(parts)
      for (const line of linesOf(left)) context.print(line)
      return isNothing(left) ? 0 : 1
    })
  },
}

function isNothing({ dataKeys, numberKeys, shortLivedKeys }: KeysLeft): boolean {
  return dataKeys + numberKeys + shortLivedKeys === 0
}

function linesOf(left: KeysLeft): readonly string[] {
  if (isNothing(left)) {
    return [
      'nothing is left under the other master key: restart each gateway without TILLGATE_VAULT_KEY_OTHER',
    ]
  }
  const { dataKeys, numberKeys, shortLivedKeys, lastEndsAtMs } = left
  const lasting = [
    ...(dataKeys === 0 ? [] : [counted(dataKeys, 'data key')]),
    ...(numberKeys === 0 ? [] : [`${counted(numberKeys, 'key')} of card numbers`]),
  ]
  return [
    ...(lasting.length === 0
      ? []
      : [`left under the other master key: ${lasting.join(', ')}; run this command again`]),
    ...(lastEndsAtMs === undefined
      ? []
      : [
          `left under the other master key: ${counted(shortLivedKeys, 'short-lived key')}, which end by ${wireTimestamp(lastEndsAtMs)}; run this command again then`,
        ]),
  ]
}
