import type { AuthenticationRow, Change, PaymentRow, Store } from '../../engine/store/port.ts'
import type { CardRange } from '../../methods/three-ds/server/contract.ts'
import { mayFollow } from '../../methods/three-ds/server/states.ts'

/** What an authentication keeps beside its columns, as JSON text. Never card data, and no proof. */
export interface AuthenticationData {
  /** Version of the protocol. */
  readonly version: CardRange['version']
  readonly methodUrl?: string
  /** The issuer has said that it has looked at the browser. */
  readonly methodDone?: true
  /** What the page collected: wire names and values. */
  readonly browser?: Readonly<Record<string, string>>
  /** In place of the request's own. */
  readonly challengeIndicator?: string
  readonly acsUrl?: string
  readonly acsTransId?: string
  readonly dsTransId?: string
  readonly challengeMandated?: string
  /** Until when the cardholder may confirm outside of the browser. */
  readonly decoupledUntilMs?: number
  /** How it ended: the status of EMV 3-D Secure, and why it was cancelled. */
  readonly transStatus?: string
  readonly challengeCancel?: string
}

export function dataOf({ data }: AuthenticationRow): AuthenticationData {
  return JSON.parse(data)
}

/** Brings an authentication to a state that may follow, adding to what is kept of it. */
export function stepAuthentication(
  row: AuthenticationRow,
  state: AuthenticationRow['state'],
  added: Partial<AuthenticationData>,
  updatedAtMs: number,
): { readonly change: Change; readonly after: AuthenticationRow } {
  if (!mayFollow(state, row.state)) throw new Error(`${row.id} is ${row.state}, not ${state}`)
  const data = JSON.stringify({ ...dataOf(row), ...added })
  const set = { state, data, updatedAtMs }
  return {
    change: { kind: 'stepAuthentication', id: row.id, expectedVersion: row.version, set },
    after: { ...row, ...set, version: row.version + 1 },
  }
}

/** Whether an authentication is over. */
export function hasEnded({ state }: AuthenticationRow): boolean {
  return state === 'passed' || state === 'failed'
}

/** A payment and its latest authentication. */
export interface Authentication {
  readonly payment: PaymentRow
  readonly row: AuthenticationRow
}

/** The authentication that a payment waits for; `undefined`: it does not wait. */
export async function latestOf(
  payment: PaymentRow,
  { store }: { readonly store: Store },
): Promise<Authentication | undefined> {
  if (payment.state !== 'authenticating' || payment.authenticationId === null) return undefined
  const row = await store.read.authentication(payment.authenticationId)
  return row === undefined || hasEnded(row) ? undefined : { payment, row }
}
