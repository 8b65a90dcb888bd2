import { DAY_MS } from '../../../common/durations.ts'
import {
  type Command,
  type CommandContext,
  CommandFault,
  textOption,
  type Words,
} from '../../../server/cli/command.ts'
import { DATABASE_HELP, databaseOption } from '../../../server/cli/databases.ts'
import { entityOf, requiredOption, withStore } from '../../../server/cli/open-entities.ts'
import { channelsBelow, MAX_CHANNELS } from '../../../server/entities/channels-below.ts'
import type { Store } from '../../../server/store/port.ts'
import { MAX_REBUILT_MS, rebuildSums } from '../rebuild.ts'

const text = { type: 'string' } as const

/** Channels that are read at once. */
const PAGE = 1000

export const rebuildSumsCommand: Command = {
  name: 'sums rebuild',
  summary: 'makes the sums of the overview anew from the payments',
  usage: '--from DAY [--to DAY] [--entity ID] [--database ADDRESS]',
  help: [
    'A gateway keeps the sums by itself. This is for sums that tillgate check finds fault with. It works',
    'beside running gateways, and holds up no payment.',
    '',
    '  --from DAY        the first day, UTC, such as 2026-11-01',
    '  --to DAY          the last day; today when absent; at most 367 days',
    '  --entity ID       a channel, or what is above channels; all channels when absent',
    DATABASE_HELP,
  ],
  options: { ...databaseOption, from: text, to: text, entity: text },
  operands: [],

  run(words, context) {
    const time = timeOf(words, context)
    return withStore(words, context, async (store) => {
      let failed = 0
      const log = {
        error: (fields: object, message: string) => {
          failed += 1
          context.complain(`tillgate: ${message}: ${JSON.stringify(Object.values(fields).at(-1))}`)
        },
      }
      let hours = 0
      for await (const entityIds of channelsOf(words, store)) {
        const given = { store, clock: context.clock, log }
        hours += await rebuildSums({ entityIds, ...time }, given)
      }
      context.print(`${hours} hours are summed anew`)
      return failed === 0 ? 0 : 1
    })
  },
}

function timeOf(words: Words, { clock }: CommandContext) {
  const fromMs = dayOf(requiredOption(words, 'from'), 'from')
  const to = textOption(words, 'to')
  const toMs = to === undefined ? clock.now() : dayOf(to, 'to') + DAY_MS
  if (toMs > fromMs && toMs - fromMs <= MAX_REBUILT_MS) return { fromMs, toMs }
  throw new CommandFault(2, '--to must not be before --from, and at most 367 days after it')
}

function dayOf(day: string, option: string): number {
  const atMs = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(day) : Number.NaN
  // 30 February would be a day of March.
  const isDay = atMs >= 0 && new Date(atMs).toISOString().startsWith(day)
  if (isDay) return atMs
  throw new CommandFault(2, `--${option} must be a day such as 2026-11-01`)
}

/** The channels of the command, some at a time. */
async function* channelsOf(words: Words, store: Store): AsyncGenerator<readonly string[]> {
  const id = textOption(words, 'entity')
  if (id !== undefined) {
    const found = await channelsBelow(await entityOf(store, id), store)
    if (found.length <= MAX_CHANNELS) return yield found
    throw new CommandFault(
      1,
      `${id} has more than ${MAX_CHANNELS} channels: name a merchant or channel below it, or leave --entity out for all`,
    )
  }
  let afterId: string | undefined = ''
  while (afterId !== undefined) {
    const page: readonly { readonly id: string }[] = await store.read.channelsAfter(afterId, PAGE)
    yield page.map((row) => row.id)
    afterId = page.at(-1)?.id
  }
}
