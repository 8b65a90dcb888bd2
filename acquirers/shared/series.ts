import type { ConnectorOperation } from '../../server/payments/connectors/connector.ts'

/** What a merchant has sent, as wire names and values. */
export type Wire = Readonly<Record<string, string>>

/** Whether its details are charged again later, without the shopper. */
export function beginsSeries({ request }: Pick<ConnectorOperation, 'request'>): boolean {
  return request['standingInstruction.mode'] === 'INITIAL' || request.recurringType === 'INITIAL'
}

/** Whether the shopper is not there. */
export function isByMerchant(request: Wire): boolean {
  return (
    request['standingInstruction.source'] === 'MIT' ||
    request['standingInstruction.mode'] === 'REPEATED' ||
    request.recurringType === 'REPEATED'
  )
}
