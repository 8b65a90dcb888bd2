import { processDemo } from '../../server/testing/server-process.fixture.ts'
import { type Account, type Gateway, type House, letHappen } from './house.ts'
import { referencesOf } from './ledgers.ts'
import { until } from './until.ts'

/** Has the shopper's bank take a payment back at its acquirer. */
export async function chargeBack(
  house: House,
  { name }: Account,
  paymentId: string,
): Promise<void> {
  const there = referencesOf(house, ['payment']).get(paymentId) ?? ''
  switch (name) {
    case 'simulator':
      return dispute(house.gateway, house.channelId, paymentId)
    case 'gateway':
      return dispute(house.receiver, processDemo.entityId, there)
    case 'stripe':
      return letHappen(house, name, 'dispute opens', there)
    case 'adyen':
      return letHappen(house, name, 'charged back at once', there)
  }
}

async function dispute(gateway: Gateway, entityId: string, paymentId: string): Promise<void> {
  await gateway.own('/test/disputes', {
    ...{ entityId, paymentId },
    ...{ stage: 'firstChargeback', disputeReason: '10.4', respondByDays: '30' },
  })
}

interface Dispute {
  readonly id: string
  readonly paymentId: string
  readonly acquirerReference: string
  readonly stage: string
}

/** How long an event and the evidence may take. */
const HEARD_WITHIN_MS = 20_000

/**
 * Answers the dispute of a payment with a document, and has the bank decide for the merchant. A gateway that forwards
 * hears of the disputes of the other one by its files (docs/gateway-connector.md), and they are answered there.
 */
export async function answerAndWin(
  house: House,
  { name }: Account,
  paymentId: string,
): Promise<void> {
  const there = referencesOf(house, ['payment']).get(paymentId) ?? ''
  const isForwarded = name === 'gateway'
  const [gateway, entityId, disputed] = isForwarded
    ? ([house.receiver, processDemo.entityId, there] as const)
    : ([house.gateway, house.channelId, paymentId] as const)
  const dispute = await disputeOf(gateway, entityId, disputed)
  const path = `/v1/disputes/${dispute.id}`
  await gateway.own(`${path}/evidence`, { entityId, ...DOCUMENT })
  await gateway.own(`${path}/submission`, { entityId, note: 'Delivered and signed for' })
  switch (name) {
    case 'simulator':
    case 'gateway':
      await gateway.own('/test/disputes', {
        ...{ entityId, paymentId: disputed, acquirerReference: dispute.acquirerReference },
        ...{ stage: 'representment', disputeOutcome: 'won' },
      })
      return
    case 'stripe':
      await answered(gateway, entityId, dispute)
      return letHappen(house, name, 'dispute is won', dispute.acquirerReference)
    case 'adyen':
      await answered(gateway, entityId, dispute)
      return letHappen(house, name, 'chargeback is reversed', dispute.acquirerReference)
  }
}

const DOCUMENT = {
  fileName: 'delivery.pdf',
  mediaType: 'application/pdf',
  content: Buffer.from('%PDF-1.4\n1 0 obj << >> endobj\ntrailer << >>\n%%EOF\n').toString('base64'),
}

async function disputeOf(gateway: Gateway, entityId: string, paymentId: string): Promise<Dispute> {
  let found: Dispute | undefined
  await until(
    `the dispute of ${paymentId} is told`,
    async () => {
      const query = new URLSearchParams({ entityId })
      const { disputes } = await gateway.own<{ readonly disputes: readonly Dispute[] }>(
        `/v1/disputes?${query}`,
      )
      found = disputes.find((one) => one.paymentId === paymentId)
      return found !== undefined
    },
    HEARD_WITHIN_MS,
  )
  if (found === undefined) throw new Error(`There is no dispute of ${paymentId}`)
  return found
}

/** The provider has the evidence: the case is its bank's now. */
async function answered(gateway: Gateway, entityId: string, { id }: Dispute): Promise<void> {
  await until(
    `the evidence of ${id} has arrived`,
    async () => {
      const query = new URLSearchParams({ entityId })
      const { stage } = await gateway.own<Dispute>(`/v1/disputes/${id}?${query}`)
      return stage === 'representment'
    },
    HEARD_WITHIN_MS,
  )
}
