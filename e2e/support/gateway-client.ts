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

/** The members of a payment's status that the tests read. */
export interface PaymentStatus {
  readonly result: { readonly code: string; readonly description: string }
  readonly amount?: string
  readonly currency?: string
  readonly paymentBrand?: string
  readonly card?: Readonly<Record<string, string>>
  readonly customParameters?: Readonly<Record<string, string>>
}

/** What a merchant's server does: opens checkouts and reads what became of them, with its token. */
export interface GatewayClient {
  createCheckout(parameters?: Parameters): Promise<Checkout>
  status(checkoutId: string): Promise<PaymentStatus>
}

const headers = { Authorization: `Bearer ${processDemo.accessToken}` }

export function gatewayClient({ url }: ServerProcess): GatewayClient {
  return {
    async createCheckout(parameters = {}) {
      const body = new URLSearchParams({
        entityId: processDemo.entityId,
        amount: '92.00',
        currency: 'EUR',
        paymentType: 'DB',
        ...parameters,
      })
      const response = await fetch(`${url}/v1/checkouts`, { method: 'POST', headers, body })
      const { id, integrity = '', result } = await response.json()
      expect(result.code, JSON.stringify(result)).toBe('000.200.100')
      return { id, integrity, script: `${url}/v1/paymentWidgets.js?checkoutId=${id}` }
    },
    async status(checkoutId) {
      const query = new URLSearchParams({ entityId: processDemo.entityId })
      const response = await fetch(`${url}/v1/checkouts/${checkoutId}/payment?${query}`, {
        headers,
      })
      return (await response.json()) as PaymentStatus
    },
  }
}
