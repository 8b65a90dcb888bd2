import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import type { TestProject } from 'vitest/node'
import { type RunningServer, startPostgres } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Port of this computer whose every connection is told the address of the shared PostgreSQL server. */
    readonly postgresDoor: number
  }
}

/**
 * One PostgreSQL server for all test files, started by the first that asks: making one takes two
 * seconds, and most runs of some files need none.
 */
export default async function sharePostgres(project: TestProject): Promise<() => Promise<void>> {
  let running: Promise<RunningServer> | undefined
  const door = createServer((socket) => {
    running ??= startPostgres()
    running.then(
      ({ url }) => socket.end(url),
      (error: unknown) => socket.end(`${error}`),
    )
  })
  door.listen(0, '127.0.0.1')
  await once(door, 'listening')
  project.provide('postgresDoor', (door.address() as AddressInfo).port)
  return async () => {
    door.close()
    await running?.then(
      (server) => server.stop(),
      () => undefined,
    )
  }
}
