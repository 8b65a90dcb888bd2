import { type Command, CommandFault } from '../../../cli/command.ts'
import { DATABASE_HELP, databaseOption } from '../../../cli/databases.ts'
import { withStore } from '../../../cli/open-entities.ts'
import { wireTimestamp } from '../../../kernel/timers/clock.ts'
import { confirmingClock } from '../../../kernel/timers/clock-guard.ts'
import { INSTALLATION_ID } from '../../../store/tables/installation.ts'

export const confirmClockCommand: Command = {
  name: 'clock confirm',
  summary: 'says that the clock is right, so that due work is done again',
  usage: '[--database ADDRESS]',
  help: [
    'A gateway holds back what cannot be undone (deletions, scheduled payments, releases, expiries)',
    'while its clock may be wrong: it was set by more than an hour, it stands behind the newest rows, or',
    'the gateway was stopped for more than a day. Its log, /readyz and /metrics say so.',
    '',
    'Compare the printed time with another clock first: what is due by it is done within seconds. With',
    'PostgreSQL it is the time of the database, else that of this machine.',
    '',
    DATABASE_HELP,
  ],
  options: databaseOption,
  operands: [],

  run(words, context) {
    return withStore(words, context, async (store) => {
      const nowMs = Math.floor((await store.time?.()) ?? context.clock.now())
      const row = await store.read.installation(INSTALLATION_ID)
      const { applied } = await store.commit([confirmingClock(row, nowMs)])
      if (!applied) throw new CommandFault(1, 'a gateway has written the time just now: try again')
      const before =
        row === undefined
          ? ''
          : `; the last time taken for right was ${wireTimestamp(row.clockSeenAtMs)}`
      context.print(`${wireTimestamp(nowMs)} is confirmed${before}`)
      return 0
    })
  },
}
