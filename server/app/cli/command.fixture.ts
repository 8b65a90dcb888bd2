import type { ProcessContext } from '../../cli/command.ts'
import type { Clock } from '../../kernel/timers/clock.ts'
import { askRoute } from './ask-route.ts'
import { auditLogOf } from './commands.ts'
import { openServices } from './open-services.ts'
import { runCommand } from './run.ts'

/** An hour after the payments of `fillStore`. */
export const AN_HOUR_LATER_MS = Date.UTC(2026, 10, 20, 16)

export interface CommandRun {
  readonly code: number
  /** What it printed, and what it complained about, line by line. */
  readonly lines: readonly string[]
  readonly complaints: readonly string[]
}

export interface CommandRunOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly nowMs?: number
  /** What is sent to it. */
  readonly input?: string
  /** Ends a command that runs until the user interrupts it; at once when absent. */
  readonly interrupted?: (lines: readonly string[]) => Promise<void>
}

/** Runs a command in this process with captured output. */
export async function run(
  args: readonly string[],
  options: CommandRunOptions = {},
): Promise<CommandRun> {
  const lines: string[] = []
  const complaints: string[] = []
  const clock: Clock = { now: () => options.nowMs ?? AN_HOUR_LATER_MS }
  const complain = (line: string) => void complaints.push(line)
  const opensServices: ProcessContext['openServices'] = (store, config) =>
    openServices(store, config, { clock, complain })
  const code = await runCommand(args, {
    env: options.env ?? {},
    clock,
    print: (line) => lines.push(line),
    complain,
    openServices: opensServices,
    askRoute: (request, store, config) =>
      askRoute(request, { store, config, openServices: opensServices }),
    auditLog: (store) => auditLogOf(store, clock),
    readInput: async () => options.input ?? '',
    interrupted: async () => options.interrupted?.(lines),
    startGateway: async (words) => {
      lines.push(`started ${words.join(' ')}`.trim())
      return 0
    },
  })
  return { code, lines, complaints }
}
