import { describe, expect, it, vi } from 'vitest'
import { features, sandboxOf } from '../features.ts'
import { routes } from '../testing/all-features.fixture.ts'
import { startTestGateway } from '../testing/test-gateway.fixture.ts'
import { gatewayRoutes, routesIn, routesOf } from './routes.ts'

const started = vi.hoisted(() => [] as object[])

vi.mock('../compose.ts', async (load: () => Promise<typeof import('../compose.ts')>) => {
  const composed = await load()
  return {
    ...composed,
    startFeatures(...given: Parameters<typeof composed.startFeatures>) {
      const all = composed.startFeatures(...given)
      const timers = Object.entries(all.timers).filter(([, handler]) => handler !== undefined)
      started.push({ timers: timers.map(([kind]) => kind), work: all.work.length })
      return all
    },
  }
})

const nameOf = ({ method, path }: (typeof routes)[number]) => `${method} ${path}`
/** Of the simulated issuer, acquirer and wallets, of simulated disputes, and of the test clock. */
const SANDBOX = /^\/(issuer|test\/(clock|wallet|disputes))/

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
    /^\/admin\/v1\/((payments|bookings)(\/export)?|bookings\/report|payments\/(\{id\}\/related|choices)|overview(\/groups)?|stored-details|audit|acquirer-events|settlement\/status|disputes\/ratios)$/.test(
      path,
    )
  return isSearch || path.includes('query') ? 'query' : 'status'
}

describe('the features of an environment', () => {
  const pathsIn = async (environment: 'test' | 'live', servesOperations = true) => {
    const choice = { sandbox: await sandboxOf(environment), servesOperations }
    return routesIn(environment, routesOf(choice)).map(({ path }) => path)
  }

  it('are all of them in test', async () => {
    expect(await pathsIn('test')).toEqual(routes.map(({ path }) => path))
    expect((await pathsIn('test')).some((path) => SANDBOX.test(path))).toBe(true)
  })

  it('lack the sandbox in live', async () => {
    expect(await sandboxOf('live')).toBeUndefined()
    expect(features.filter((feature) => 'testOnly' in feature)).toEqual([])
    expect((await pathsIn('live')).filter((path) => SANDBOX.test(path))).toEqual([])
  })

  it('serve payments alone where operations are off, and keep what is due', async () => {
    const served = gatewayRoutes(false)
    expect(served.filter((route) => 'right' in route)).toEqual([])
    const paths = await pathsIn('live', false)
    expect(paths.filter((path) => /^\/(admin|backoffice|reports|v1\/disputes)/.test(path))).toEqual(
      [],
    )
    expect(paths).toContain('/v1/payments')
    const inTest = await pathsIn('test', false)
    expect(inTest).not.toContain('/test/disputes')
    expect(inTest).toContain('/test/clock')
    expect(paths).toContain('/v1/checkouts')
    expect(await dueOf(false)).toEqual(await dueOf(true))
  })
})

/** What is due of the features of a gateway: its timers, and how much it repeats. */
async function dueOf(servesOperations: boolean) {
  const gateway = await startTestGateway({ environment: 'live', servesOperations })
  await gateway.close()
  return started.splice(0)
}
