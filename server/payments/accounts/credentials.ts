import { openedCredential } from '../../kernel/vault/unopened.ts'
import type { Vault } from '../../kernel/vault/vault.ts'
import type { ConnectorAccountRow } from '../../store/port.ts'

/**
 * The values of a slot, which the provider gives out. `next` is there while one value is replaced by another: what
 * arrives is checked with both, and what is sent uses the next one as soon as the current one is refused.
 */
export interface SlotValues {
  readonly current: string
  readonly next?: string
  /** When the next one was written. */
  readonly nextAtMs?: number
  /** Of a secret that proves events, where one person alone has written it: from when it counts. */
  readonly currentFromMs?: number
  readonly nextFromMs?: number
}

/** By the name of their slot. */
export type Credentials = Readonly<Record<string, SlotValues>>

/** How the values of a slot change. */
export type Rotation =
  /** Both values count from now on; the first value of an empty slot is its current one. */
  | { readonly step: 'begin'; readonly value: string }
  /** The next value becomes the current one, and that is forgotten. */
  | { readonly step: 'finish' }
  /** The one value that counts; any other is forgotten. */
  | { readonly step: 'replace'; readonly value: string }

/** The values after a change; a fault is the end of a sentence about the slot. `fromMs`: from when a new value counts. */
export function rotated(
  before: SlotValues | undefined,
  rotation: Rotation,
  { nowMs, fromMs }: { readonly nowMs: number; readonly fromMs?: number | undefined },
): SlotValues | { readonly fault: string } {
  const currentFrom = (ms: number | undefined) => (ms === undefined ? {} : { currentFromMs: ms })
  if (rotation.step === 'finish') {
    return before?.next === undefined
      ? { fault: 'has no next value: begin with one' }
      : { current: before.next, ...currentFrom(before.nextFromMs) }
  }
  const { value } = rotation
  if (rotation.step === 'replace' || before === undefined) {
    return { current: value, ...currentFrom(fromMs) }
  }
  return {
    current: before.current,
    ...currentFrom(before.currentFromMs),
    next: value,
    nextAtMs: nowMs,
    ...(fromMs === undefined ? {} : { nextFromMs: fromMs }),
  }
}

/** The values of a slot that count at a time, and when another one of them will. */
export function countingValues(
  { current, next, currentFromMs = 0, nextFromMs = 0 }: SlotValues,
  nowMs: number,
): { readonly values: readonly string[]; readonly changesAtMs: number } {
  const both = [
    { value: current, fromMs: currentFromMs },
    ...(next === undefined ? [] : [{ value: next, fromMs: nextFromMs }]),
  ]
  const later = both.filter(({ fromMs }) => fromMs > nowMs)
  return {
    values: both.filter(({ fromMs }) => fromMs <= nowMs).map(({ value }) => value),
    changesAtMs: Math.min(...later.map(({ fromMs }) => fromMs)),
  }
}

/** For what the credentials of an account are sealed: they open for no other row. */
export function sealedFor(accountId: string): string {
  return `connector account ${accountId}`
}

export function sealCredentials(
  vault: Pick<Vault, 'sealCredential'>,
  accountId: string,
  credentials: Credentials,
): string {
  return vault.sealCredential(sealedFor(accountId), JSON.stringify(credentials))
}

/** `undefined`: the vault does not open them. */
export function openCredentials(
  vault: Pick<Vault, 'openCredential'>,
  { id, sealedCredentials }: Pick<ConnectorAccountRow, 'id' | 'sealedCredentials'>,
): Credentials | undefined {
  if (sealedCredentials === '') return {}
  const text = openedCredential(vault, sealedFor(id), sealedCredentials)
  return text === undefined ? undefined : (JSON.parse(text) as Credentials)
}

/** In characters; a PEM key with its line breaks fits. */
const MAX_CREDENTIAL = 4096

/** A value as it is sent, without blanks around it; `undefined`: it is none. */
export function readCredential(sent: string): string | undefined {
  const value = sent.trim()
  return value === '' || value.length > MAX_CREDENTIAL ? undefined : value
}
