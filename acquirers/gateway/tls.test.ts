import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { localhostIdentity } from '../../server/testing/certificate.fixture.ts'
import { connect, operation } from './receiver.fixture.ts'

it('a receiver with an untrusted certificate gets no payment', async () => {
  let received = 0
  const server = createServer(await localhostIdentity(), () => {
    received++
  })
  await new Promise<void>((resolve) => {
    server.listen(0, 'localhost', resolve)
  })
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const { connector, logged } = connect(`https://localhost:${port}`)
  expect(await connector.send(operation())).toEqual({ kind: 'notSent' })
  expect(logged.join()).toContain('SELF_SIGNED')
  expect(received).toBe(0)
})
