import { ENGINE_NAMES, type ServerFigures } from '../measure/figures.ts'
import { textTable } from '../measure/table.ts'
import type { WebhookFigures } from './beside-webhook.ts'
import type { HangingFigures } from './hanging.ts'

/** Prints what one active webhook costs payments. */
export function printWithWebhook(figures: WebhookFigures): void {
  const { engine, without, answered, unanswered, ratio, unansweredRatio, aim } = figures
  const { cpuRatio, unansweredCpuRatio } = figures
  const row = (name: string, { perSecond, p50Ms, p99Ms, ...cpu }: ServerFigures) =>
    [name, perSecond, p50Ms, p99Ms, cpu.cpuMsPerUnit, cpu.mainThreadMsPerUnit].map((cell) =>
      String(cell ?? '-'),
    )
  console.log(`\nPOST /v1/payments with one active webhook, ${ENGINE_NAMES[engine]}\n`)
  console.log(
    textTable([
      [
        '',
        'per second',
        'p50 ms',
        'p99 ms',
        'CPU ms each',
        'main thread',
        'of without',
        'aim',
        'by CPU',
      ],
      row('without', without),
      [...row('with', answered), String(ratio ?? '-'), `>= ${aim}`, String(cpuRatio ?? '-')],
      [
        ...row('whose receiver never answers', unanswered),
        ...[String(unansweredRatio ?? '-'), '', String(unansweredCpuRatio ?? '-')],
      ],
    ]),
  )
  console.log(
    `${figures.sentBeside} events per second reached the receiver meanwhile, ${figures.sentAfter} afterwards`,
  )
}

/** Prints how long one receiver that never answers delays the others. */
export function printHanging(figures: HangingFigures): void {
  const { engine, events, receivers, withoutMs, besideMs, delayMs, aimMs } = figures
  console.log(
    `\n${events.toLocaleString('en')} queued events to ${receivers} receivers, ${ENGINE_NAMES[engine]}\n`,
  )
  console.log(
    textTable([
      ['the last event of nine has come after, ms', '', 'delay', 'aim'],
      ['without the tenth', String(withoutMs)],
      ['beside the tenth, which never answers', String(besideMs), String(delayMs), `< ${aimMs}`],
    ]),
  )
}
