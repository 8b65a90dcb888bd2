import type { AcquirerEvent, EventReader } from '../server/payments/connectors/index.ts'

/** Proves events; others guess. */
export const SIGNATURE = 'right'

/** Reads what the acquirer sends, and nothing that somebody else sends. */
export const eventReader: EventReader = {
  read: (raw, headers) =>
    headers['x-signature'] === SIGNATURE
      ? { kind: 'genuine', events: JSON.parse(raw.toString('utf8')) as AcquirerEvent[] }
      : { kind: 'refused', status: 401, reason: 'is not signed' },
}
