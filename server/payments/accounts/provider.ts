import type { TSchema } from 'typebox'
import type { Connector } from '../connectors/connector.ts'
import type { ConnectParts } from '../connectors/provider-parts.ts'

/** A secret that the provider gives out, such as an API key. */
export interface CredentialSlot {
  readonly name: string
  /** For people. */
  readonly title: string
  readonly help: string
  /** An account takes payments without it as well. */
  readonly isOptional?: true
  /** It proves what the provider tells, and says nothing of where money goes. */
  readonly provesEvents?: true
  /** How a value is written, which `words` tell after "must be"; absent: the provider says it. */
  readonly value?: { readonly fits: RegExp; readonly words: string }
  /** Its first group says of which environment a value is; others would move real money in test, or none in live. */
  readonly namesEnvironment?: RegExp
}

/** What was shown of a connector; nothing else is claimed of it. */
export interface Proven {
  /** The published description of the provider's API that requests and answers are compared with. */
  readonly schema: string
  /** Day, UTC, of the record of `node run.mjs prove` with an account of the provider's test environment. Absent: none. */
  readonly testAccount?: string
  /** Who says to have sold through it in live, and since which day. Absent: nobody. */
  readonly live?: { readonly by: string; readonly day: string }
}

/** A provider that accounts can be made of: all that the gateway knows of it, by its own folder (docs/connectors.md). */
export interface Provider {
  /** A word in lower case: the first part of the ids of its accounts. */
  readonly name: string
  /** For people. */
  readonly title: string
  /** Live has no accounts of it. */
  readonly testOnly?: true
  /** Made of the kinds of settings: faults, form and type come from it. */
  readonly settings: TSchema
  readonly credentials: readonly CredentialSlot[]
  /** It tells what happens later, at the address of the account. */
  readonly tellsEvents?: true
  /** Absent: its connector needs no proof, because both sides of it are ours. */
  readonly proven?: Proven
  /** How it writes the id of a merchant, which `words` tell after "must be". */
  readonly merchantId: { readonly fits: RegExp; readonly words: string }
  /** Makes the connector of an account. Absent: the simulated acquirer of the process stands for it. */
  connect?(parts: ConnectParts): Connector
}

export function providerNamed(name: string, providers: readonly Provider[]): Provider | undefined {
  return providers.find((one) => one.name === name)
}

/** The providers of whom a gateway of this environment has accounts. */
export function offeredIn(
  environment: 'test' | 'live',
  providers: readonly Provider[],
): readonly Provider[] {
  return providers.filter((one) => environment === 'test' || one.testOnly !== true)
}

/** Which of the slots have to have a value and have none. `values`: by slot. */
export function emptySlots(
  slots: readonly CredentialSlot[],
  values: Readonly<Record<string, unknown>> | undefined,
): readonly string[] {
  return slots
    .filter(({ name, isOptional }) => isOptional !== true && values?.[name] === undefined)
    .map(({ name }) => name)
}
