import { type KeyInUse, keyInUse } from '../../http/idempotency/idempotency.ts'
import { decideAndCommit } from '../../kernel/decide-and-commit.ts'
import { newObjectId } from '../../kernel/ids.ts'
import type { EntityClock } from '../../kernel/timers/clock.ts'
import type { Vault } from '../../kernel/vault/vault.ts'
import {
  isRefusal,
  type ParameterError,
  type Refusal,
  refuse,
  refuseParameters,
  tooBusy,
} from '../../results/refusal.ts'
import type { ChangePart } from '../../store/commit-parts.ts'
import {
  type Change,
  type ConnectorAccountRow,
  MAX_CONNECTOR_ACCOUNTS,
  type Store,
} from '../../store/port.ts'
import { accountSettingsOf } from './account.ts'
import {
  type Credentials,
  openCredentials,
  type Rotation,
  rotated,
  type SlotValues,
  sealCredentials,
} from './credentials.ts'
import { type DescribedAccount, descriptionFaults } from './described-account.ts'
import { type CredentialSlot, emptySlots, type Provider, providerNamed } from './provider.ts'

export interface AccountManagementParts {
  readonly environment: 'test' | 'live'
  readonly store: Store
  readonly vault: Pick<Vault, 'sealCredential' | 'openCredential'>
  readonly clock: EntityClock
  /** Those that accounts can be made of. */
  readonly providers: readonly Provider[]
}

/** How an account is changed. */
export interface AccountChange {
  /** Changes for the same commit, such as those of the request's idempotency key. */
  readonly extra?: (made: ConnectorAccountRow) => readonly ChangePart[]
  /** See `heldUntilMs` of the account; set where the change says where money goes. Absent: at once, as an operator may. */
  readonly heldUntilMs?: number | undefined
}

type Done = Promise<ConnectorAccountRow | Refusal | KeyInUse>

/** Makes and changes connector accounts, for the routes and the commands. */
export interface AccountManagement {
  /** It is active where its provider needs no credentials, else once it has them and is made active. */
  add(wanted: DescribedAccount & { readonly entityId: string }, how?: AccountChange): Done
  change(
    id: string,
    changed: Partial<
      Pick<DescribedAccount, 'name' | 'merchantId' | 'settings'> &
        Pick<ConnectorAccountRow, 'state'>
    >,
    how?: AccountChange,
  ): Done
  /** Where a change holds the account, a next value is not made the only one within that time after it was written. */
  rotate(id: string, slot: string, rotation: Rotation, how?: AccountChange): Done
}

export function createAccountManagement(parts: AccountManagementParts): AccountManagement {
  const { vault, providers } = parts
  const slotsOf = ({ provider }: Pick<ConnectorAccountRow, 'provider'>) =>
    providerNamed(provider, providers)?.credentials ?? []
  return {
    add: (wanted, how = {}) => add(wanted, how, parts),

    change: (id, changed, how = {}) =>
      step(id, parts, how, (row) => {
        const described = { ...row, settings: accountSettingsOf(row), ...changed }
        const faults = descriptionFaults(described, parts)
        if (faults.length > 0) return refuseParameters(faults)
        const missing =
          changed.state === 'active' ? emptySlots(slotsOf(row), openCredentials(vault, row)) : []
        if (missing.length > 0) return lacksCredentials(missing)
        const { name, merchantId, settings, state } = described
        const set = { name, merchantId, settings: JSON.stringify(settings), state }
        const isElsewhere = merchantId !== row.merchantId || set.settings !== row.settings
        return { ...set, ...(isElsewhere ? heldBy(how) : {}) }
      }),

    rotate: (id, slot, rotation, how = {}) =>
      step(id, parts, how, (row) => {
        const slots = slotsOf(row)
        const found = slots.find(({ name }) => name === slot)
        if (found === undefined) return refuseParameters([unknownSlot(slot, slots)])
        const fault =
          'value' in rotation ? credentialFault(found, rotation.value, parts) : undefined
        if (fault !== undefined) return refuseParameters([fault])
        const before = openCredentials(vault, row)
        // What does not open cannot be used any more, but be replaced.
        if (before === undefined && rotation.step !== 'replace') return unopened
        const nowMs = parts.clock.now()
        if (rotation.step === 'finish' && isTooSoon(before?.[slot], how, nowMs)) return tooSoon
        const fromMs = found.provesEvents === true ? how.heldUntilMs : undefined
        const values = rotated(before?.[slot], rotation, { nowMs, fromMs })
        if ('fault' in values) {
          return refuseParameters([{ name: 'slot', value: slot, message: values.fault }])
        }
        const credentials: Credentials = { ...before, [slot]: values }
        const sealedCredentials = sealCredentials(vault, id, credentials)
        // The first value of a slot, and one that replaces it at once, say where money goes from now on.
        const isFirst = rotation.step === 'replace' || before?.[slot] === undefined
        const isElsewhere = isFirst && found.provesEvents !== true
        return { sealedCredentials, ...(isElsewhere ? heldBy(how) : {}) }
      }),
  }
}

function heldBy({ heldUntilMs }: AccountChange): Set {
  return heldUntilMs === undefined ? {} : { heldUntilMs }
}

/** Whether a next value that a person has written is to count alone before colleagues could notice it. */
function isTooSoon(
  values: SlotValues | undefined,
  { heldUntilMs }: AccountChange,
  nowMs: number,
): boolean {
  if (heldUntilMs === undefined || values?.nextAtMs === undefined) return false
  return nowMs < values.nextAtMs + (heldUntilMs - nowMs)
}

async function add(
  wanted: DescribedAccount & { readonly entityId: string },
  { extra = () => [], heldUntilMs }: AccountChange,
  parts: AccountManagementParts,
): Done {
  const { store, clock, providers } = parts
  const faults = descriptionFaults(wanted, parts)
  if (faults.length > 0) return refuseParameters(faults)
  const nowMs = clock.now()
  const id = `${wanted.provider}:${newObjectId(nowMs)}`
  const slots = providerNamed(wanted.provider, providers)?.credentials ?? []
  const needsCredentials = slots.some(({ isOptional }) => isOptional !== true)
  const { settings, ...named } = wanted
  const done = await decideAndCommit<number, ConnectorAccountRow | Refusal | KeyInUse>(parts, {
    load: async () => freeSlot(await store.read.connectorAccountsOf([wanted.entityId])),
    decide: (slot) => {
      if (slot > MAX_CONNECTOR_ACCOUNTS) return { result: tooManyAccounts }
      const row: ConnectorAccountRow = {
        ...named,
        id,
        settings: JSON.stringify(settings),
        sealedCredentials: '',
        state: needsCredentials ? 'disabled' : 'active',
        createdAtMs: nowMs,
        updatedAtMs: nowMs,
        version: 1,
        slot,
        heldUntilMs: heldUntilMs ?? null,
      }
      return { result: row, parts: [...extra(row), own({ kind: 'insertConnectorAccount', row })] }
    },
    onConflict: keyInUse,
  })
  return done ?? tooBusy
}

type Set = Partial<
  Pick<
    ConnectorAccountRow,
    'name' | 'merchantId' | 'settings' | 'sealedCredentials' | 'state' | 'heldUntilMs'
  >
>

async function step(
  id: string,
  parts: AccountManagementParts,
  { extra = () => [] }: AccountChange,
  decide: (row: ConnectorAccountRow) => Set | Refusal,
): Done {
  const { store, clock } = parts
  const done = await decideAndCommit<
    ConnectorAccountRow | undefined,
    ConnectorAccountRow | Refusal | KeyInUse
  >(parts, {
    load: () => store.read.connectorAccount(id),
    decide: (row) => {
      if (row === undefined) return { result: unknownAccount }
      const changed = decide(row)
      if (isRefusal(changed)) return { result: changed }
      const set = { ...changed, updatedAtMs: clock.now() }
      const made = { ...row, ...set, version: row.version + 1 }
      const stepped = { id, expectedVersion: row.version, set } as const
      return {
        result: made,
        parts: [...extra(made), own({ kind: 'stepConnectorAccount', ...stepped })],
      }
    },
    onConflict: keyInUse,
  })
  return done ?? tooBusy
}

function own(change: Change): ChangePart {
  return { owner: 'connectorAccount', changes: [change] }
}

/** The first place from 1 on that no account of the entity has. */
function freeSlot(rows: readonly ConnectorAccountRow[]): number {
  const taken = new Set(rows.map(({ slot }) => slot))
  let slot = 1
  while (taken.has(slot)) slot++
  return slot
}

function unknownSlot(slot: string, slots: readonly CredentialSlot[]): ParameterError {
  const message =
    slots.length === 0
      ? 'names no credential: accounts of this provider have none'
      : `must be one of ${slots.map(({ name }) => name).join(', ')}`
  return { name: 'slot', value: slot, message }
}

/** The value is a secret: the fault does not show it. */
function credentialFault(
  { value: form, namesEnvironment }: CredentialSlot,
  value: string,
  { environment }: Pick<AccountManagementParts, 'environment'>,
): ParameterError | undefined {
  if (form !== undefined && !form.fits.test(value)) {
    return { name: 'credential', value: '', message: `must be ${form.words}` }
  }
  const named = namesEnvironment?.exec(value)?.[1]
  if (named === undefined || named === environment) return undefined
  const message = `is of the provider's ${named} environment, and accounts here are of ${environment}: write one of ${environment}`
  return { name: 'credential', value: '', message }
}

const tooManyAccounts = refuse('200.300.407', {
  description: `An entity has at most ${MAX_CONNECTOR_ACCOUNTS} connector accounts`,
})

export const unknownAccount = refuse('700.400.580', {
  status: 404,
  description: 'There is no such connector account',
})

const unopened = refuse('200.300.407', {
  description:
    'The keys of this installation do not open the credentials of this account: replace each of them',
})

const tooSoon = refuse('200.300.407', {
  description:
    'The next value counts alone a day after it was written: until then both count, and colleagues can notice it. On the machine of the gateway, tillgate account rotate does it at once',
})

function lacksCredentials(slots: readonly string[]): Refusal {
  const description = `The account has no ${slots.join(' and no ')} yet: write it first`
  return refuse('200.300.407', { description })
}
