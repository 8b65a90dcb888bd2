import type { UsableEntity } from '../entities/access.ts'
import { shortIdOf } from '../kernel/ids.ts'
import { wireTime } from '../kernel/timers/clock.ts'
import type { ParameterValues } from '../parameters/values.ts'
import type { Instrument, ReadInstrument } from './instruments/instrument.ts'
import type { DraftedPayment } from './payment-extension.ts'
import { standingInstructionDefaults } from './standing-instruction.ts'

export const ORDERED_AT = 'risk.orderTimestamp'

/** The time of the order: "default set by the service" (interface document, Risk). */
export function orderedAt(values: ParameterValues, nowMs: number): string {
  return values.sent(ORDERED_AT) ?? wireTime(nowMs)
}

/** The parameters that the answer echoes. `merchant.name` overrides the descriptor (interface document). */
export function echoedRequest({
  id,
  channel,
  values,
  read,
  nowMs,
  trace,
}: DraftedPayment): Record<string, string> {
  const request = values.echo()
  request.descriptor = request['merchant.name'] ?? request.descriptor ?? descriptorOf(id, channel)
  leaveOutCryptogram(request, read.instrument)
  const network = read.detectedBrand ?? read.brand
  const defaults = standingInstructionDefaults(network, values)
  for (const [name, value] of Object.entries(defaults)) {
    request[name] ??= value
    trace?.note('defaults', `${name} is ${value}, as the network of ${network} has it`)
  }
  for (const [name, value] of Object.entries(read.sentAlong ?? {})) request[name] ??= value
  if (isUnmarkedTokenPayment(request, channel, read)) {
    request['standingInstruction.source'] = 'CIT'
  }
  if (sendsRisk(request)) request[ORDERED_AT] ??= orderedAt(values, nowMs)
  return request
}

/**
 * Removes the verification id of a wallet's card: it is the cryptogram, which must not be stored. The
 * connector gets it with the card.
 */
export function leaveOutCryptogram(request: Record<string, string>, instrument: Instrument): void {
  if (instrument.kind === 'card' && instrument.cryptogram !== undefined) {
    delete request['threeDSecure.verificationId']
  }
}

function descriptorOf(paymentId: string, { entity }: UsableEntity): string {
  return `${shortIdOf(paymentId)} ${entity.name}`
}

/**
 * A payment with a stored card that says nothing of a series: its cardholder is authenticated as one who is
 * there, so the acquirer is told so, as of one click in a checkout.
 */
function isUnmarkedTokenPayment(
  request: Readonly<Record<string, string>>,
  { settings }: UsableEntity,
  { registrationId, instrument }: ReadInstrument,
): boolean {
  if (registrationId === undefined || instrument.kind !== 'card') return false
  return settings.profile === 'strict' && !sendsAny(request, 'standingInstruction.')
}

function sendsRisk(request: Readonly<Record<string, string>>): boolean {
  return sendsAny(request, 'risk.')
}

function sendsAny(request: Readonly<Record<string, string>>, beginning: string): boolean {
  for (const name in request) if (name.startsWith(beginning)) return true
  return false
}
