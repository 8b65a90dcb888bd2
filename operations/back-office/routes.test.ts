import { describe, expect, it } from 'vitest'
import { useTestGateway } from '../../server/testing/gateway.fixture.ts'

const gateway = useTestGateway()

const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(gateway().url + path, { headers: { 'accept-encoding': 'identity', ...headers } })

describe('GET /backoffice', () => {
  it.each(['/backoffice', '/backoffice/', '/backoffice/payments/8ac7a4'])(
    'answers %s with the one document, which is never kept',
    async (path) => {
      const response = await ask(path)
      expect(response.status).toBe(200)
      expect(await response.text()).toBe('<!doctype html>')
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(response.headers.get('cache-control')).toBe('no-store')
    },
  )

  it('allows its own files and nothing else, and no frame', async () => {
    const { headers } = await ask('/backoffice')
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    )
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
  })

  it('lets browsers keep a file whose name has the hash of its content', async () => {
    const response = await ask('/backoffice/assets/main-1a2b.js')
    expect(await response.text()).toBe('void 2')
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin')
  })

  it('compresses for browsers that read brotli', async () => {
    const response = await ask('/backoffice/assets/main-1a2b.js', { 'accept-encoding': 'br' })
    expect(response.headers.get('content-encoding')).toBe('br')
    expect(await response.text()).toBe('void 2')
  })

  it('answers 404 to a file that is not there, and to a path out of its folder', async () => {
    expect((await ask('/backoffice/assets/main-0000.js')).status).toBe(404)
    expect((await ask('/backoffice/assets/..%2f..%2fserver%2fmain.js')).status).toBe(404)
  })
})
