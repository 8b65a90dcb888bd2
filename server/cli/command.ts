import type { parseArgs } from 'node:util'
import type { AuditLog } from '../entities/audit-log.ts'
import type { Route } from '../http/route.ts'
import type { Config } from '../kernel/settings/config.ts'
import type { SettledSettings } from '../kernel/settings/setting-sources.ts'
import type { Clock } from '../kernel/timers/clock.ts'
import type { Store } from '../store/port.ts'

/** Everything outside that a command uses: a test passes its own. */
export interface CommandContext {
  /** With each secret as its own variable. Throws a `CommandFault` where settings cannot be read. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Where the settings come from, and what is wrong with that. The first call reads files, and runs commands, of secrets. */
  settings(): SettledSettings
  readonly clock: Clock
  /** Writes a line to where results go. */
  print(line: string): void
  /** Writes a line to where errors go. */
  complain(line: string): void
  /** All that is sent to the command, until its end. */
  readInput(): Promise<string>
  /** Resolves when the user ends a command that runs until then. */
  interrupted(): Promise<void>
  /**
   * The services of a gateway that serves nothing, on the store of a command: of each feature what its
   * manifest makes. No timer runs, and no server of a merchant is called.
   */
  openServices(store: Store, config: Config): Promise<OpenedServices>
  /**
   * Asks a route in this process, beside the gateways that have the database open, as the operator of the
   * gateway: by the same rules as over HTTP, and with the same entries in the audit log.
   */
  askRoute(request: RouteRequest, store: Store, config: Config): Promise<RouteReply>
  /** Where commands are written down; `undefined`: nowhere. */
  auditLog(store: Store): AuditLog | undefined
  /** Starts the gateway in this process; the exit code, 0 once it serves. */
  startGateway(args: readonly string[]): Promise<ExitCode>
  /** The built `integrity-worker.ts`; without it everything runs on one thread. */
  readonly integrityWorker?: URL
  /** The built `worker.ts` of SQLite; without it a command that writes much does so on its own thread. */
  readonly commitWorker?: URL
}

/** What the process gives a command: its environment is as it was started with. */
export type ProcessContext = Omit<CommandContext, 'settings'>

/** What a command asks of a route. */
export interface RouteRequest {
  /** A command knows of the parts of a route that a gateway has them. */
  readonly route: Route<never>
  /** That of the route, with the ids in their places. */
  readonly path: string
  /** `entityId` names whom the request is for. */
  readonly parameters: URLSearchParams
}

export interface RouteReply {
  readonly status: number
  readonly body: unknown
}

export interface OpenedServices {
  readonly services: object
  close(): Promise<void>
}

/** `0` done and nothing found, `1` findings or failure, `2` wrong usage. */
export type ExitCode = 0 | 1 | 2

type Options = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>['options']>

/** The words after the command's name, as its `options` and `operands` describe them. */
export interface Words {
  /** The name of the command. */
  readonly command: string
  readonly options: Readonly<Record<string, string | boolean | undefined>>
  readonly operands: readonly string[]
}

export interface Command {
  /** One word, or two for commands about one thing: `entity list`. */
  readonly name: string
  /** One line for `tillgate help`. */
  readonly summary: string
  /** What follows the name, as `tillgate <name> --help` shows it. */
  readonly usage: string
  /** Lines that explain it. */
  readonly help: readonly string[]
  readonly options: Options
  /** Names of what it takes beside its options, all of them required. */
  readonly operands: readonly string[]
  /** What it takes of after these, any number of them. */
  readonly further?: string
  run(words: Words, context: CommandContext): Promise<ExitCode>
}

/** Ends a command with one line and an exit code. */
export class CommandFault extends Error {
  readonly exitCode: 1 | 2
  /** Of the route that has refused, if one was asked. */
  readonly status: number | undefined

  constructor(exitCode: 1 | 2, message: string, options?: ErrorOptions & { status?: number }) {
    super(message, options)
    this.exitCode = exitCode
    this.status = options?.status
  }
}

/** The value of an option that takes one, `undefined` when it is not there. */
export function textOption(words: Words, name: string): string | undefined {
  const value = words.options[name]
  return typeof value === 'string' ? value : undefined
}
