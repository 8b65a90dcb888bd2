import type { ParameterTable } from './table.ts'
import { amount, text, timestamp } from './value-types.ts'

/** For fraud screening. */
export const risk = {
  source: 'interface document, Risk',
  rows: {
    'risk.channelId': { type: text(1, 255), requirement: 'optional' },
    'risk.serviceId': { type: text(1, 255), requirement: 'optional' },
    'risk.amount': { type: amount, requirement: 'optional' },
    'risk.orderTimestamp': { type: timestamp, requirement: 'optional' },
    'risk.brand': { type: text(1, 255), requirement: 'optional' },
    'risk.parameters[key]': {
      type: text(0, 2048),
      requirement: 'optional',
      key: { pattern: /^[A-Za-z0-9._]{3,64}$/, example: 'basket.size' },
    },
    'risk.merchantWebsite': { type: text(1, 60), requirement: 'optional' },
    'risk.accountToken': {
      type: text(1, 64),
      requirement: 'optional',
      secret: 'code',
      echoed: false,
      confidential: true,
    },
  },
  carried: { allBut: ['risk.amount', 'risk.orderTimestamp', 'risk.brand'] },
  rules: [],
} as const satisfies ParameterTable
