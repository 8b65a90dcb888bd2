import { describe, expect, it } from 'vitest'
import type { OutgoingRequest } from '../../server/http/outgoing/client.ts'
import { fetchAdyenReport, isSettlementReport, REPORT_ORIGINS } from './report.ts'

const ADDRESS = `${REPORT_ORIGINS.live}/reports/download/MerchantAccount/Acme/settlement_detail_report_batch_7.csv`

/** Answers with the statuses, one after the other; `asked`: what was sent. */
function reports(logins: readonly string[], ...statuses: readonly number[]) {
  const asked: OutgoingRequest[] = []
  const exchange = async (request: OutgoingRequest) => {
    asked.push(request)
    const status = statuses[asked.length - 1] ?? 200
    return { kind: 'answered', status, body: 'Company Account' } as const
  }
  const fetched = (address: string) =>
    fetchAdyenReport(address, { origin: REPORT_ORIGINS.live, logins, exchange })
  return { asked, fetched }
}

describe('a report of Adyen', () => {
  it('is fetched with the login of the report user, also while it is replaced', async () => {
    const { asked, fetched } = reports(['old:secret-word', 'new:secret-word'], 401)
    expect(await fetched(ADDRESS)).toMatchObject({
      kind: 'file',
      file: { name: 'settlement_detail_report_batch_7.csv' },
    })
    expect(asked.map(({ headers }) => headers?.authorization)).toEqual(
      ['old:secret-word', 'new:secret-word'].map(
        (login) => `Basic ${Buffer.from(login).toString('base64')}`,
      ),
    )
  })

  it('is tried again later where Adyen refuses both, or is not there yet', async () => {
    expect(await reports(['one:secret-word'], 401).fetched(ADDRESS)).toMatchObject({
      kind: 'later',
    })
    expect(await reports(['one:secret-word'], 404).fetched(ADDRESS)).toMatchObject({
      kind: 'later',
    })
  })

  it.each([
    'https://ca-live.adyen.com.example/report.csv',
    'https://user:password@ca-live.adyen.com/report.csv',
    'http://ca-live.adyen.com/report.csv',
    'https://ca-test.adyen.com/report.csv',
    'no address',
  ])('whose address is %s is not fetched: its login goes nowhere else', async (address) => {
    const { asked, fetched } = reports(['one:secret-word'])
    expect(await fetched(address)).toMatchObject({ kind: 'refused' })
    expect(asked).toEqual([])
  })

  it.each([
    ['settlement_detail_report_batch_7.csv', true],
    ['settlement_detail_report_2026_11_29.csv', true],
    ['payment_accounting_report_2026_11_29.csv', false],
    ['settlement_detail_report_batch_7.xlsx', false],
  ])('named %s is one that settlement reads: %s', (name, is) => {
    expect(isSettlementReport(name)).toBe(is)
  })
})
