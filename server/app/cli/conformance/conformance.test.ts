import { describe, expect, it } from 'vitest'
import { startTestGateway, useTestGateway } from '../../../testing/gateway.fixture.ts'
import { run } from '../command.fixture.ts'
import { AskedServer } from './asked-server.ts'
import { type Check, runCheck } from './contract.ts'
import { ALL_CHECKS } from './run-conformance.ts'
import { startDullServer, startWrongServer, type Wrong } from './wrong-server.fixture.ts'
import { SUCCESS, WRONG } from './wrong-servers.fixture.ts'

const gateway = useTestGateway()

/** The words of the command for a server in front of this gateway, or for the gateway itself. */
function wordsFor(url = gateway().url, entityId = gateway().demo.entityId): string[] {
  const { accessToken } = gateway().demo
  return ['conformance', '--base-url', url, '--entity', entityId, '--token', accessToken]
}

const isOk = (line: string) => line.startsWith('ok ')

describe('tillgate conformance', () => {
  it.each(['strict', 'legacy'] as const)(
    'finds no difference in this gateway, %s',
    async (profile) => {
      const { entityId, legacyEntityId } = gateway().demo
      const words = wordsFor(gateway().url, profile === 'legacy' ? legacyEntityId : entityId)
      const { code, lines, complaints } = await run([...words, '--profile', profile])
      expect([lines.filter((line) => !isOk(line)), complaints]).toEqual([
        [
          `${gateway().url}, ${profile}: test payments of simulators only`,
          '',
          `${ALL_CHECKS.length} checks, 0 differ`,
        ],
        [],
      ])
      expect(lines.filter(isOk)).toHaveLength(ALL_CHECKS.length)
      expect(code).toBe(0)
    },
  )

  it('says what differs, where that is written, what came and what should have', async () => {
    const url = await startWrongServer(gateway().url, forgetful)
    const { code, lines } = await run(wordsFor(url))
    expect(code).toBe(1)
    const at = lines.findIndex((line) => line.startsWith('DIFFERS'))
    expect(lines.slice(at, at + 2)).toEqual([
      'DIFFERS references.referenced-id: what refers to a payment names it, in its answer and when it is read (decisions §3)',
      expect.stringMatching(/^ {10}referencedId of the answer: nothing; should be [0-9a-f]{32}$/),
    ])
    expect(lines.at(-1)).toBe(`${ALL_CHECKS.length} checks, 1 differ`)
  })

  it('prints the same as one JSON object', async () => {
    const url = await startWrongServer(gateway().url, forgetful)
    const { code, lines } = await run([...wordsFor(url), '--json'])
    expect(code).toBe(1)
    const printed = JSON.parse(lines.join('\n'))
    expect(printed).toMatchObject({ baseUrl: url, profile: 'strict', differing: 1 })
    expect(printed.checks).toHaveLength(printed.checked)
    expect(printed.checks[0]).toMatchObject({ id: expect.any(String), differences: [] })
  })

  it('asks a server again that limits requests, and holds nothing against it', async () => {
    let asked = 0
    const url = await startWrongServer(gateway().url, {
      instead: () => {
        if (++asked % 3 !== 0) return undefined
        const body = {
          result: { code: '800.120.100', description: 'Too many requests: retry later' },
        }
        return { status: 429, headers: new Map([['retry-after', '0']]), body }
      },
    })
    const { code, lines } = await run(wordsFor(url))
    expect([code, lines.at(-1)]).toEqual([0, `${ALL_CHECKS.length} checks, 0 differ`])
    expect(asked).toBeGreaterThan(250)
  })

  it('reads the token from the input where it is asked to', async () => {
    const words = wordsFor().map((word) => (word === gateway().demo.accessToken ? '-' : word))
    const { code } = await run(words, { input: `${gateway().demo.accessToken}\n` })
    expect(code).toBe(0)
  })

  it.each([
    ['no token', ['--token', '']],
    ['an address without a scheme', ['--base-url', 'pay.example.com']],
    ['an unknown profile', ['--profile', 'loose']],
    ['a wish for live', ['--live']],
  ])('asks nobody with %s', async (_, more) => {
    expect((await run([...wordsFor(), ...more])).code).toBe(2)
  })
})

const forgetful: Wrong = {
  answer: ({ body }) => {
    delete body?.referencedId
  },
}

describe('a server that is not asked', () => {
  it('is live: the one payment that it is sent names a test mode, and is declined', async () => {
    const live = await startTestGateway({ environment: 'live' })
    const asked: string[] = []
    const url = await startWrongServer(live.url, {
      request: ({ method, path, fields }) =>
        asked.push(`${method} ${path} ${fields.get('testMode')}`),
    })
    const { entityId, accessToken } = live.demo
    const access = ['--base-url', url, '--entity', entityId, '--token', accessToken]
    const { code, complaints } = await run(['conformance', ...access])
    await live.close()
    expect([code, complaints.join()]).toEqual([
      2,
      expect.stringContaining('is a live server (600.200.701)'),
    ])
    expect(asked).toEqual(['POST /v1/payments INTERNAL'])
  })

  it('answers a success of live: that payment is reversed', async () => {
    const asked: string[] = []
    const url = await startWrongServer(gateway().url, {
      request: ({ path, fields }) =>
        asked.push(`${path.slice(0, 13)} ${fields.get('paymentType')}`),
      answer: ({ body }) => {
        body.result.code = '000.000.000'
      },
    })
    const { code, complaints } = await run(wordsFor(url))
    expect([code, complaints.join()]).toEqual([
      2,
      expect.stringContaining('is a live server (000.000.000)'),
    ])
    expect(asked).toEqual(['/v1/payments PA', '/v1/payments/ RV'].map((line) => line.trim()))
  })

  it('does not answer, or refuses the token: it is said why', async () => {
    const nobody = await run(wordsFor('http://127.0.0.1:9'))
    expect([nobody.code, nobody.complaints.join()]).toEqual([
      2,
      expect.stringContaining('does not answer'),
    ])
    const words = wordsFor().map((word) => (word === gateway().demo.accessToken ? 'wrong' : word))
    const refused = await run(words)
    expect([refused.code, refused.complaints.join()]).toEqual([
      2,
      expect.stringContaining('HTTP 403'),
    ])
  })
})

const REFUSED = { ...SUCCESS, id: undefined, result: { code: '200.300.404', description: 'No' } }

describe('each check', () => {
  const name = ({ id }: Check) => [id] as const

  it.each(ALL_CHECKS.map((check) => [...name(check), check] as const))(
    '%s fails where a server says yes to everything, or no to everything',
    async (_, check) => {
      const found = []
      for (const [status, body] of [
        [200, SUCCESS],
        [404, REFUSED],
        [400, REFUSED],
        [200, {}],
      ] as const) {
        const access = {
          baseUrl: await startDullServer(status, body),
          accessToken: 'x',
          entityId: 'e',
        }
        const server = new AskedServer({ ...access, profile: 'strict' })
        if (check.id === 'wire.shape')
          for (let asked = 0; asked < 2; asked++) await server.get('/v1/x')
        const { differences } = await runCheck(check, server)
        if (differences.length > 0) found.push(status)
      }
      // One of the four may be what it wants; never more than that one of its kind.
      expect(found.length).toBeGreaterThanOrEqual(3)
    },
  )

  it('has an id of its own and a section', () => {
    expect(new Set(ALL_CHECKS.map(({ id }) => id)).size).toBe(ALL_CHECKS.length)
    for (const { section } of ALL_CHECKS)
      expect(section).toMatch(/^(interface document, [A-Z3]|decisions §\d)/)
  })
})

describe('a server that', () => {
  it.each(WRONG)('%s is found', async (_, wrong, expected) => {
    const url = await startWrongServer(gateway().url, wrong)
    const { code, lines } = await run([...wordsFor(url), '--json'])
    expect(code).toBe(1)
    const checks: { id: string; differences: unknown[] }[] = JSON.parse(lines.join('\n')).checks
    const found = checks.filter(({ differences }) => differences.length > 0).map(({ id }) => id)
    expect(found).toEqual(expect.arrayContaining([...expected]))
  })
})
