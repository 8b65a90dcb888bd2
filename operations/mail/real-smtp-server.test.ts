import { describe, expect, it, onTestFinished } from 'vitest'
import { type ServedTls, startRealSmtpServer } from './real-smtp-server.fixture.ts'
import { createPost, type MailSettings } from './transport.ts'

/** `node run.mjs test:smtp` installs aiosmtpd and runs this file. */
const isWanted = process.env.TILLGATE_REAL_SMTP === '1'

const message = {
  id: '8ac7a4019ab3c4d5e6f708192a3b4c5d',
  to: 'jane@home.example',
  fromName: 'Teehaus „Grün“',
  replyTo: 'help@shop.example',
  subject: 'Ihr Beleg über 92,00 € von Teehaus „Grün“\r\nBcc: eve@evil.example',
  text: 'Grüße\n.\nund noch eine Zeile\n',
  html: '<p>Grüße</p>',
  language: 'de',
}

async function served(tls: ServedTls) {
  const server = await startRealSmtpServer(tls)
  onTestFinished(() => server.close())
  return {
    server,
    post: (more: Partial<MailSettings> = {}) =>
      createPost(
        {
          server: server.url,
          user: null,
          password: null,
          from: 'pay@gateway.example',
          needsTls: false,
          ...more,
        },
        { warn: () => undefined } as never,
      )(message),
  }
}

describe.runIf(isWanted)('a mail that aiosmtpd of Debian takes', () => {
  it.each(['none', 'starttls', 'smtps'] as const)('with TLS %s is there whole', async (tls) => {
    const { server, post } = await served(tls)
    expect(await post()).toMatchObject({ kind: 'sent' })
    const [mail = '', ...others] = await server.mails()
    expect(others).toEqual([])
    const [head = ''] = mail.split('\n\n')
    const headers = head.replace(/\n[ \t]+/g, ' ')
    expect(headers).toContain('X-RcptTo: jane@home.example')
    expect(headers).toContain('Reply-To: help@shop.example')
    expect(headers).toMatch(/^Subject: =\?UTF-8\?/m)
    expect(headers).not.toMatch(/^Bcc:/im)
    expect(mail).toContain('Gr=C3=BC=C3=9Fe\n.\nund noch eine Zeile')
    expect(mail).toContain('<p>Gr=C3=BC=C3=9Fe</p>')
  })

  it('is not sent where TLS is needed and there is none, or a certificate that nobody vouches for', async () => {
    for (const tls of ['none', 'starttls', 'smtps'] as const) {
      const { server, post } = await served(tls)
      expect(await post({ needsTls: true }), tls).toMatchObject({ kind: 'unreachable' })
      expect(await server.mails()).toEqual([])
    }
  })
})
