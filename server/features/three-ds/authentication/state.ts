import { walletOfBrand } from '../../../parameters/mobile-wallets.ts'
import type { AuthenticationRow, Change, PaymentRow, Store } from '../../../store/port.ts'
import type { CardRange } from '../server/contract.ts'
import { mayFollow } from '../server/states.ts'

/** The data of an authentication without columns of their own, stored as JSON. No card data, no proof. */
export interface AuthenticationData {
  /** Version of the protocol. */
  readonly version: CardRange['version']
  /** No range of the directory holds the card: it is not asked, and the browser only comes and goes. */
  readonly isNotEnrolled?: true
  /** The brand of the card itself, where the payment has the brand of a wallet. */
  readonly brand?: string
  readonly methodUrl?: string
  /** The issuer has reported that its method call is done. */
  readonly methodDone?: true
  /** The browser data that the page collected: wire names and values. */
  readonly browser?: Readonly<Record<string, string>>
  /** Replaces the one of the request. */
  readonly challengeIndicator?: string
  readonly acsUrl?: string
  readonly acsTransId?: string
  readonly dsTransId?: string
  readonly challengeMandated?: string
  /** What the issuer's first answer tells the cardholder. */
  readonly cardholderInfo?: string
  /** Until when the cardholder may confirm outside of the browser. */
  readonly decoupledUntilMs?: number
  /** How it ended: the status of EMV 3-D Secure, and why it was cancelled. */
  readonly transStatus?: string
  readonly challengeCancel?: string
}

export function dataOf({ data }: AuthenticationRow): AuthenticationData {
  return JSON.parse(data)
}

/** Changes the state of an authentication and adds to its data. Throws if the state may not follow. */
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

/** Whether an authentication has ended. */
export function hasEnded({ state }: AuthenticationRow): boolean {
  return state === 'passed' || state === 'failed'
}

/** A payment and its latest authentication. */
export interface Authentication {
  readonly payment: PaymentRow
  readonly row: AuthenticationRow
}

/** The card network's brand of a payment's card. */
export function cardBrandOf({ payment: { paymentBrand }, row }: Authentication): string {
  const isWallets = walletOfBrand(paymentBrand) !== undefined
  return isWallets ? (dataOf(row).brand ?? paymentBrand) : paymentBrand
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
