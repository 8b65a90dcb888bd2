import type { Command } from '../../cli/command.ts'
import { CHECKS_CONFIG, PLAYS_ACQUIRERS, startHelp } from '../start-help.ts'

const OPTIONS = [PLAYS_ACQUIRERS, CHECKS_CONFIG]

/** The gateway itself, as `node dist/server/main.js` starts it. */
export const startCommand: Command = {
  name: 'start',
  summary: 'start the gateway, and in the test environment the demo shop',
  usage: `[${OPTIONS.join(' | ')}]`,
  help: startHelp(),
  options: Object.fromEntries(OPTIONS.map((option) => [option.slice(2), { type: 'boolean' }])),
  operands: [],
  run({ options }, { startGateway }) {
    return startGateway(OPTIONS.filter((option) => options[option.slice(2)] === true))
  },
}
