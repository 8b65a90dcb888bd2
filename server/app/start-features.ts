import type { Config } from '../kernel/settings/config.ts'
import {
  type AuthenticateStep,
  type CallKinds,
  type DemoGiven,
  type Feature,
  type InstrumentSources,
  type Joined,
  type PaymentExtension,
  PHASES,
  type Phase,
  type RepeatedWork,
  type Started,
  type TimerHandlers,
} from '../payments/index.ts'
import type { ChangeSet } from '../store/port.ts'

type Features = readonly Feature[]

interface Environment {
  readonly environment: 'test' | 'live'
}

type Step = 'join' | 'start'

/** What a feature asks for in a step. */
type AskedBy<One, Name extends Step> = One extends { readonly [Key in Name]: infer Run }
  ? Run extends (given: infer Asked) => unknown
    ? Asked
    : unknown
  : unknown

/** What a feature makes in a step, in the environments that have it. */
type ServicesOf<One, Name extends Step> = One extends { readonly [Key in Name]: infer Run }
  ? Run extends (given: never) => { readonly services: infer Services }
    ? Services
    : unknown
  : unknown

/** What a feature makes in a step. */
type MadeBy<One, Name extends Step> = One extends { readonly testOnly: true }
  ? Partial<ServicesOf<One, Name>>
  : ServicesOf<One, Name>

/** What the features of the test environment make: their routes are registered only there. */
export type TestServices<List> = List extends readonly [infer First, ...infer Rest]
  ? First extends { readonly testOnly: true }
    ? ServicesOf<First, 'join'> & ServicesOf<First, 'start'> & TestServices<Rest>
    : TestServices<Rest>
  : unknown

/** What all features make in a step. */
type AllMadeBy<List, Name extends Step> = List extends readonly [infer First, ...infer Rest]
  ? MadeBy<First, Name> & AllMadeBy<Rest, Name>
  : unknown

/** What features ask for that neither the rest of the gateway nor another feature makes. */
export type GivenToFeatures<List, Others extends PropertyKey> = Partial<
  Omit<AskedByAll<List>, Others | keyof AllMadeBy<List, 'join'> | keyof AllMadeBy<List, 'start'>>
>

/** What all features ask for. */
type AskedByAll<List> = List extends readonly [infer First, ...infer Rest]
  ? AskedBy<First, 'join'> & AskedBy<First, 'start'> & AskedByAll<Rest>
  : unknown

/** The list itself where each feature is given what it asks for; else the names of what one lacks. */
type Complete<List, Name extends Step, Given> = List extends readonly [infer First, ...infer Rest]
  ? Given extends AskedBy<First, Name>
    ? readonly [First, ...Complete<Rest, Name, Given & MadeBy<First, Name>>]
    : readonly [{ lacks: Lacking<Given, AskedBy<First, Name>>; feature: First }]
  : List

type Lacking<Given, Asked> = {
  [Name in keyof Asked]: Name extends keyof Given
    ? Given[Name] extends Asked[Name]
      ? never
      : Name
    : Name
}[keyof Asked]

/** What features add before there are payments. */
export interface JoinedFeatures<Services> {
  readonly services: Services
  readonly instruments: InstrumentSources
  readonly authentication: AuthenticateStep | undefined
  readonly callKinds: CallKinds
  /** All extensions in the order of their phases, with further ones that no feature brings. */
  extensions(further: NonNullable<Joined['extensions']>): readonly PaymentExtension[]
}

/** Joins features to the core, each with what those before it have made. */
export function joinFeatures<const List extends Features, Given extends Environment>(
  features: List & Complete<List, 'join', Given>,
  given: Given,
): JoinedFeatures<AllMadeBy<List, 'join'>> {
  const { made, services } = run<Joined>(features, 'join', given)
  const inPhase = (phase: Phase) => made.flatMap(({ extensions }) => extensions?.[phase] ?? [])
  return {
    services: services as AllMadeBy<List, 'join'>,
    instruments: merged(made.map(({ instruments }) => instruments)),
    authentication: made.find(({ authentication }) => authentication !== undefined)?.authentication,
    callKinds: merged(made.map(({ calls }) => calls)),
    extensions: (further) =>
      PHASES.flatMap((phase) => [...inPhase(phase), ...(further[phase] ?? [])]),
  }
}

/** What features add when there are payments. */
export interface StartedFeatures<Services> {
  readonly services: Services
  readonly timers: TimerHandlers
  readonly work: readonly RepeatedWork[]
  readonly withCommit: readonly NonNullable<Started['withCommit']>[]
  readonly afterCommit: readonly ((changes: ChangeSet) => void)[]
  onReady(): void
  close(): Promise<void>
}

/** Starts features, each with what those before it have made. */
export function startFeatures<const List extends Features, Given extends Environment>(
  features: List & Complete<List, 'start', Given>,
  given: Given,
): StartedFeatures<AllMadeBy<List, 'start'>> {
  const { made, services } = run<Started>(features, 'start', given)
  return {
    services: services as AllMadeBy<List, 'start'>,
    timers: merged(made.map(({ timers }) => timers)),
    work: made.flatMap(({ work = [] }) => work),
    withCommit: made.flatMap(({ withCommit = [] }) => withCommit),
    afterCommit: made.flatMap(({ afterCommit = [] }) => afterCommit),
    onReady() {
      for (const one of made) one.onReady?.()
    },
    async close() {
      const closed = await Promise.allSettled(made.map((one) => one.close?.()))
      for (const one of closed) if (one.status === 'rejected') throw one.reason
    },
  }
}

/** The types of the features have checked that each is given what it asks for. */
function run<Added extends { readonly services?: object }>(
  features: Features,
  step: Step,
  given: Environment,
): { readonly made: readonly Added[]; readonly services: object } {
  const made: Added[] = []
  const services = {}
  for (const feature of features) {
    if (given.environment === 'live' && feature.testOnly) continue
    const added = feature[step]?.(Object.assign({}, given, services) as never) as Added | undefined
    if (added === undefined) continue
    made.push(added)
    merge(services, added.services)
  }
  return { made, services }
}

/** One of two features that make the same would be lost. */
function merge(all: object, added: object = {}): object {
  const twice = Object.keys(added).find((name) => name in all)
  if (twice !== undefined) throw new Error(`Two features make ${twice}`)
  return Object.assign(all, added)
}

function merged<Part extends object>(parts: readonly (Part | undefined)[]): Part {
  return parts.reduce((all: object, part) => merge(all, part), {}) as Part
}

/** What a feature takes of the settings of the process. */
type ReadBy<One> = One extends { readonly readSettings: infer Readers }
  ? ReadByEach<Readers>
  : unknown

type ReadByEach<Readers> = Readers extends readonly [
  (config: Config) => Promise<infer Read>,
  ...infer Rest,
]
  ? Partial<Read> & ReadByEach<Rest>
  : unknown

type ReadByAll<List> = List extends readonly [infer First, ...infer Rest]
  ? ReadBy<First> & ReadByAll<Rest>
  : unknown

/** What features take of the settings of the process. Rejects with one line. */
export async function readSettings<const List extends Features>(
  features: List,
  config: Config,
): Promise<ReadByAll<List>> {
  const read = {}
  for (const { readSettings: readers = [] } of features) {
    for (const reader of readers) Object.assign(read, await reader(config))
  }
  return read as ReadByAll<List>
}

/** What features add to the demo of the test environment, in their order. */
export async function addToDemo(
  features: Features,
  given: DemoGiven,
): Promise<readonly (readonly [name: string, value: string])[]> {
  const lines = []
  for (const { demo } of features) lines.push(...((await demo?.(given)) ?? []))
  return lines
}

/** Why features cannot read their settings, one line for each. */
export async function settingsFaults(
  features: Features,
  config: Config,
): Promise<readonly string[]> {
  const readers = features.flatMap(({ readSettings: each = [] }) => each)
  const tried = await Promise.allSettled(readers.map((reader) => reader(config)))
  return tried.flatMap((one) => (one.status === 'rejected' ? [messageOf(one.reason)] : []))
}

function messageOf(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason)
}
