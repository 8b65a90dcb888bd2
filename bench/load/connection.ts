import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** An answer as far as a load generator reads it. */
export interface RawAnswer {
  readonly status: number
  readonly body: Buffer
}

export interface Address {
  readonly host: string
  readonly port: number
}

/**
 * One keep-alive connection with one request under way at a time. It reads HTTP/1.1 answers that
 * carry a length, which is all that both servers send, and nothing else: that is what keeps the
 * generator cheap enough to share two cores with the server it loads.
 */
export class Connection {
  readonly #socket: Socket
  #received: Buffer = Buffer.alloc(0)
  #answered: ((answer: RawAnswer) => void) | undefined
  #failed: ((error: Error) => void) | undefined

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on('data', (chunk) => this.#take(chunk))
    socket.on('error', (error) => this.#failed?.(error))
    socket.on('close', () => this.#failed?.(new Error('The server closed the connection')))
  }

  static async open(address: Address): Promise<Connection> {
    const socket = connect(address)
    await once(socket, 'connect')
    return new Connection(socket)
  }

  request(text: string): Promise<RawAnswer> {
    return new Promise((resolve, reject) => {
      this.#answered = resolve
      this.#failed = reject
      this.#socket.write(text, 'latin1')
    })
  }

  close(): void {
    this.#failed = undefined
    this.#socket.destroy()
  }

  #take(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk])
    const answer = readAnswer(this.#received)
    if (answer === undefined) return
    this.#received = Buffer.alloc(0)
    this.#answered?.(answer)
  }
}

const HEAD_END = Buffer.from('\r\n\r\n')

/** The answer that fills the buffer, or `undefined` while a part of it is missing. */
export function readAnswer(received: Buffer): RawAnswer | undefined {
  const headEnd = received.indexOf(HEAD_END)
  if (headEnd === -1) return undefined
  const head = received.toString('latin1', 0, headEnd)
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`An answer without a length: ${head.split('\r\n')[0]}`)
  const bodyStart = headEnd + HEAD_END.length
  if (received.length < bodyStart + Number(length)) return undefined
  return { status: Number(head.slice(9, 12)), body: received.subarray(bodyStart) }
}
