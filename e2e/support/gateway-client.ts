import { expect } from '@playwright/test'
import { processDemo, type ServerProcess } from '../../server/testing/server-process.fixture.ts'

export type Parameters = Readonly<Record<string, string>>

/** A checkout as the merchant's server has it after creation. */
export interface Checkout {
  readonly id: string
  /** Address of the widget's script for this checkout. */
  readonly script: string
  /** Hash of that script; only where it was asked for at creation. */
  readonly integrity: string
}

/** Where the shopper has to be sent to, and with what. */
export interface Redirect {
  readonly url: string
  readonly method?: 'GET' | 'POST'
  readonly parameters: readonly { readonly name: string; readonly value: string }[]
}

/** The members of an answer about a payment or a registration that the tests read. */
export interface PaymentStatus {
  readonly id: string
  readonly result: { readonly code: string; readonly description: string }
  readonly amount?: string
  readonly currency?: string
  readonly paymentBrand?: string
  readonly card?: Readonly<Record<string, string>>
  readonly customParameters?: Readonly<Record<string, string>>
  readonly registrationId?: string
  readonly redirect?: Redirect
  readonly resultDetails?: Readonly<Record<string, string>>
}

/** What a merchant's server does: opens checkouts and reads what became of them, with its token. */
export interface GatewayClient {
  createCheckout(parameters?: Parameters): Promise<Checkout>
  /** A checkout that stores payment details and pays nothing. */
  createStoringCheckout(parameters?: Parameters): Promise<Checkout>
  /** Address of the script for a page that makes its checkout later, and the hash of that script. */
  readonly scriptWithoutCheckout: string
  fastCheckoutIntegrity(): Promise<string>
  /** Pays with what the shopper's submit has kept for a summary page. */
  payKept(checkoutId: string): Promise<PaymentStatus>
  status(checkoutId: string): Promise<PaymentStatus>
  /** Asks for a payment of 92.00 EUR, or for what the parameters say. */
  pay(path: string, parameters?: Parameters): Promise<PaymentStatus>
  /** All payments of an order, by `merchantTransactionId`, in whatever checkouts. */
  paymentsOf(order: string): Promise<readonly PaymentStatus[]>
  /** @param resourcePath as the shopper brings it back */
  read(resourcePath: string): Promise<PaymentStatus>
}

interface OpenedCheckout {
  readonly id: string
  readonly integrity?: string
  readonly result: { readonly code: string }
}

const headers = { Authorization: `Bearer ${processDemo.accessToken}` }

/** @param entityId the channel that sells */
export function gatewayClient(
  { url }: ServerProcess,
  entityId: string = processDemo.entityId,
): GatewayClient {
  const payment = { entityId, amount: '92.00', currency: 'EUR', paymentType: 'DB' }
  const scriptOf = (id: string) => `${url}/v1/paymentWidgets.js?checkoutId=${id}`

  async function post<Answer>(path: string, parameters: Parameters): Promise<Answer> {
    const body = new URLSearchParams(parameters)
    const response = await fetch(url + path, { method: 'POST', headers, body })
    return (await response.json()) as Answer
  }

  async function open(parameters: Parameters): Promise<Omit<Checkout, 'script'>> {
    const created = await post<OpenedCheckout>('/v1/checkouts', parameters)
    expect(created.result.code, JSON.stringify(created.result)).toBe('000.200.100')
    return { id: created.id, integrity: created.integrity ?? '' }
  }

  async function read(resourcePath: string): Promise<PaymentStatus> {
    const query = new URLSearchParams({ entityId })
    const response = await fetch(`${url}${resourcePath}?${query}`, { headers })
    return (await response.json()) as PaymentStatus
  }

  return {
    async createCheckout(parameters) {
      const checkout = await open({ ...payment, ...parameters })
      return { ...checkout, script: scriptOf(checkout.id) }
    },
    async createStoringCheckout(parameters) {
      const checkout = await open({ entityId, createRegistration: 'true', ...parameters })
      return { ...checkout, script: scriptOf(`${checkout.id}/registration`) }
    },
    scriptWithoutCheckout: `${url}/v1/paymentWidgets.js`,
    async fastCheckoutIntegrity() {
      const answer = await fetch(`${url}/v1/fastcheckout/integrity`)
      return ((await answer.json()) as { readonly integrity: string }).integrity
    },
    payKept: (checkoutId) =>
      post<PaymentStatus>(`/v1/checkouts/${checkoutId}/payment`, { entityId }),
    status: (checkoutId) => read(`/v1/checkouts/${checkoutId}/payment`),
    pay: (path, parameters) => post<PaymentStatus>(path, { ...payment, ...parameters }),
    async paymentsOf(order) {
      const query = new URLSearchParams({ entityId, merchantTransactionId: order })
      const response = await fetch(`${url}/v3/query?${query}`, { headers })
      return ((await response.json()) as { records?: readonly PaymentStatus[] }).records ?? []
    },
    read,
  }
}
