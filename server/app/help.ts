import { SETTINGS } from '../kernel/settings/config.ts'

/** No line of the help is longer. */
const WIDTH = 88

/** What `npm start -- --help` prints. */
export function startHelp(): string {
  const settings = Object.values(SETTINGS).flatMap(({ variable, meaning, shownDefault }) => [
    `  ${variable}`,
    ...wrapped(`${meaning} Default: ${shownDefault}.`).map((line) => `      ${line}`),
  ])
  return [
    'Usage: npm start',
    '       node dist/server/main.js    in live, and wherever a process manager starts it',
    '',
    'Starts the gateway, and in the test environment the demo shop. It takes no arguments; Ctrl-C ends',
    'it. The tillgate command looks after its database: npx tillgate help. Settings are variables of',
    'the environment, such as TILLGATE_PORT=9000 npm start:',
    '',
    ...settings,
    '',
  ].join('\n')
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
