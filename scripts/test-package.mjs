/**
 * Packs what is built, installs the tarball with npx in an empty folder, as somebody who has only Node does, and pays a
 * checkout there: node run.mjs test:package. Prints how many packages and megabytes that were, and how long it took.
 * Fetches packages from the registry that npm is set to; the native part of SQLite is downloaded or compiled.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { helpIfAsked } from './help.mjs'
import { packInto } from './package/pack.mjs'

helpIfAsked(import.meta.url)

/** A compiler may be at work, for minutes on a slow machine. */
const MAX_INSTALL_MS = 900_000
const MAX_START_MS = 120_000

const CARD = {
  'card.number': '4200000000000000',
  'card.holder': 'Jane Jones',
  'card.expiryMonth': '05',
  'card.expiryYear': '2034',
  'card.cvv': '123',
  paymentBrand: 'VISA',
  shopperResultUrl: 'https://shop.example.com/result',
}

const folder = mkdtempSync(join(tmpdir(), 'tillgate-try-'))
try {
  await tryPackage()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function tryPackage() {
  const { file } = packInto(folder)
  const shop = join(folder, 'shop')
  mkdirSync(shop)
  // In an empty folder, with nothing but the tarball, and a place of its own for what npx installs.
  const env = { ...withoutSettings(process.env), npm_config_cache: join(folder, 'cache') }
  const installing = performance.now()
  const { name, version } = installed(file, { cwd: shop, env })
  say(`installed ${name} ${version} in ${secondsSince(installing)} s`)
  const npx = join(folder, 'cache/_npx')
  say(`${countPackages(npx)} packages, ${megabytes(npx)} MB`)
  const ports = [await freePort(), await freePort()]
  const starting = performance.now()
  const gateway = spawn('npx', ['--yes', '--package', file, 'tillgate', 'start'], {
    cwd: shop,
    env: { ...env, TILLGATE_PORT: `${ports[0]}`, TILLGATE_SHOP_PORT: `${ports[1]}` },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  try {
    const output = await readUntil(gateway, 'Ctrl-C')
    say(`served after ${secondsSince(starting)} s, with ${readdirSync(shop).join(', ')}`)
    await pay(`http://localhost:${ports[0]}`, output)
  } finally {
    // The group: npx has started the gateway through a shell.
    if (gateway.pid !== undefined) process.kill(-gateway.pid, 'SIGINT')
    if (gateway.exitCode === null) await once(gateway, 'exit')
  }
}

/** @param {string} file @param {{ cwd: string, env: NodeJS.ProcessEnv }} options */
function installed(file, options) {
  const { status, stdout, stderr } = spawnSync(
    'npx',
    ['--yes', '--package', file, 'tillgate', '--version'],
    {
      ...options,
      encoding: 'utf8',
      timeout: MAX_INSTALL_MS,
    },
  )
  if (status !== 0) throw new Error(`npx failed:\n${stdout}${stderr}`)
  const [name, version] = stdout.trim().split(' ')
  return { name, version }
}

/** @param {string} url @param {string} output of the start */
async function pay(url, output) {
  const entityId = wordAfter('Entity id', output)
  const authorization = `Bearer ${wordAfter('Access token', output)}`
  const order = { entityId, amount: '92.00', currency: 'EUR', paymentType: 'DB' }
  const { id } = await ask('POST', `${url}/v1/checkouts`, order, { authorization })
  await ask('POST', `${url}/v1/checkouts/${id}/payment`, CARD)
  const status = `${url}/v1/checkouts/${id}/payment?entityId=${entityId}`
  const { result } = await ask('GET', status, undefined, { authorization })
  if (result?.code !== '000.100.110') throw new Error(`not paid: ${JSON.stringify(result)}`)
  say(`paid a checkout: ${result.code}`)
  const docs = await fetch(`${url}/docs/guides/operations`)
  if (!docs.ok) throw new Error(`/docs/guides/operations answers ${docs.status}`)
}

/**
 * @param {string} method @param {string} url
 * @param {Record<string, string> | undefined} fields @param {Record<string, string>} [headers]
 * @returns {Promise<{ id?: string, result?: { code: string } }>}
 */
async function ask(method, url, fields, headers = {}) {
  const body = fields === undefined ? null : new URLSearchParams(fields)
  return (await fetch(url, { method, headers, body })).json()
}

/** @param {string} label @param {string} output */
function wordAfter(label, output) {
  const [, word] = new RegExp(`^ *${label} +(\\S+)$`, 'm').exec(output) ?? []
  if (word === undefined) throw new Error(`the start printed no ${label}:\n${output}`)
  return word
}

/** @param {import('node:child_process').ChildProcess} child @param {string} wanted */
async function readUntil(child, wanted) {
  let output = ''
  child.stdout?.setEncoding('utf8').on('data', (text) => {
    output += text
  })
  const ended = once(child, 'exit').then(() => {
    throw new Error(`the gateway ended instead of serving:\n${output}`)
  })
  const signal = AbortSignal.timeout(MAX_START_MS)
  while (!output.includes(wanted)) {
    await Promise.race([once(/** @type {any} */ (child.stdout), 'data', { signal }), ended])
  }
  ended.catch(() => {})
  return output
}

/** @param {NodeJS.ProcessEnv} env */
function withoutSettings(env) {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^(TILLGATE_|npm_(lifecycle|package))/.test(name)),
  )
}

/** Folders of packages: those with a package.json directly below a node_modules. @param {string} path */
function countPackages(path) {
  const files = readdirSync(path, { encoding: 'utf8', recursive: true })
  return files.filter((file) => /node_modules\/(@[^/]+\/)?[^@/][^/]*\/package\.json$/.test(file))
    .length
}

/** @param {string} path */
function megabytes(path) {
  const files = readdirSync(path, { encoding: 'utf8', recursive: true })
  const bytes = files.reduce((sum, file) => sum + lstatSync(join(path, file)).size, 0)
  return (bytes / 1e6).toFixed(1)
}

/** @returns {Promise<number>} */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  server.close()
  return port
}

/** @param {number} startMs */
function secondsSince(startMs) {
  return ((performance.now() - startMs) / 1000).toFixed(1)
}

/** @param {string} line */
function say(line) {
  process.stdout.write(`${line}\n`)
}
