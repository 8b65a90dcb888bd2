import type { OutgoingClient } from '../../server/http/outgoing/client.ts'
import type { FetchedReport } from '../../server/payments/connectors/told-report.ts'

/** The reports that settlement reads (docs.adyen.com/reporting/settlement-reconciliation). */
const SETTLEMENT_DETAILS = /^settlement_detail_report(?:_batch)?_\w+\.csv$/

/** Where Adyen keeps reports (docs.adyen.com/reporting/automatically-download-reports). */
export const REPORT_ORIGINS = {
  test: 'https://ca-test.adyen.com',
  live: 'https://ca-live.adyen.com',
} as const

export interface ReportParts {
  /** Whoever can tell an event must not lead the login of reports elsewhere. */
  readonly origin: string
  /** User and password of the report user, and the one that replaces them. */
  readonly logins: readonly string[]
  readonly exchange: OutgoingClient
}

/** Whether an event of a report tells of one that settlement reads. */
export function isSettlementReport(name: string): boolean {
  return SETTLEMENT_DETAILS.test(name)
}

/** Fetches a settlement report from where an event says that it is. */
export async function fetchAdyenReport(
  address: string,
  { origin, logins, exchange }: ReportParts,
): Promise<FetchedReport> {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url === undefined || url.origin !== origin || url.username !== '' || url.password !== '') {
    return { kind: 'refused', why: `its address is not at ${origin}` }
  }
  let why = 'no login of a report user is there'
  for (const login of logins) {
    const authorization = `Basic ${Buffer.from(login, 'utf8').toString('base64')}`
    const answer = await exchange({ method: 'GET', url: url.href, headers: { authorization } })
    if (answer.kind !== 'answered') return { kind: 'later', why: answer.reason }
    if (answer.status === 200) {
      const name = url.pathname.split('/').at(-1) ?? ''
      return { kind: 'file', file: { name, format: 'adyen-settlement-details', text: answer.body } }
    }
    why = `Adyen answers ${answer.status}: look at the login of its report user`
    if (answer.status !== 401 && answer.status !== 403) break
  }
  return { kind: 'later', why }
}
