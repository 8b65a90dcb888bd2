import type { schemeOf } from '../../server/payments/read/index.ts'

type Scheme = NonNullable<ReturnType<typeof schemeOf>>

/** A programme in which a card network watches merchants by the month. Both numbers must be reached. */
export interface MonitoringProgram {
  readonly name: string
  readonly scheme: Scheme
  /** What is counted. `disputesAndFraud`: a dispute for fraud counts twice, as the network is told of both. */
  readonly counts: 'disputes' | 'fraud' | 'disputesAndFraud'
  /** The sales that it is compared with. */
  readonly salesOf: 'month' | 'monthBefore'
  readonly basisPoints: number
  /** That many of them. */
  readonly count?: number
  /** That much of them, in whole units of EUR or USD. */
  readonly amount?: number
  /** Only where so many were sold. */
  readonly sales?: number
}

/**
 * As on 26 November 2026; docs/disputes.md has the sources, and what a gateway cannot know of them. Acquirers
 * may set lower limits of their own.
 */
export const MONITORING_PROGRAMS: readonly MonitoringProgram[] = [
  {
    name: 'VAMP',
    scheme: 'visa',
    counts: 'disputesAndFraud',
    salesOf: 'month',
    basisPoints: 150,
    count: 1500,
  },
  {
    name: 'ECM',
    scheme: 'mastercard',
    counts: 'disputes',
    salesOf: 'monthBefore',
    basisPoints: 150,
    count: 100,
  },
  {
    name: 'HECM',
    scheme: 'mastercard',
    counts: 'disputes',
    salesOf: 'monthBefore',
    basisPoints: 300,
    count: 300,
  },
  {
    name: 'EFM',
    scheme: 'mastercard',
    counts: 'fraud',
    salesOf: 'monthBefore',
    basisPoints: 50,
    amount: 50_000,
    sales: 1000,
  },
]

/** Chargebacks for fraud: not authorised, not recognised, and what a shift of liability decides. */
export const FRAUD_CODES: ReadonlySet<string> = new Set([
  '000.100.220',
  '000.100.222',
  '000.100.232',
])
