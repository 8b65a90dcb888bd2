import { readFile } from 'node:fs/promises'
import { type CommandContext, CommandFault, type Words } from '../../../cli/command.ts'
import { configOf } from '../../../cli/databases.ts'
import { readEntitySettings } from '../../../entities/read-settings.ts'
import type { EntitySettings } from '../../../entities/settings.ts'
import { createUrlJudge } from '../../../http/outgoing/targets.ts'

/** In characters: a block list of 5,000 e-mails is a tenth of it. */
const MAX_SETTINGS = 4 * 1024 * 1024

/** The JSON of a file, or of what is sent to the command for `-`. Its content is in no message. */
export async function readJson(path: string, { readInput }: CommandContext): Promise<unknown> {
  const text = path === '-' ? await readInput() : await readSettingsFile(path)
  const name = path === '-' ? 'what was sent to it' : path
  if (text.length > MAX_SETTINGS) {
    throw new CommandFault(1, `${name} is longer than ${MAX_SETTINGS} characters`)
  }
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new CommandFault(1, `${name} is no JSON${placeOf(cause, text)}`, { cause })
  }
}

async function readSettingsFile(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (cause) {
    throw new CommandFault(1, `${path} cannot be read: ${(cause as Error).message}`, { cause })
  }
}

/** The engine's message may quote the text, which may hold e-mails: only its position is shown. */
function placeOf(error: unknown, text: string): string {
  const position = /at position (\d+)/.exec((error as Error).message)?.[1]
  if (position === undefined) return ''
  return ` (line ${text.slice(0, Number(position)).split('\n').length})`
}

/** The settings that the JSON is, or the end of the command with everything that is wrong with it. */
export function checkedSettings(
  json: unknown,
  words: Words,
  context: CommandContext,
): Partial<EntitySettings> {
  const read = readEntitySettings(json)
  const faults = 'faults' in read ? read.faults : calledAddressFaults(read, words, context)
  if (!('faults' in read) && faults.length === 0) return read
  for (const fault of faults) context.complain(fault)
  throw new CommandFault(1, 'the settings are wrong, so nothing was changed')
}

/** An address that the gateway would never call must not be set: no call would be made, and nobody told. */
function calledAddressFaults(
  { checkouts }: Partial<EntitySettings>,
  words: Words,
  context: CommandContext,
): readonly string[] {
  if (checkouts?.resultCallBase === undefined) return []
  const { environment, outgoingSubnets } = configOf(words, context)
  const urlFault = createUrlJudge({ environment, allowedSubnets: outgoingSubnets })
  const fault = urlFault(checkouts.resultCallBase)
  return fault === undefined ? [] : [`checkouts.resultCallBase ${fault}`]
}
