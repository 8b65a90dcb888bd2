import type { Connector } from './connector.ts'

/**
 * The connector of stored payments whose own connector is no longer configured. It does nothing
 * new: references are refused with the reason, and outcomes stay unknown, which each inquiry logs,
 * until the setting is restored or a person checks them.
 */
export function absentConnector(name: string): Connector {
  const description = `This payment went through the connector "${name}", which the gateway is not configured for now: its operator has to set it up again`
  return {
    name,
    // Never shown: nothing is approved.
    approvalCode: '000.000.000',
    reversalWindowMs: Number.POSITIVE_INFINITY,
    maxTransitMs: Number.POSITIVE_INFINITY,
    unsupported: () => ({ code: '600.200.201', description }),
    decide: () => undefined,
    send: async () => ({ kind: 'notSent' }),
    inquire: () => Promise.reject(new Error(`No connector named ${name} is configured`)),
    sendEvidence: async () => ({ kind: 'unknown' }),
    onUnsolicitedAnswer: () => undefined,
  }
}
