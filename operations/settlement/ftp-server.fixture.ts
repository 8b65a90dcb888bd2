import { createServer, type Server, type Socket } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'
import type { TlsIdentity } from '../../server/http/transport-certificate.ts'

/** What goes wrong in an upload: nothing, the connection, a part of the bytes, or the rename. */
export type FtpFault = 'none' | 'breaksOff' | 'losesBytes' | 'refusesRename'

/** A small FTP server (RFC 959, RFC 2428, RFC 4217) that keeps files in memory. */
export interface FtpServer {
  readonly port: number
  readonly files: Map<string, Buffer>
  /** Every name that an upload was begun under. */
  readonly begun: string[]
  /** What goes wrong in the next uploads, one after the other. */
  readonly faults: FtpFault[]
  /** Whether control and data came by TLS. */
  readonly secured: { control: boolean; data: boolean }
  close(): void
}

export const FTP_USER = 'shop'
export const FTP_PASSWORD = 's3cret pass'

/** Starts a server. With an identity it takes AUTH TLS. */
export async function startFtpServer(identity?: TlsIdentity): Promise<FtpServer> {
  const state: FtpServer & { port: number } = {
    port: 0,
    files: new Map(),
    begun: [],
    faults: [],
    secured: { control: false, data: false },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    new Session(socket, state, identity)
  })
  state.port = await listening(server)
  return state
}

function listening(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port))
  })
}

class Session {
  #control: Socket
  readonly #state: FtpServer
  readonly #identity: TlsIdentity | undefined
  #user = ''
  #data: Promise<Socket> | undefined
  #protects = false
  #renamed = ''
  #fault: FtpFault = 'none'

  constructor(socket: Socket, state: FtpServer, identity: TlsIdentity | undefined) {
    this.#control = socket
    this.#state = state
    this.#identity = identity
    this.#listen(socket)
    this.#say('220 ready')
  }

  #listen(socket: Socket): void {
    let rest = ''
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      rest += bytes.toString()
      const lines = rest.split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) void this.#answer(line)
    })
  }

  #say(line: string): void {
    this.#control.write(`${line}\r\n`)
  }

  async #answer(line: string): Promise<void> {
    const [command = '', ...words] = line.split(' ')
    const value = words.join(' ')
    switch (command.toUpperCase()) {
      case 'AUTH':
        return this.#identity === undefined ? this.#say('502 no TLS') : this.#secure(this.#identity)
      case 'PBSZ':
        return this.#say('200 ok')
      case 'PROT':
        this.#protects = value === 'P'
        return this.#say('200 ok')
      case 'USER':
        this.#user = value
        return this.#say('331 password')
      case 'PASS': {
        const isRight = this.#user === FTP_USER && value === FTP_PASSWORD
        return this.#say(isRight ? '230 in' : '530 not in')
      }
      case 'CWD':
        return this.#say(value === 'reports' ? '250 ok' : '550 no such folder')
      case 'EPSV':
        return this.#passive()
      case 'STOR':
        return this.#store(value)
      case 'SIZE':
        return this.#say(this.#sizeOf(value))
      case 'RNFR':
        this.#renamed = value
        return this.#say('350 go on')
      case 'RNTO':
        return this.#rename(value)
      case 'DELE':
        return this.#say(this.#state.files.delete(value) ? '250 ok' : '550 no such file')
      case 'TYPE':
      case 'STRU':
      case 'OPTS':
        return this.#say('200 ok')
      case 'FEAT':
        return this.#say('211 none')
      default:
        return this.#say('502 not known')
    }
  }

  #secure(identity: TlsIdentity): void {
    const plain = this.#control
    plain.removeAllListeners('data')
    this.#say('234 TLS')
    this.#control = this.#secured(plain, identity)
    this.#state.secured.control = true
    this.#listen(this.#control)
  }

  #secured(socket: Socket, identity: TlsIdentity): TLSSocket {
    const secureContext = createSecureContext({ cert: identity.cert, key: identity.key })
    const secured = new TLSSocket(socket, { isServer: true, secureContext })
    secured.on('error', () => undefined)
    return secured
  }

  async #passive(): Promise<void> {
    const server = createServer()
    this.#data = new Promise((resolve) => {
      server.once('connection', (socket) => {
        server.close()
        const identity = this.#protects ? this.#identity : undefined
        this.#state.secured.data = identity !== undefined
        resolve(identity === undefined ? socket : this.#secured(socket, identity))
      })
    })
    const port = await listening(server)
    this.#say(`229 passive (|||${port}|)`)
  }

  async #store(name: string): Promise<void> {
    this.#state.begun.push(name)
    this.#fault = this.#state.faults.shift() ?? 'none'
    const data = this.#data
    this.#say('150 send')
    const chunks: Buffer[] = []
    const socket = await data
    if (socket === undefined) return this.#say('425 no data connection')
    for await (const chunk of socket) {
      chunks.push(chunk as Buffer)
      if (this.#fault !== 'breaksOff') continue
      this.#state.files.set(name, Buffer.concat(chunks))
      socket.destroy()
      this.#control.destroy()
      return
    }
    const whole = Buffer.concat(chunks)
    const kept = this.#fault === 'losesBytes' ? whole.subarray(0, -1) : whole
    this.#state.files.set(name, kept)
    this.#say('226 stored')
  }

  #sizeOf(name: string): string {
    const file = this.#state.files.get(name)
    return file === undefined ? '550 no such file' : `213 ${file.length}`
  }

  #rename(name: string): void {
    const { files } = this.#state
    const file = files.get(this.#renamed)
    if (file === undefined || (this.#fault === 'refusesRename' && files.has(name))) {
      this.#say('553 not allowed')
      return
    }
    files.delete(this.#renamed)
    files.set(name, file)
    this.#say('250 ok')
  }
}
