import type { FastifyBaseLogger } from 'fastify'
import { AUTHENTICATION_PAGE_PATH } from '../../../../common/authentication-wire.ts'
import type { Access } from '../../../entities/access.ts'
import type { EntityClock } from '../../../kernel/timers/clock.ts'
import type { Vault } from '../../../kernel/vault/vault.ts'
import type { EndAuthentication, StoredCard } from '../../../payments/authenticate/index.ts'
import type { Redirect } from '../../../payments/connectors/index.ts'
import type { PaymentService } from '../../../payments/index.ts'
import type { PaymentRow, Store } from '../../../store/port.ts'
import type { ThreeDsServer } from '../server/contract.ts'

/**
 * Asks the connector of a pending payment for its outcome, and returns the payment as it is stored
 * afterwards. Rejects only where the store cannot read.
 */
export type AskConnector = PaymentService['refresh']

export interface AuthenticationParts {
  readonly store: Store
  readonly vault: Vault
  readonly clock: EntityClock
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn'>
  /** Absent where 3-D Secure is off. Payments that already wait for an authentication still end. */
  readonly server: ThreeDsServer | undefined
  readonly access: Pick<Access, 'settingsOf' | 'merchantNameOf'>
  /** Origin under which browsers and directories reach the gateway. */
  readonly baseUrl: string
  /** What the gateway knows of a stored card; `undefined`: it stores none. */
  readonly storedCardOf: ((registrationId: string) => Promise<StoredCard | undefined>) | undefined
}

/** The parts together with the function that ends the wait of a payment. */
export interface RunningParts extends AuthenticationParts {
  readonly end: EndAuthentication
}

/** The same, for what browsers ask. */
export interface BrowserParts extends RunningParts {
  readonly askConnector: AskConnector
}

/** The token that proves that a browser was sent to the authentication page of a payment. */
export function browserToken(
  { id }: Pick<PaymentRow, 'id'>,
  vault: Pick<Vault, 'keyedHash'>,
): string {
  return vault.keyedHash(`authentication ${id}`)
}

/**
 * The token that proves that a result comes from the directory that was asked: only that directory gets
 * the address with the token.
 */
export function resultToken(transactionId: string, vault: Pick<Vault, 'keyedHash'>): string {
  return vault.keyedHash(`authentication result ${transactionId}`)
}

/** The redirect to the gateway's authentication page, which carries out all steps of the browser. */
export function pageRedirect(
  payment: Pick<PaymentRow, 'id'>,
  parts: { readonly vault: Pick<Vault, 'keyedHash'>; readonly baseUrl: string },
): Redirect {
  return {
    url: parts.baseUrl + AUTHENTICATION_PAGE_PATH,
    parameters: [
      { name: 'id', value: payment.id },
      { name: 'token', value: browserToken(payment, parts.vault) },
    ],
  }
}
