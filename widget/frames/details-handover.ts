import { codeAsker, codeGiver } from './code-handover.ts'
import { randomName } from './number-frame.ts'
import { matches } from './read-message.ts'
import { siblingFrames } from './sibling-frames.ts'

/** Secured fields beside number and code. */
export type Detail = 'card.expiry' | 'card.holder'

const isValue = {
  /** MMYYYY, empty while it is not whole. */
  'card.expiry': matches(/^(?:\d{6})?$/),
  'card.holder': matches(/^.{0,128}$/s),
} satisfies Record<Detail, (value: unknown) => boolean>

/**
 * Another name for each field: over a channel, which frames inside a shadow root use, each would
 * answer what another is asked.
 */
const handoverName = (field: Detail, instance: string) => `${instance} ${field}`

/** Asks the frame of a field, by the way of the security code (`code-handover.ts`). */
export function askDetail(field: Detail, instance: string) {
  const asker = codeAsker({
    instance: handoverName(field, instance),
    send: siblingFrames(field, instance, (data) => void asker.receive(data)),
    newRequest: randomName,
    later: setTimeout,
    isValue: isValue[field],
  })
  return asker
}

/** Gives the value of a field to the number frame when that asks for it. */
export function giveDetail(
  field: Detail,
  instance: string,
  value: { read(): string; wipe(): void },
): void {
  siblingFrames('card.number', instance, codeGiver(handoverName(field, instance), value))
}
