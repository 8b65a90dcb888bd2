import type { KeyObject } from 'node:crypto'
import { type MessagePort, parentPort } from 'node:worker_threads'
import { sealPan } from './aead.ts'
import { cardsOfText, type KeyMessage, textOfSeals } from './sealing-messages.ts'

/**
 * The thread that seals card numbers, built as `sealing-worker.js`. Each key arrives as a message; a
 * batch of cards arrives as a text and is answered with a text, in the same order. The thread ends when
 * its port is closed, and stores nothing.
 */
function serveSeals(port: MessagePort): void {
  const keys: KeyObject[] = []
  port.on('message', (message: KeyMessage | string) => {
    if (typeof message === 'string') port.postMessage(textOfSeals(sealed(message, keys)))
    else keys[message.number] = message.key
  })
}

function sealed(batch: string, keys: readonly KeyObject[]) {
  return cardsOfText(batch).map(({ keyNumber, fingerprintKeyNumber, place, pan }) => {
    const key = keys[keyNumber]
    const fingerprintKey = keys[fingerprintKeyNumber]
    if (key === undefined || fingerprintKey === undefined) throw new Error('A key was not sent')
    return sealPan({ key, place, pan }, fingerprintKey)
  })
}

if (parentPort === null) throw new Error('sealing-worker.js only runs as a worker thread')
serveSeals(parentPort)
