#!/usr/bin/env node
/**
 * The `tillgate` command, for `npx tillgate` and as an installed package's own. In a checkout it first
 * makes ready what is missing, as `npm start` does; all that is said about that goes to stderr.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const prepare = fileURLToPath(new URL('../scripts/prepare.mjs', import.meta.url))

if (!existsSync(prepare) || isPrepared())
  await import(new URL('../dist/server/cli.js', import.meta.url).href)
else process.exitCode = 1

function isPrepared() {
  const args = [prepare, 'install', 'build']
  const { status } = spawnSync(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  return status === 0
}
