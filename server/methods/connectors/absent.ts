import type { Connector } from './connector.ts'

/**
 * Stands for the connector of stored payments that is not configured any more. Nothing new is done
 * with it: references are refused with the reason, and outcomes stay unknown, which is logged each
 * time that one is asked for, until the setting is back or a person has to look.
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
    onUnsolicitedAnswer: () => undefined,
  }
}
