import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { afterAll, beforeAll } from 'vitest'
import { registerBodyParsers } from '../../../server/http/bodies.ts'
import { registerOpenRoutes } from '../../../server/http/register-routes.ts'
import type { ConnectorOutcome, LateWord } from '../../../server/payments/connectors/connector.ts'
import { createSimulator } from '../simulator.ts'
import type { DescribedPayment } from './described-payment.ts'
import { simulatorPageRoutes } from './routes.ts'

/** The pages over payments of which only the description exists. */
export interface PagesFixture {
  readonly url: string
  /** The decisions that the gateway has received. */
  readonly told: { readonly paymentId: string; readonly outcome: ConnectorOutcome | LateWord }[]
  readonly payments: Map<string, { payment: DescribedPayment; returnUrl?: string }>
  tokenOf(paymentId: string): string
}

/** A debit of 92.00 EUR by PayPal that waits for its shopper. */
export function pendingPayment(
  paymentId: string,
  more: Partial<DescribedPayment['operation']> = {},
): DescribedPayment {
  return {
    operation: {
      paymentId,
      paymentType: 'DB',
      paymentBrand: 'PAYPAL',
      amount: { minor: 9200, currency: 'EUR' },
      request: { merchantTransactionId: 'order-4711', descriptor: '1234.5678.9012 Lark & Line' },
      customParameters: {},
      ...more,
    },
    state: 'pending',
    resultCode: '000.200.000',
    merchantName: 'Lark & Line',
    isApprovedLate: false,
  }
}

export async function startPages(): Promise<PagesFixture & { close(): Promise<void> }> {
  const payments: PagesFixture['payments'] = new Map()
  const told: { paymentId: string; outcome: ConnectorOutcome | LateWord }[] = []
  const tokenOf = (paymentId: string) => `signed-${paymentId}`
  const after = (
    { state }: DescribedPayment,
    outcome: ConnectorOutcome | LateWord,
  ): Partial<DescribedPayment> => {
    if (state === 'failed') return { isApprovedLate: outcome.kind === 'approved' }
    return outcome.kind === 'declined'
      ? { state: 'failed', resultCode: outcome.code }
      : { state: 'succeeded', resultCode: simulator.approvalCode }
  }
  const simulator = createSimulator({ baseUrl: 'http://gateway.example', sign: tokenOf })
  simulator.onUnsolicitedAnswer(async (paymentId, outcome) => {
    told.push({ paymentId, outcome })
    const known = payments.get(paymentId)
    if (known === undefined) return
    payments.set(paymentId, {
      ...known,
      payment: { ...known.payment, ...after(known.payment, outcome) },
    })
  })
  const app = Fastify()
  registerBodyParsers(app)
  registerOpenRoutes(app, simulatorPageRoutes, {
    simulator,
    clock: { now: () => 0 },
    simulatedPayments: {
      describe: async (paymentId: string) => payments.get(paymentId)?.payment,
      returnUrlOf: async (paymentId: string) => payments.get(paymentId)?.returnUrl,
    },
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  return { url, told, payments, tokenOf, close: () => app.close() }
}

/** One set of pages for all tests of a file. */
export function usePages(): () => PagesFixture {
  let pages: Awaited<ReturnType<typeof startPages>> | undefined
  beforeAll(async () => {
    pages = await startPages()
  })
  afterAll(() => pages?.close())
  return () => {
    if (pages === undefined) throw new Error('The pages have not started')
    return pages
  }
}
