import type { SecuredField } from '../../common/widget-wire.ts'
import type { HandoverMessage } from './code-handover.ts'

/** Gives the answer to a message, to be sent back the way it came. */
type Receive = (data: unknown) => HandoverMessage | undefined

/**
 * The way between the two frames of a form: the frame beside is found among the parent's frames,
 * which is exact. Frames inside a shadow root are not listed there; they use a channel by the name
 * of the instance. (Only they: an open channel may keep a page out of the back/forward cache.)
 * Sending returns false if it is not clear whom to send to.
 *
 * @param other which field the other frame shows
 */
export function siblingFrames(
  other: SecuredField,
  instance: string,
  receive: Receive,
): (message: HandoverMessage) => boolean {
  if (!framesOfParent().includes(window)) return channelTo(`tillgate-${instance}`, receive)
  addEventListener('message', ({ data, origin, source }) => {
    if (origin !== location.origin) return
    const answer = receive(data)
    if (answer !== undefined) source?.postMessage(answer, { targetOrigin: origin })
  })
  return (message) => {
    const found = framesOfParent().filter((frame) => shows(frame, other, instance))
    if (found.length === 1) found[0]?.postMessage(message, location.origin)
    return found.length === 1
  }
}

export function framesOfParent(): Window[] {
  return Array.from({ length: parent.length }, (_, index) => parent[index] as Window)
}

/** Whether a frame shows this field of the form of this name. */
export function shows(frame: Window, field: SecuredField, instance: string): boolean {
  try {
    const query = new URLSearchParams(frame.location.search)
    return query.get('field') === field && query.get('instance') === instance
  } catch {
    // A frame of another origin: not ours.
    return false
  }
}

function channelTo(name: string, receive: Receive): (message: HandoverMessage) => boolean {
  let channel: BroadcastChannel
  try {
    channel = new BroadcastChannel(name)
  } catch {
    // The browser's settings forbid it.
    return () => false
  }
  channel.onmessage = ({ data }) => {
    const answer = receive(data)
    if (answer !== undefined) channel.postMessage(answer)
  }
  return (message) => {
    channel.postMessage(message)
    return true
  }
}
