import { spawnSync } from 'node:child_process'
import { ROOT } from './root.mjs'

/** A stage cannot go on; the message is for the person in front of the terminal. */
export class PrepareError extends Error {}

/**
 * Runs a command in the project and waits for it. Its output is not shown, because a first attempt
 * may fail and a second one succeed; a `PrepareError` shows it.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ env?: Record<string, string>, timeoutMs?: number, cwd?: string }} [options] `cwd`: instead of the project
 * @returns {{ ok: boolean, output: string }}
 */
export function run(program, args, { env = {}, timeoutMs, cwd = ROOT } = {}) {
  const result = spawnSync(program, args, {
    cwd,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 64 * 1024 * 1024,
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  })
  const output = `${result.stdout ?? ''}${result.stderr ?? ''}${result.error?.message ?? ''}`.trim()
  return { ok: result.status === 0, output }
}

/**
 * Runs npm: the one that runs us, so that a machine with several of them uses one.
 *
 * @param {readonly string[]} args
 * @param {{ env?: Record<string, string>, cwd?: string }} [options]
 */
export function runNpm(args, options) {
  const cli = process.env.npm_execpath ?? ''
  if (cli.endsWith('npm-cli.js')) return run(process.execPath, [cli, ...args], options)
  return run('npm', args, options)
}

/** @param {string} program */
export function isCommand(program) {
  return run('sh', ['-c', `command -v ${program}`]).ok
}

/** Whether packages of the system may be installed: Debian and its kin, as root. */
export function canUseApt() {
  return process.platform === 'linux' && process.getuid?.() === 0 && isCommand('apt-get')
}

/** @param {readonly string[]} packages */
export function aptInstall(packages) {
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  say(`Installing ${packages.join(', ')} (apt-get)`)
  const update = run('apt-get', ['update'], { env })
  const install = run('apt-get', ['install', '-y', '--no-install-recommends', ...packages], { env })
  return { ok: install.ok, output: `${update.output}\n${install.output}` }
}

/** Says what takes a while. On stderr: the output of `npm start` is for the program. @param {string} text */
export function say(text) {
  process.stderr.write(`${text}…\n`)
}
