import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { formatRequest, type WebhookFormat } from './format-request.ts'
import { newWebhookSecret } from './secrets.ts'

const SAMPLES = join(import.meta.dirname, '../../../../docs/webhooks')
const BODY = '{"type":"PAYMENT","payload":{"amount":"92.00","descriptor":"Café 東京"}}'

/** How each language runs its sample, and asks for its version. */
const LANGUAGES = [
  ['Node', process.execPath, ['verify.mjs'], '--version'],
  ['PHP', 'php', ['verify.php'], '--version'],
  ['Python', 'python3', ['verify.py'], '--version'],
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
      }
    },
  )
})

/** The words after the program of a sample, what it reads, and the same with one character changed. */
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
