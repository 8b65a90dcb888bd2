import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Engine } from './measure/figures.ts'
import type { PostgresCluster } from './postgres-cluster.ts'
import type { Home } from './servers.ts'

/** Where servers on one engine keep their payments. */
export interface DatabaseSetup {
  readonly engine: Engine
  /** An empty home; every name is used once. */
  newHome(name: string): Promise<Home>
}

export function sqliteSetup(directory: string): DatabaseSetup {
  return {
    engine: 'sqlite',
    newHome: async (name) => ({ dataDir: await newDirectory(directory, `${name}-sqlite`) }),
  }
}

export function postgresSetup(directory: string, cluster: PostgresCluster): DatabaseSetup {
  return {
    engine: 'postgres',
    newHome: async (name) => ({
      dataDir: await newDirectory(directory, `${name}-postgres`),
      databaseUrl: await cluster.createDatabase(name),
    }),
  }
}

async function newDirectory(directory: string, name: string): Promise<string> {
  const path = join(directory, name)
  await mkdir(path)
  return path
}
