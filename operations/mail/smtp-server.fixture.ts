import { type AddressInfo, createServer, type Socket } from 'node:net'

/** A mail as the server has got it. */
export interface TakenMail {
  readonly from: string
  readonly to: readonly string[]
  /** Headers and body. */
  readonly data: string
  /** What the client has signed in with, decoded; `undefined`: it has not. */
  readonly auth: string | undefined
}

/**
 * Answers in place of the usual ones, by the first word of a command, or `DATA.end` of what is after the text; of this
 * an empty one is none at all.
 */
export type Replies = Partial<Record<string, string>>

export interface SmtpServer {
  readonly url: string
  readonly mails: readonly TakenMail[]
  replies: Replies
  /** Connections that were opened. */
  readonly connections: () => number
  close(): Promise<void>
}

/** A mail server of RFC 5321 without TLS, which takes everything; with `hangs` it says nothing at all. */
export async function startSmtpServer({ hangs = false, port = 0 } = {}): Promise<SmtpServer> {
  const mails: TakenMail[] = []
  const sockets = new Set<Socket>()
  let connections = 0
  const smtp = { replies: {} as Replies }
  const server = createServer((socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
    if (!hangs) converse(socket, smtp, (taken) => mails.push(taken))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return Object.assign(smtp, {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    connections: () => connections,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}

function converse(
  socket: Socket,
  { replies }: { readonly replies: Replies },
  take: (mail: TakenMail) => void,
): void {
  let [text, from, data, auth] = [
    '',
    '',
    undefined as string[] | undefined,
    undefined as string | undefined,
  ]
  let to: string[] = []
  const answer = (command: string, usual: string) =>
    socket.write(`${replies[command] ?? usual}\r\n`)
  const onLine = (line: string) => {
    if (data !== undefined) {
      if (line !== '.') {
        data.push(line.replace(/^\.\./, '.'))
        return
      }
      const reply = replies['DATA.end'] ?? '250 2.0.0 taken'
      if (reply.startsWith('2')) take({ from, to, data: data.join('\n'), auth })
      data = undefined
      if (reply !== '') socket.write(`${reply}\r\n`)
      return
    }
    const [command = ''] = line.toUpperCase().split(/[ :]/, 1)
    if (command === 'EHLO') answer(command, '250-mail.example\r\n250-8BITMIME\r\n250 AUTH PLAIN')
    else if (command === 'AUTH') {
      auth = Buffer.from(line.split(' ')[2] ?? '', 'base64')
        .toString()
        .replaceAll('\0', ' ')
        .trim()
      answer(command, '235 2.7.0 welcome')
    } else if (command === 'MAIL') {
      from = /<(.*)>/.exec(line)?.[1] ?? ''
      to = []
      answer(command, '250 2.1.0 ok')
    } else if (command === 'RCPT') {
      to = [...to, /<(.*)>/.exec(line)?.[1] ?? '']
      answer(command, '250 2.1.5 ok')
    } else if (command === 'DATA') {
      data = []
      answer(command, '354 go on')
    } else if (command === 'QUIT') socket.end('221 2.0.0 bye\r\n')
    else answer(command, '250 2.0.0 ok')
  }
  socket.setEncoding('utf8').write('220 mail.example ESMTP\r\n')
  socket.on('data', (part) => {
    text += part
    const lines = text.split('\r\n')
    text = lines.pop() ?? ''
    for (const line of lines) onLine(line)
  })
}
