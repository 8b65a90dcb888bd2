import { describe, expect, it } from 'vitest'
import { featuresOf } from '../features.ts'
import type { Feature } from '../payments/index.ts'
import { allFeatures, routes } from '../testing/all-features.fixture.ts'
import { routesOf } from './routes.ts'

const nameOf = ({ method, path }: (typeof routes)[number]) => `${method} ${path}`
/** Of the simulated issuer, acquirer and wallets, and of the test clock. */
const SANDBOX = /^\/(issuer|test\/(clock|wallet))/

const withToken = routes.filter((route) => route.access === 'token')

describe('the routes of the gateway', () => {
  it('have different methods or paths', () => {
    const names = routes.map(nameOf)
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  })

  it('are throttled when they take an access token, except those of the test environment', () => {
    const unlimited = withToken.filter(({ throttle }) => throttle === 'unlimited')
    expect(unlimited.map(nameOf)).toEqual([
      'post /test/wallet-tokens',
      'get /test/clock',
      'post /test/clock',
      'post /test/disputes',
    ])
  })

  it('count reads separately from changes', () => {
    const reads = withToken.filter(({ method, testOnly = false }) => method === 'get' && !testOnly)
    expect(reads.length).toBeGreaterThan(0)
    const groups = reads.map(({ path, throttle }) => [groupOfRead(path), throttle])
    expect(groups.filter(([wanted, group]) => group !== wanted)).toEqual([])
  })

  it('answer every POST once per key, except those of browsers and directories, and files', () => {
    const posts = routes.filter(
      // A file is taken once by its bytes.
      ({ method, access, fileBody }) =>
        method === 'post' && access !== 'open' && fileBody === undefined,
    )
    expect(posts.length).toBeGreaterThan(0)
    expect(posts.filter(({ once = false }) => !once)).toEqual([])
  })
})

function groupOfRead(path: string): string {
  if (/^\/reports\/|\/settlement\/reconciliation$/.test(path)) return 'reports'
  const isSearch =
    /^\/admin\/v1\/(payments(\/export)?|overview|stored-details|audit|settlement\/status|disputes\/ratios)$/.test(
      path,
    )
  return isSearch || path.includes('query') ? 'query' : 'status'
}

describe('the features of an environment', () => {
  const inTest = { environment: 'test', servesOperations: true } as const
  const inLive = { environment: 'live', servesOperations: true } as const
  const pathsOf = async (given: Parameters<typeof featuresOf>[0]) =>
    routesOf(await featuresOf(given)).map(({ path }) => path)

  it('are all of them in test', async () => {
    expect(await featuresOf(inTest)).toEqual(allFeatures)
    expect((await pathsOf(inTest)).some((path) => SANDBOX.test(path))).toBe(true)
  })

  it('lack the sandbox in live', async () => {
    const live = await featuresOf(inLive)
    expect(live.filter((feature) => 'testOnly' in feature)).toEqual([])
    expect(live.length).toBe(allFeatures.length - 4)
    expect((await pathsOf(inLive)).filter((path) => SANDBOX.test(path))).toEqual([])
  })

  it('serve payments alone where operations are off, and keep what is due', async () => {
    const off = await featuresOf({ ...inLive, servesOperations: false })
    const routes = routesOf(off)
    expect(routes.filter((route) => 'right' in route)).toEqual([])
    const paths = routes.map(({ path }) => path)
    expect(paths.filter((path) => /^\/(admin|backoffice|reports|v1\/disputes)/.test(path))).toEqual(
      [],
    )
    expect(paths).toContain('/v1/payments')
    expect(paths).toContain('/v1/checkouts')
    const due = (features: readonly Feature[]) =>
      features.map(({ name, start }) => ({ name, start }))
    expect(due(off)).toEqual(due(await featuresOf(inLive)))
  })
})
