import type { FastifyBaseLogger } from 'fastify'
import type { RuleSource, SealedColumn } from '../cli/check-rule.ts'
import type { Command } from '../cli/command.ts'
import type { DoctorCheck } from '../cli/doctor-check.ts'
import type { Access } from '../entities/access.ts'
import type { AuditLog } from '../entities/audit-log.ts'
import type { RouteFacts } from '../http/route.ts'
import type { Config } from '../kernel/settings/config.ts'
import type { Clock, EntityClock } from '../kernel/timers/clock.ts'
import type { Vault } from '../kernel/vault/vault.ts'
import type { ChangeSet, DeliveryRow, Store } from '../store/port.ts'
import type { CallKind, Notifications } from './notifications.ts'
import type { PaymentExtension } from './screen/payment-extension.ts'

/**
 * When an extension looks at a first payment. A phase sees what the earlier ones let pass; within a phase
 * the order does not matter.
 */
const PHASES = [
  /** May refuse or decline it: risk checks. */
  'judge',
  /** Stores what it is paid with: registrations. */
  'store',
  /** Takes what can be used up: balances, tokens. */
  'spend',
  /** Writes beside it what it belongs to: its checkout, how long its number is kept. */
  'record',
  /** Tells others of it. */
  'tell',
] as const

type Phase = (typeof PHASES)[number]

/** The gateway before its features: what each of them is given. */
export interface Core {
  readonly environment: 'test' | 'live'
  /** Of the acquirers that payments are sent to: in a rehearsal of live those of test. */
  readonly acquirerEnvironment: 'test' | 'live'
  /** Origin under which browsers reach the gateway. */
  readonly baseUrl: string
  readonly nodeName: string
  readonly store: Store
  readonly vault: Vault
  readonly clock: EntityClock
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn'>
  readonly access: Access
  /** Those of the feature `webhooks`; without it nothing is told. */
  readonly notifications: Notifications
  /** Why an address of a merchant may not be called, as the end of a sentence. */
  readonly urlFault: (url: string) => string | undefined
}

/** What a feature adds before there are payments, beside what others take of it by its name. */
export interface Joined {
  readonly extensions?: Readonly<Partial<Record<Phase, readonly PaymentExtension[]>>>
}

/** How the calls to servers of merchants are made, by kind; those of webhooks are made where they are sent. */
export type CallKinds = Readonly<
  Record<Exclude<DeliveryRow['kind'], 'webhook' | 'test'>, CallKind | undefined>
>

/** What a feature adds when there are payments, beside what others take of it by its name. */
export interface Started {
  readonly work?: readonly RepeatedWork[]
  /**
   * What is written besides in a commit with these changes; `undefined`, synchronously, where that is nothing,
   * so that a plain payment awaits no promise. Must not add what can conflict.
   */
  readonly withCommit?: (changes: ChangeSet) => ChangeSet | Promise<ChangeSet> | undefined
  /** Is told of every commit that was applied. */
  readonly afterCommit?: (changes: ChangeSet) => void
  /** Begun when the process is ready to listen; goes on in the background. */
  readonly onReady?: () => void
  /** Ends what runs in the background, when the process ends. */
  close?(): Promise<void>
}

/** Work that a process repeats while it runs. */
export interface RepeatedWork {
  /** In milliseconds; absent: as often as due work is looked for. */
  readonly everyMs?: number
  /** Deletes or closes by the time: it waits while the clock may be wrong (R-CLK-2). */
  readonly needsRightTime?: true
  /** Resolves to whether there may be more to do at once. */
  run(): Promise<boolean>
}

/** What a feature is given to add to the demo. */
export interface DemoGiven extends Pick<Core, 'store' | 'baseUrl'> {
  readonly clock: Clock
  /** The demo's channel. */
  readonly entityId: string
}

/**
 * All that the rest of the gateway knows of a feature; `server/features.ts` lists them. `join` and `start`
 * take what they need and say what they make; `server/compose.ts` calls them.
 */
export interface Feature {
  readonly name: string
  /** Live does not have it. */
  readonly testOnly?: true
  /** The features whose face it imports. */
  readonly needs?: readonly string[]
  readonly routes?: readonly RouteFacts[]
  /** Of `tillgate`: loaded for a command only, because a process that serves needs none. */
  readonly commands?: () => Promise<readonly Command[]>
  /** Of `tillgate check`. */
  readonly checks?: readonly RuleSource[]
  /** Of `tillgate doctor`. */
  readonly doctor?: readonly DoctorCheck[]
  /** What it keeps that the vault has sealed. */
  readonly seals?: readonly SealedColumn[]
  /** What it takes of the settings of the process, with the files that they name. Each rejects with one line. */
  readonly readSettings?: Readonly<Record<string, (config: Config) => Promise<unknown>>>
  /** Of the paths below one: the ndc of a request by its address, before anything is read. */
  readonly ndc?: { readonly below: string; readonly of: (url: string) => string | undefined }
  /** What it adds to the demo of the test environment; answers what the start prints of it, with a name for each. */
  readonly demo?: (given: DemoGiven) => Promise<readonly (readonly [name: string, value: string])[]>
  /** Where commands are written down. */
  readonly auditLog?: (given: { readonly store: Store; readonly clock: Clock }) => AuditLog
  /** Before there are payments. */
  readonly join?: (given: never) => object
  /** When there are payments. */
  readonly start?: (given: never) => Started
}

/** What features add to payments, in the order of the phases; within a phase in the order of the parts. */
export function inPhases(parts: readonly (Joined | undefined)[]): readonly PaymentExtension[] {
  return PHASES.flatMap((phase) => parts.flatMap((part) => part?.extensions?.[phase] ?? []))
}

/** What features do beside requests, as one. `close` ends all of them, and rejects where one cannot be. */
export function startedTogether(parts: readonly (Started | undefined)[]) {
  const all = parts.filter((part) => part !== undefined)
  return {
    work: all.flatMap(({ work = [] }) => work),
    withCommit: all.flatMap(({ withCommit = [] }) => withCommit),
    afterCommit: all.flatMap(({ afterCommit = [] }) => afterCommit),
    onReady() {
      for (const one of all) one.onReady?.()
    },
    async close() {
      const closed = await Promise.allSettled(all.map((one) => one.close?.()))
      for (const one of closed) if (one.status === 'rejected') throw one.reason
    },
  }
}
