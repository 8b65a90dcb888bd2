import { text } from 'node:stream/consumers'
import { systemClock } from '../../kernel/timers/clock.ts'
import { runCommand } from './run.ts'

process.exitCode = await runCommand(process.argv.slice(2), {
  env: process.env,
  clock: systemClock,
  print: (line) => process.stdout.write(`${line}\n`),
  complain: (line) => process.stderr.write(`${line}\n`),
  readInput: () => text(process.stdin),
  interrupted: () =>
    new Promise((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
    }),
  integrityWorker: new URL('sqlite-integrity.js', import.meta.url),
  commitWorker: new URL('sqlite-worker.js', import.meta.url),
})
