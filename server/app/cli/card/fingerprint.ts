import { passesLuhn } from '../../../../common/brands.ts'
import { type Command, CommandFault } from '../../../cli/command.ts'
import { DATABASE_HELP, databaseOption } from '../../../cli/databases.ts'
import { withStore } from '../../../cli/open-entities.ts'
import { openCommandVault } from '../../../cli/open-vault.ts'

/** As many as a block list holds. */
const MAX_NUMBERS = 5000

/** As long as the interface lets a card number be (Card, card.number). */
const CARD_NUMBER = /^[0-9]{8,32}$/
/** Of a bank, virtual or token account: the longest of their rows. */
const ACCOUNT_NUMBER = /^[^\p{Cc}]{3,100}$/u

export const cardFingerprintCommand: Command = {
  name: 'card fingerprint',
  summary: 'prints the fingerprint of a card number, for block lists',
  usage: '[--account] [--database ADDRESS]',
  help: [
    'Reads numbers from standard input, one per line, and prints the fingerprint of each: what rules',
    'with "kind": "block", "by": "card" compare. A number is never taken from the command line, where',
    'other users and the history of the shell would see it:',
    '',
    '  read -rs NUMBER && tillgate card fingerprint <<< "$NUMBER"; unset NUMBER',
    '',
    'Nothing is stored. Fingerprints belong to the key of the gateway: TILLGATE_VAULT_KEY, or in test',
    'the vault.key of TILLGATE_DATA_DIR.',
    '',
    '  --account           the numbers are IBANs or other account numbers, written as payments send them',
    DATABASE_HELP,
  ],
  options: { ...databaseOption, account: { type: 'boolean' } },
  operands: [],

  async run(words, context) {
    const numbers = readNumbers(await context.readInput(), words.options.account === true)
    return withStore(words, context, async (store) => {
      const vault = await openCommandVault(store, words, context)
      for (const number of numbers) context.print(vault.fingerprintOf(number))
      return 0
    })
  },
}

/** The numbers of the lines that have one. Faults name the line, never its content. */
function readNumbers(input: string, areAccounts: boolean): readonly string[] {
  const numbers = input.split('\n').flatMap((line, at) => {
    if (line.trim() === '') return []
    const number = areAccounts ? accountNumber(line) : cardNumber(line)
    if (number !== undefined) return [number]
    const wanted = areAccounts ? 'account number' : 'card number with a right check digit'
    throw new CommandFault(2, `line ${at + 1} of the input is no ${wanted}`)
  })
  if (numbers.length === 0) {
    throw new CommandFault(2, 'reads numbers from standard input, one per line: there is none')
  }
  if (numbers.length <= MAX_NUMBERS) return numbers
  throw new CommandFault(2, `takes up to ${MAX_NUMBERS} numbers: there are ${numbers.length}`)
}

/** Without the blanks and hyphens that people group it with. */
function cardNumber(line: string): string | undefined {
  const number = line.replace(/[\s-]/g, '')
  return CARD_NUMBER.test(number) && passesLuhn(number) ? number : undefined
}

function accountNumber(line: string): string | undefined {
  const number = line.trim()
  return ACCOUNT_NUMBER.test(number) ? number : undefined
}
