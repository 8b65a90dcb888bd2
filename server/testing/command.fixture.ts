import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const CLI = fileURLToPath(new URL('../../dist/server/cli.js', import.meta.url))

/** Runs the built `tillgate` command with the settings of a process; answers what it printed. */
export async function runCommand(
  args: readonly string[],
  options: {
    readonly dataDir: string
    readonly env?: Readonly<Record<string, string>>
    /** Its `cli.js`, where it is that of another version than the one that is built here. */
    readonly cli?: string
  },
): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn(process.execPath, [options.cli ?? CLI, ...args], {
    env: { ...process.env, TILLGATE_DATA_DIR: options.dataDir, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
    })
  }
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}
