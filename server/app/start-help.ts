import { SETTINGS } from '../kernel/settings/config.ts'
import { CONFIG_FILE } from '../kernel/settings/setting-sources.ts'

/** No line of the help is longer. */
const WIDTH = 88

/** The options of a start, of which it takes one. */
export const PLAYS_ACQUIRERS = '--acquirers'
export const CHECKS_CONFIG = '--check-config'

/** How a start is called, as what is shown before the lines of its help. */
export const START_USAGE = [
  `Usage: tillgate start [${PLAYS_ACQUIRERS} | ${CHECKS_CONFIG}]`,
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
    `  ${CHECKS_CONFIG}`,
    '      Starts nothing: checks the settings, and shows where each is from, as tillgate config check.',
    '',
    'Settings are variables of the environment, such as TILLGATE_PORT=9000, or lines NAME=value of the',
    `file that ${CONFIG_FILE} names. A secret may also be the content of a file (_FILE behind its name)`,
    'or what a program prints (_COMMAND).',
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
