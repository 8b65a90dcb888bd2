import { once } from 'node:events'
import { connect } from 'node:net'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { connectionCloser } from './ports.ts'

it('a stop waits for running requests, not for idle connections', async () => {
  const app = Fastify({ forceCloseConnections: 'idle' })
  const endConnections = connectionCloser(app.server)
  app.addHook('preClose', async () => endConnections())
  let answer = (_body: string) => {}
  const asked = new Promise<void>((resolve) => {
    app.get('/', (_request, reply) => {
      answer = (body) => reply.send(body)
      resolve()
    })
  })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const silent = connect(Number(new URL(address).port), '127.0.0.1')
  await once(silent.resume(), 'connect')
  const running = fetch(address)
  await asked
  const ended = once(silent, 'close')
  const closed = app.close()
  await ended
  answer('finished')
  expect(await (await running).text()).toBe('finished')
  await closed
})
