import { spawn, spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../testing/free-port.ts'
import { formatRequest, type WebhookFormat } from './format-request.ts'
import { newWebhookSecret } from './secrets.ts'

const SAMPLES = join(import.meta.dirname, '../../../docs/webhooks')
const BODY = '{"type":"PAYMENT","payload":{"amount":"92.00","descriptor":"Café 東京"}}'

const CLIENTS = join(SAMPLES, '../../clients')

/** How each language runs its sample, and asks for its version. Those with a client: `clients/clients.test.ts`. */
const LANGUAGES = [
  ['Ruby', 'ruby', ['verify.rb'], '--version'],
  // Without the second compiler it starts in half the time.
  ['Java', 'java', ['-XX:TieredStopAtLevel=1', 'Verify.java'], '--version'],
] as const

describe.each(LANGUAGES)('the sample receiver in %s', (_, program, args, version) => {
  const isThere = spawnSync(program, [version]).status === 0

  it.skipIf(!isThere)(
    'reads what is sent in both formats and refuses what was changed',
    { timeout: 120_000 },
    () => {
      for (const format of ['signed', 'encrypted'] as const) {
        const sent = sampleOf(format)
        const run = (body: string) =>
          spawnSync(program, [...args, ...sent.words], { input: body, cwd: SAMPLES })
        const genuine = run(sent.body)
        expect([format, genuine.stderr.toString(), genuine.stdout.toString()]).toEqual([
          format,
          '',
          'PAYMENT\n',
        ])
        const changed = run(sent.changedBody)
        expect([format, changed.status === 0]).toEqual([format, false])
        if (format === 'encrypted') continue
        for (const timestamp of ['soon', '', 'NaN', `${sent.words[3]}.0`, `${sent.words[3]}soon`]) {
          const words = signedAt(sent.words, timestamp, sent.body)
          const run = spawnSync(program, [...args, ...words], { input: sent.body, cwd: SAMPLES })
          expect([timestamp, run.status === 0]).toEqual([timestamp, false])
        }
      }
    },
  )
})

/** What a merchant writes around the sample, in files of a folder of its own, and the command that serves it. */
const SERVERS = [
  [
    'Node',
    'server.mjs',
    `import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { verifyWebhook } from '${CLIENTS}/tillgate.mjs'
createServer(async (request, response) => {
  try {
    response.end(verifyWebhook(process.env.SECRET, request.headers, Buffer.from(await text(request))).type)
  } catch (error) {
    response.writeHead(400).end(String(error))
  }
}).listen(process.env.PORT, '127.0.0.1')`,
    process.execPath,
    (file: string) => [file],
  ],
  [
    'PHP behind CGI',
    'index.php',
    `<?php
require '${CLIENTS}/tillgate.php';
try {
    echo Tillgate::verifyWebhook(getenv('SECRET'), getallheaders(), file_get_contents('php://input'))['type'];
} catch (Throwable $error) {
    http_response_code(400);
    echo $error->getMessage();
}`,
    'php-cgi',
    // The web server below it is Node: CGI is one process for each request (RFC 3875).
    undefined,
  ],
  [
    'Flask',
    'server.py',
    `import os, sys
sys.path.insert(0, '${CLIENTS}')
from flask import Flask, request
from tillgate import verify_webhook
app = Flask(__name__)

@app.post('/')
def hook():
    try:
        return verify_webhook(os.environ['SECRET'], request.headers, request.get_data())['type']
    except Exception as error:
        return str(error), 400

app.run(port=int(os.environ['PORT']))`,
    'python3',
    (file: string) => [file],
  ],
] as const

const isInstalled = (name: string, program: string) =>
  name === 'Flask'
    ? spawnSync(program, ['-c', 'import flask']).status === 0
    : spawnSync(program, ['--version']).status === 0

describe.each(SERVERS)('a receiver in %s', (name, file, source, program, argsOf) => {
  it.skipIf(!isInstalled(name, program))(
    'takes genuine requests however the names of their headers are written, and no others',
    { timeout: 120_000 },
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'tillgate-receiver-'))
      onTestFinished(() => rm(folder, { recursive: true, force: true }))
      const path = join(folder, file)
      await writeFile(path, source)
      const secret = newWebhookSecret()
      const port = await freePort('127.0.0.1')
      if (argsOf === undefined) await serveCgi(program, path, { port, secret })
      else serveProgram(program, argsOf(path), { port, secret })
      const send = async (more: Record<string, string>, change = (body: string) => body) => {
        const { headers, body } = formatRequest({
          format: 'signed',
          wrapper: 'none',
          secrets: { current: secret },
          id: '8ac7a4000000000000000000000000a1',
          atMs: Date.now(),
          body: BODY,
        })
        const sent = { method: 'POST', headers: { ...headers, ...more }, body: change(body) }
        return fetch(`http://127.0.0.1:${port}/`, sent)
      }
      await expect
        .poll(
          () =>
            send({}).then(
              ({ status }) => status,
              () => 0,
            ),
          { timeout: 20_000 },
        )
        .toBe(200)
      expect(await (await send({})).text()).toBe('PAYMENT')
      expect((await send({}, (body) => body.replace('92', '93'))).status).toBe(400)
      expect((await send({ 'webhook-timestamp': 'soon' })).status).toBe(400)
    },
  )
})

interface Served {
  readonly port: number
  readonly secret: string
}

function serveProgram(program: string, args: readonly string[], { port, secret }: Served): void {
  const env = { ...process.env, PORT: String(port), SECRET: secret }
  const child = spawn(program, args, { env, stdio: 'ignore' })
  onTestFinished(() => void child.kill())
}

/** As a web server runs a program by CGI: headers as variables, the body on its input. */
async function serveCgi(program: string, script: string, { port, secret }: Served): Promise<void> {
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const ofHeaders = Object.entries(request.headers).map(([name, value]) => [
      `HTTP_${name.toUpperCase().replaceAll('-', '_')}`,
      String(value),
    ])
    const env = {
      PATH: process.env.PATH,
      SECRET: secret,
      REDIRECT_STATUS: '200',
      GATEWAY_INTERFACE: 'CGI/1.1',
      REQUEST_METHOD: 'POST',
      SCRIPT_FILENAME: script,
      CONTENT_LENGTH: String(Buffer.byteLength(body)),
      CONTENT_TYPE: 'application/json',
      ...Object.fromEntries(ofHeaders),
    }
    const [head = '', ...rest] = spawnSync(program, { env, input: body })
      .stdout.toString()
      .split('\r\n\r\n')
    response.writeHead(Number(/^Status: (\d+)/m.exec(head)?.[1] ?? 200)).end(rest.join('\r\n\r\n'))
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
}

/** The words after the program of a sample, what it reads, and the same with one character changed. */
/** The words of a genuine message with another timestamp, which is no number. */
function signedAt(words: readonly string[], timestamp: string, body: string): string[] {
  const [format = '', secret = '', id = ''] = words
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const hmac = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`)
  return [format, secret, id, timestamp, `v1,${hmac.digest('base64')}`]
}

function sampleOf(format: WebhookFormat) {
  const secret = newWebhookSecret()
  const { headers, body } = formatRequest({
    format,
    wrapper: 'none',
    secrets: { current: secret },
    id: '8ac7a4000000000000000000000000a1',
    // The samples compare it with the clock of the machine.
    atMs: Date.now(),
    body: BODY,
  })
  const names =
    format === 'signed'
      ? ['webhook-id', 'webhook-timestamp', 'webhook-signature']
      : ['X-Initialization-Vector', 'X-Authentication-Tag']
  const changedBody =
    format === 'signed' ? body.replace('92', '93') : (body[0] === '0' ? '1' : '0') + body.slice(1)
  return { words: [format, secret, ...names.map((name) => headers[name] ?? '')], body, changedBody }
}
