import { describe, expect, it, onTestFinished } from 'vitest'
import { startTestGateway } from '../testing/gateway.fixture.ts'

async function asked(path: string, accept: string, method = 'GET') {
  const gateway = await startTestGateway()
  onTestFinished(() => gateway.close())
  const answer = await fetch(gateway.url + path, { method, headers: { accept } })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, text }
}

/** What browsers send for a page that a person opens. */
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

describe('a browser that asks for an address that the gateway does not have', () => {
  it.each([
    ['/nothing-here', 404],
    ['/v1/payment/8ac7a4', 404],
    ['/v1/payments', 405],
    ['/%3Cscript%3E', 404],
  ])('gets a page in words: %s', async (path, status) => {
    const answer = await asked(path, BROWSER)
    expect(answer.status).toBe(status)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(answer.headers.get('vary')).toContain('accept')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(answer.text).toContain('<h1>This page does not exist</h1>')
    expect(answer.text).not.toMatch(/<script>|\{"result"/)
  })

  it.each(['*/*', 'application/json', ''])('others get the shape of errors: %s', async (accept) => {
    const { status, text } = await asked('/nothing-here', accept)
    expect([status, JSON.parse(text).result.code]).toEqual([404, '200.300.404'])
  })

  it('what is sent gets the shape of errors, whatever it accepts', async () => {
    const { status, text } = await asked('/nothing-here', BROWSER, 'POST')
    expect([status, JSON.parse(text).result.code]).toEqual([404, '200.300.404'])
  })
})
