import { beforeAll, describe, expect, it } from 'vitest'
import { routes } from '../../server/testing/all-features.fixture.ts'
import { useTestGateway } from '../../server/testing/gateway.fixture.ts'
import { addUser, type Browser, FAST, openBrowser, rootOf, signedIn } from './people.fixture.ts'

const gateway = useTestGateway(FAST)
let owner: Browser

beforeAll(async () => {
  const root = await rootOf(gateway(), gateway().demo.entityId)
  owner = await signedIn(gateway(), await addUser(gateway(), { [root]: 'owner' }))
})

const withoutRight = routes.flatMap((route) => {
  if (route.access !== 'token' || route.right !== undefined) return []
  return [`${route.method.toUpperCase()} ${route.path.replaceAll(/\{\w+\}/g, 'f'.repeat(32))}`]
})

describe('the cookie of a session', () => {
  it.each(withoutRight)('counts for nothing at %s', async (route) => {
    const answers = []
    for (const browser of [owner, openBrowser(gateway())]) {
      const { status, body } = await browser.send(route)
      answers.push([status, body.result])
    }
    expect(answers[0]).toEqual(answers[1])
  })
})
