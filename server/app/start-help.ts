import { SETTINGS } from '../kernel/settings/config.ts'

/** No line of the help is longer. */
const WIDTH = 88

/** The only option of a start. */
export const PLAYS_ACQUIRERS = '--acquirers'

/** How a start is called, as what is shown before the lines of its help. */
export const START_USAGE = [
  `Usage: tillgate start [${PLAYS_ACQUIRERS}]`,
  `       npm start [-- ${PLAYS_ACQUIRERS}]        in a clone: installs and builds what is missing`,
  '       node …/dist/server/main.js    the same gateway, for process managers',
]

/** What a start does, its option, and every setting. */
export function startHelp(): readonly string[] {
  const settings = Object.values(SETTINGS).flatMap(({ variable, meaning, shownDefault }) => [
    `  ${variable}`,
    ...wrapped(`${meaning} Default: ${shownDefault}.`).map((line) => `      ${line}`),
  ])
  return [
    'Starts the gateway, and in the test environment the demo shop. Ctrl-C ends it. In test it needs',
    'no setting: the first start makes a database in the folder data, a demo merchant and its token.',
    'The tillgate command looks after the database: tillgate help.',
    '',
    `  ${PLAYS_ACQUIRERS}`,
    '      In the test environment: starts emulated acquirers too, each with a channel of the demo',
    '      that pays through it.',
    '',
    'Settings are variables of the environment, such as TILLGATE_PORT=9000:',
    '',
    ...settings,
  ]
}

function wrapped(text: string): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > WIDTH) {
      lines.push(line)
      line = ''
    }
    line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}
