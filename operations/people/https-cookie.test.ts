import { describe, expect, it } from 'vitest'
import { useTestGateway } from '../../server/testing/gateway.fixture.ts'
import { addMerchant } from '../../server/testing/merchants.fixture.ts'
import { addUser, FAST, openBrowser, PASSWORD } from './people.fixture.ts'

const gateway = useTestGateway({ ...FAST, environment: 'live' })
const OVER_TLS = { 'x-forwarded-proto': 'https', origin: 'https://gateway.example' }

describe('over https', () => {
  it('the cookie of a session is for this host and https alone', async () => {
    const merchant = await addMerchant(gateway())
    const { email } = await addUser(gateway(), { [merchant.id]: 'reader' })
    const browser = openBrowser(gateway())
    const form = { email, password: PASSWORD }
    const { headers } = await browser.send('POST /admin/v1/session', form, OVER_TLS)
    const [session, browserMark] = headers.getSetCookie()
    expect(session).toMatch(
      /^__Host-tillgate-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    )
    expect(browserMark).toMatch(/^__Host-tillgate-browser=[\w.]{129}; Path=\/; HttpOnly;/)
    expect((await browser.send('GET /admin/v1/session', undefined, OVER_TLS)).status).toBe(200)
    browser.cookie = browser.cookie.replace('__Host-', '')
    expect((await browser.send('GET /admin/v1/session', undefined, OVER_TLS)).status).toBe(401)
  })

  it('nobody signs in by plain HTTP', async () => {
    const form = { email: 'jane@shop.example', password: PASSWORD }
    const plain = { origin: 'https://gateway.example' }
    const { status, body } = await openBrowser(gateway()).send(
      'POST /admin/v1/session',
      form,
      plain,
    )
    expect([status, body.result.code]).toEqual([400, '200.300.404'])
  })
})
