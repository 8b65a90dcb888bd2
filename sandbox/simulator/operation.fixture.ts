import type { ConnectorOperation } from '../../server/payments/connectors/connector.ts'
import type { CardInstrument } from '../../server/payments/instruments/instrument-kinds.ts'
import type { SimulatorParts } from './pending.ts'
import { createSimulator } from './simulator.ts'

export const parts: SimulatorParts = {
  baseUrl: 'https://pay.example.com',
  sign: (text) => `signed-${text}`,
}

export const PAYMENT_ID = '8ac7a4019a9f2b3c1d40000001abcdef'

export const card: CardInstrument = {
  kind: 'card',
  number: '4200000000000000',
  expiryMonth: '05',
  expiryYear: '2034',
  holder: 'Jane Jones',
  cvv: '123',
}

/** A debit of 92.00 EUR with a card. */
export function operation(more: Partial<ConnectorOperation> = {}): ConnectorOperation {
  return {
    paymentId: PAYMENT_ID,
    paymentType: 'DB',
    paymentBrand: 'VISA',
    amount: { minor: 9200, currency: 'EUR' },
    instrument: card,
    request: {},
    customParameters: {},
    ...more,
  }
}

/** What the simulator answers at once. */
export function decided(more: Partial<ConnectorOperation> = {}) {
  const outcome = createSimulator(parts).decide(operation(more))
  if (outcome === undefined) throw new Error('It is not decided at once')
  return outcome
}

/** What becomes of it when the simulator is asked for an outcome. */
export function asked(outcome: string): Pick<ConnectorOperation, 'customParameters'> {
  return { customParameters: { SIMULATOR_outcome: outcome } }
}
