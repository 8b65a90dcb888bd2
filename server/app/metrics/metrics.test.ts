import { describe, expect, it, onTestFinished } from 'vitest'
import { openMemoryStore } from '../../../simulation/memory-store/open-memory-store.ts'
import { cardPayment, startTestGateway, type TestGateway } from '../../testing/gateway.fixture.ts'
import { localeFiles } from '../../widget-host/locale-files.ts'
import { createMetrics } from './metrics.ts'

async function started(options: Parameters<typeof startTestGateway>[0] = {}) {
  const gateway = await startTestGateway(options)
  onTestFinished(() => gateway.close())
  return gateway
}

async function scraped({ url }: TestGateway, headers: Record<string, string> = {}) {
  const response = await fetch(`${url}/metrics`, { headers })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** The value of a line. */
function readValue(text: string, series: string): number | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}

describe('GET /metrics', () => {
  it('tells the end of no certificate where the settings name none', async () => {
    const { text } = await scraped(await started())
    expect(text).not.toContain('tillgate_certificate_end_timestamp_seconds')
  })

  it('counts requests by route and status, and payments by state and group of their code', async () => {
    const gateway = await started()
    const { entityId } = gateway.demo
    const paid = await gateway.post('/v1/payments', cardPayment(entityId))
    const declined = { ...cardPayment(entityId), 'card.holder': '800.100.152' }
    await gateway.post('/v1/payments', declined)
    const refund = { entityId, paymentType: 'RF', amount: '1.00', currency: 'EUR' }
    await gateway.post(`/v1/payments/${paid.body.id}`, refund)
    await fetch(`${gateway.url}/nothing-here`)
    const [locale] = localeFiles().values()
    await fetch(`${gateway.url}${locale?.path}`)
    const { status, headers, text } = await scraped(gateway)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    const requests = (route: string, code: number, method = 'POST') =>
      readValue(
        text,
        `tillgate_requests_total{method="${method}",route="${route}",status="${code}"}`,
      )
    expect(requests('/v1/payments', 200)).toBe(1)
    expect(requests('/v1/payments', 400)).toBe(1)
    expect(requests('/v1/payments/:id', 200)).toBe(1)
    expect(requests('none', 404, 'any')).toBe(1)
    expect(requests('/v1/static/*', 200, 'GET')).toBe(1)
    const payments = (state: string, group: string) =>
      readValue(text, `tillgate_payments_total{state="${state}",result_group="${group}"}`)
    // The refund steps its payment, whose state stays: that is no second payment.
    expect(payments('succeeded', 'success')).toBe(2)
    expect(payments('failed', 'reject_bank')).toBe(1)
    expect(readValue(text, 'tillgate_timers_due')).toBe(0)
    expect(readValue(text, 'tillgate_webhook_queues_due')).toBe(0)
    expect(readValue(text, 'tillgate_settlement_imports_unfinished')).toBe(0)
    expect(readValue(text, 'tillgate_settlement_import_oldest_seconds')).toBe(0)
    const commits = readValue(
      text,
      'tillgate_store_commit_duration_seconds_count{outcome="applied"}',
    )
    expect(commits).toBeGreaterThanOrEqual(3)
  })

  it('has every series of payments, calls and commits from the start, with 0', async () => {
    const gateway = await started()
    const seriesOf = (text: string) =>
      text
        .split('\n')
        .filter((line) => /^tillgate_(?:payments|webhook|store)/.test(line))
        .map((line) => line.replace(/ \S+$/, ''))
    const before = seriesOf((await scraped(gateway)).text)
    const { entityId } = gateway.demo
    const outcomes = ['timeout', 'pending', 'unknown-then-approved', 'timeout-then-declined']
    const codes = ['800.100.152', '000.400.000', '100.400.500', '800.120.101', '300.100.100']
    for (const code of codes) {
      await gateway.post('/v1/payments', { ...cardPayment(entityId), 'card.holder': code })
    }
    for (const outcome of outcomes) {
      const custom = { 'customParameters[SIMULATOR_outcome]': outcome }
      await gateway.post('/v1/payments', { ...cardPayment(entityId), ...custom })
    }
    await gateway.post('/v1/payments', cardPayment(entityId, { paymentType: 'PA' }))
    const { text } = await scraped(gateway)
    expect(
      readValue(text, 'tillgate_store_commit_duration_seconds_count{outcome="applied"}'),
    ).toBeGreaterThan(8)
    expect(seriesOf(text)).toEqual(before)
    expect(before).toContain('tillgate_payments_total{state="succeeded",result_group="success"}')
  })

  it('has the answers of each route from the start, those that are faults among them', async () => {
    const { text } = await scraped(await started())
    for (const status of ['200', '400', '500', '502', '503']) {
      const labels = `{method="POST",route="/v1/payments",status="${status}"}`
      expect(readValue(text, `tillgate_requests_total${labels}`)).toBe(0)
    }
  })

  it('says whether payments can be accepted, and answers all else when the store cannot be read', async () => {
    const store = openMemoryStore()
    const gateway = await started({ store })
    expect(readValue((await scraped(gateway)).text, 'tillgate_ready')).toBe(1)
    await store.close()
    const { status, text } = await scraped(gateway)
    expect([status, readValue(text, 'tillgate_ready')]).toEqual([200, 0])
    expect(readValue(text, 'tillgate_timers_due')).toBeUndefined()
    expect(text).toContain('tillgate_payments_total{')
  })

  it('counts the outcome of a payment when it comes after the answer', async () => {
    const gateway = await started()
    await gateway.post('/v1/payments', {
      ...cardPayment(gateway.demo.entityId),
      'customParameters[SIMULATOR_outcome]': 'timeout-then-approved',
    })
    gateway.clock.advance(60_000)
    await expect
      .poll(async () => {
        const { text } = await scraped(gateway)
        return readValue(text, 'tillgate_payments_total{state="succeeded",result_group="success"}')
      })
      .toBe(1)
  })

  it('names no merchant, shopper, card or payment', async () => {
    const gateway = await started()
    const { entityId, accessToken } = gateway.demo
    const { body } = await gateway.post('/v1/payments', cardPayment(entityId))
    await gateway.get(`/v1/payments/${body.id}?entityId=${entityId}`)
    const { text } = await scraped(gateway)
    // Without the values: a number of bytes or seconds may have any digits.
    const names = text.replaceAll(/ \S+$/gm, '')
    for (const secret of [entityId, accessToken, body.id, '420000', 'Jones']) {
      expect(names).not.toContain(secret)
    }
  })

  it('is for this machine alone where no token is set, and not through a proxy', async () => {
    const gateway = await started({ environment: 'live' })
    expect((await scraped(gateway)).status).toBe(200)
    for (const name of ['x-forwarded-for', 'forwarded', 'via', 'cf-connecting-ip', 'x-real-ip']) {
      const refused = await scraped(gateway, { [name]: 'https' })
      expect([name, refused.status]).toEqual([name, 403])
      expect(JSON.parse(refused.text).result).toMatchObject({ code: '800.900.301' })
    }
  })

  it('is for who sends the token where one is set, wherever that is', async () => {
    const gateway = await started({ metricsToken: 'a-token-of-metrics' })
    const authorization = 'Bearer a-token-of-metrics'
    expect((await scraped(gateway)).status).toBe(403)
    expect((await scraped(gateway, { authorization: `${authorization}x` })).status).toBe(403)
    const forwarded = { authorization, 'x-forwarded-for': '192.0.2.1' }
    expect((await scraped(gateway, forwarded)).status).toBe(200)
  })
})

describe('a measured store', () => {
  it('counts conflicts and failures of commits apart, and no payment of them', async () => {
    const metrics = createMetrics()
    const store = openMemoryStore()
    const measured = metrics.measured(store)
    const step = { timer: 'checkoutExpiry', subjectId: 'a', expectedVersion: 1 } as const
    await measured.commit([{ kind: 'stepTimer', ...step, dueAtMs: 1, attempts: 1 }])
    await measured.close()
    await expect(measured.commit([])).rejects.toThrow()
    const text = await metrics.text()
    const count = (outcome: string) =>
      readValue(text, `tillgate_store_commit_duration_seconds_count{outcome="${outcome}"}`)
    expect([count('applied'), count('conflict'), count('failed')]).toEqual([0, 1, 1])
    expect(text).not.toMatch(/^tillgate_payments_total\{.*\} [1-9]/m)
  })
})
