import type { Command } from '../../cli/command.ts'
import { PLAYS_ACQUIRERS, startHelp } from '../start-help.ts'

const OPTION = PLAYS_ACQUIRERS.slice(2)

/** The gateway itself, as `node dist/server/main.js` starts it. */
export const startCommand: Command = {
  name: 'start',
  summary: 'start the gateway, and in the test environment the demo shop',
  usage: `[${PLAYS_ACQUIRERS}]`,
  help: startHelp(),
  options: { [OPTION]: { type: 'boolean' } },
  operands: [],
  run({ options }, { startGateway }) {
    return startGateway(options[OPTION] === true ? [PLAYS_ACQUIRERS] : [])
  },
}
