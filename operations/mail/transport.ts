import type { FastifyBaseLogger } from 'fastify'
import { withoutNumbers } from '../../server/parameters/masking.ts'

/** The mail server, and from which address mails come. */
export interface MailSettings {
  /** `smtp://` or `smtps://` with host and port. */
  readonly server: string
  readonly user: string | null
  readonly password: string | null
  readonly from: string
  /** Whether a server on another machine must speak TLS. */
  readonly needsTls: boolean
}

/** A mail as it is sent. */
export interface Message {
  /** Without `<` and `>`. */
  readonly id: string
  readonly to: string
  /** Who sends it, for people. */
  readonly fromName: string
  /** Where an answer goes; absent: to the sender's address. */
  readonly replyTo?: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** BCP 47 */
  readonly language: string
}

/**
 * What the mail server says. `refused`: never, to this recipient. `failed`: not now. `timedOut`: it took the connection
 * and then said nothing to this mail. `unreachable`: there is no server that takes anything, so that other mails need
 * not be tried.
 */
export interface Posted {
  readonly kind: 'sent' | 'refused' | 'failed' | 'timedOut' | 'unreachable'
  readonly reply: string
}

export type Post = (message: Message) => Promise<Posted>

/** How long one mail may take, in milliseconds: a timer's lease is a minute. */
const CONNECT_MS = 10_000
const IDLE_MS = 15_000
const MAX_MS = 40_000

/** What is kept of an answer. */
const MAX_REPLY = 500

/** Sends mails by the mail server. The library is loaded with the first mail. */
export function createPost(
  settings: MailSettings,
  log: Pick<FastifyBaseLogger, 'warn'>,
  idleMs = IDLE_MS,
): Post {
  let transport: Promise<Transport> | undefined
  return async (message) => {
    transport ??= openTransport(settings, idleMs)
    try {
      const { response } = await withinTime((await transport).sendMail(mailOf(message, settings)))
      return { kind: 'sent', reply: kept(response) }
    } catch (error) {
      const posted = postedOf(error)
      if (posted.kind === 'unreachable') log.warn({ reply: posted.reply }, UNREACHABLE)
      return posted
    }
  }
}

const UNREACHABLE = 'the mail server takes no mails'

type Transport = Awaited<ReturnType<typeof openTransport>>

async function openTransport({ server, user, password, needsTls }: MailSettings, idleMs: number) {
  const { createTransport } = await import('nodemailer')
  const { protocol, hostname, port } = new URL(server)
  const host = hostname.replace(/^\[|\]$/g, '')
  return createTransport({
    host,
    port: Number(port),
    secure: protocol === 'smtps:',
    requireTLS: needsTls,
    // A server on this machine, or of a test environment, may have a certificate of its own making.
    tls: { rejectUnauthorized: needsTls, minVersion: 'TLSv1.2' },
    ...(user === null ? {} : { auth: { user, pass: password ?? '' } }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: idleMs,
    // A mail has no attachments: nothing is read from files or other servers for it.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** Addresses are given in parts, and names without what ends a line: no text can become a header. */
function mailOf(message: Message, { from }: MailSettings) {
  const { id, to, fromName, replyTo, subject, text, html, language } = message
  return {
    messageId: `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    from: { name: oneLine(fromName), address: from },
    to: { name: '', address: to },
    ...(replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }),
    subject: oneLine(subject),
    text,
    html,
    headers: { 'Content-Language': language, 'Auto-Submitted': 'auto-generated' },
    envelope: { from, to: [to] },
  }
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}

function withinTime<Value>(sent: Promise<Value>): Promise<Value> {
  let timeout: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const error = new Error(`no answer within ${MAX_MS / 1000} s`)
    timeout = setTimeout(reject, MAX_MS, Object.assign(error, { timeoutType: OF_ONE_MAIL }))
  })
  return Promise.race([sent, late]).finally(() => clearTimeout(timeout))
}

/** Codes of the library that are about the server and not about one mail. */
const OF_SERVER = new Set([
  'ECONNECTION',
  'ETIMEDOUT',
  'ESOCKET',
  'EDNS',
  'ETLS',
  'EAUTH',
  'ENOAUTH',
])

/** The library's word for a server that has greeted, and then says nothing. */
const OF_ONE_MAIL = 'SOCKET_TIMEOUT'

function postedOf(error: unknown): Posted {
  const { code, command, responseCode, response, message, timeoutType } = error as {
    readonly timeoutType?: string
    readonly code?: string
    readonly command?: string
    readonly responseCode?: number
    readonly response?: string
    readonly message?: string
  }
  const reply = kept(response ?? message ?? String(error))
  if (timeoutType === OF_ONE_MAIL) return { kind: 'timedOut', reply }
  if (code !== undefined && OF_SERVER.has(code)) return { kind: 'unreachable', reply }
  // A sender that is refused is about all mails: an operator can mend that.
  const isFinal = (responseCode ?? 0) >= 500 && command !== 'MAIL FROM'
  return { kind: isFinal ? 'refused' : 'failed', reply }
}

function kept(reply: string): string {
  return withoutNumbers(oneLine(reply)).slice(0, MAX_REPLY)
}
