import { afterAll, beforeAll } from 'vitest'
import {
  startTestGateway,
  type TestGateway,
  type TestGatewayOptions,
} from './test-gateway.fixture.ts'

export * from './test-gateway.fixture.ts'

/** One gateway for all tests of a file. */
export function useTestGateway(options: TestGatewayOptions = {}): () => TestGateway {
  let gateway: TestGateway | undefined
  beforeAll(async () => {
    gateway = await startTestGateway(options)
  })
  afterAll(() => gateway?.close())
  return () => {
    if (gateway === undefined) throw new Error('The gateway has not started')
    return gateway
  }
}
