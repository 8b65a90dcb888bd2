import { text } from 'node:stream/consumers'
import type { ProcessContext } from '../../cli/command.ts'
import { systemClock } from '../../kernel/timers/clock.ts'
import { auditLogOf } from './commands.ts'
import { openServices } from './open-services.ts'
import { runCommand } from './run.ts'

const complain = (line: string) => void process.stderr.write(`${line}\n`)

// Whoever reads the lines may have had enough of them, as `head` has: that is no fault of the command.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

const opensServices: ProcessContext['openServices'] = (store, config) =>
  openServices(store, config, { clock: systemClock, complain })

// Not awaited: what a start loads while it runs may need what this file has.
void runCommand(process.argv.slice(2), {
  env: process.env,
  clock: systemClock,
  print: (line) => process.stdout.write(`${line}\n`),
  complain,
  openServices: opensServices,
  async askRoute(request, store, config) {
    const { askRoute } = await import('./ask-route.ts')
    return askRoute(request, { store, config, openServices: opensServices })
  },
  auditLog: (store) => auditLogOf(store, systemClock),
  readInput: () => text(process.stdin),
  interrupted: () =>
    new Promise((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
    }),
  integrityWorker: new URL('sqlite-integrity.js', import.meta.url),
  commitWorker: new URL('sqlite-worker.js', import.meta.url),
  async startGateway(args) {
    const { runProcess } = await import('../run.ts')
    return runProcess(args, process.env, new URL('..', import.meta.url))
  },
}).then((code) => {
  // A gateway that serves ends with the code of its end.
  if (code !== 0) process.exitCode = code
})
