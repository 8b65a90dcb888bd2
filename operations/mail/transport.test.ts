import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type SmtpServer, startSmtpServer } from './smtp-server.fixture.ts'
import { createPost, type MailSettings, type Message } from './transport.ts'

let server: SmtpServer
const told: object[] = []
const log = { warn: (fields: object) => told.push(fields) }

beforeEach(async () => {
  server = await startSmtpServer()
  told.length = 0
})

afterEach(() => server.close())

const message: Message = {
  id: '8ac7a4019ab3c4d5e6f708192a3b4c5d',
  to: 'jane@shop.example',
  fromName: 'Tea house',
  subject: 'Your receipt',
  text: 'Grüße\n',
  html: '<p>Grüße</p>',
  language: 'de',
}

const settings = (more: Partial<MailSettings> = {}): MailSettings => ({
  server: server.url,
  user: null,
  password: null,
  from: 'pay@gateway.example',
  needsTls: false,
  ...more,
})

const post = (more: Partial<Message> = {}, ofServer: Partial<MailSettings> = {}) =>
  createPost(settings(ofServer), log as never)({ ...message, ...more })

/** The headers of the last mail, one line for each. */
function headers(): readonly string[] {
  const [head = ''] = (server.mails.at(-1)?.data ?? '').split('\n\n')
  return head.replace(/\n[ \t]+/g, ' ').split('\n')
}

describe('a mail that is posted', () => {
  it('comes from the address of the gateway with the name of who sends it', async () => {
    expect(await post()).toEqual({ kind: 'sent', reply: '250 2.0.0 taken' })
    expect(server.mails).toMatchObject([
      { from: 'pay@gateway.example', to: ['jane@shop.example'], auth: undefined },
    ])
    expect(headers()).toEqual(
      expect.arrayContaining([
        'From: Tea house <pay@gateway.example>',
        'To: jane@shop.example',
        'Subject: Your receipt',
        'Message-ID: <8ac7a4019ab3c4d5e6f708192a3b4c5d@gateway.example>',
        'Content-Language: de',
        'Auto-Submitted: auto-generated',
      ]),
    )
    expect(server.mails[0]?.data).toContain('multipart/alternative')
  })

  it('signs in where a user is set', async () => {
    await post({}, { user: 'gateway', password: 'a secret' })
    expect(server.mails[0]?.auth).toBe('gateway a secret')
  })

  it.each([
    'Order 5\r\nBcc: eve@evil.example',
    'Order 5\nBcc: eve@evil.example',
    'Order 5\u2028Bcc: eve@evil.example',
    'Order 5\0\r\n\r\nBcc: eve@evil.example',
  ])('lets no text become a header: %j', async (text) => {
    await post({ subject: text, fromName: text, replyTo: 'shop@shop.example' })
    expect(server.mails[0]?.to).toEqual(['jane@shop.example'])
    expect(headers().filter((line) => /^bcc/i.test(line))).toEqual([])
    expect(headers().find((line) => line.startsWith('Subject'))).toBe(
      'Subject: Order 5 Bcc: eve@evil.example',
    )
  })
})

describe('the word of the mail server', () => {
  it.each([
    ['RCPT', '550 5.1.1 no such user', 'refused'],
    ['DATA.end', '554 5.7.1 looks like spam', 'refused'],
    ['RCPT', '451 4.7.1 come back later', 'failed'],
    ['DATA.end', '452 4.3.1 disk full', 'failed'],
    ['MAIL', '550 5.7.1 this sender may not', 'failed'],
  ])('after %s is %s: %s', async (command, reply, kind) => {
    server.replies[command] = reply
    const posted = await post()
    expect(posted).toEqual({ kind, reply: expect.stringContaining(reply) })
    expect(server.mails).toEqual([])
  })

  it('is never kept with a card number in it', async () => {
    server.replies['DATA.end'] = '554 5.7.1 4200000000000000'
    expect((await post()).reply).not.toContain('4200000000000000')
  })

  it('is about all mails where it refuses who signs in, and the log says so', async () => {
    server.replies.AUTH = '535 5.7.8 wrong password'
    const posted = await post({}, { user: 'gateway', password: 'wrong' })
    expect(posted).toMatchObject({ kind: 'unreachable' })
    expect(told).toEqual([{ reply: posted.reply }])
    expect(posted.reply).not.toContain('Z2F0ZXdheQ')
  })

  it('is told to be late where the server has greeted and says nothing to this mail', async () => {
    server.replies['DATA.end'] = ''
    const impatient = createPost(settings(), log as never, 50)
    expect(await impatient(message)).toMatchObject({ kind: 'timedOut' })
    expect(told).toEqual([])
  })

  it('is missed where nobody listens, and where TLS is needed and there is none', async () => {
    server.replies.STARTTLS = '502 5.5.1 unknown'
    expect(await post({}, { needsTls: true })).toMatchObject({ kind: 'unreachable' })
    await server.close()
    expect(await post()).toMatchObject({ kind: 'unreachable' })
  })
})
