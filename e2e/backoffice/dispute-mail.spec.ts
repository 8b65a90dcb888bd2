import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import {
  type SmtpServer,
  startSmtpServer,
  type TakenMail,
} from '../../operations/mail/smtp-server.fixture.ts'
import {
  processDemo,
  type ServerProcess,
  startServerProcess,
} from '../../server/testing/server-process.fixture.ts'
import { expect, payByCard, test, textsOf } from '../support/back-office.ts'
import { gatewayClient } from '../support/gateway-client.ts'
import { expectNoViolations } from '../support/inspection.ts'

const EMAIL = 'owner@tillgate.example'

/** A gateway with a mail server, and its owner, who signs in with a second factor. */
interface MailedOffice {
  readonly url: string
  readonly smtp: SmtpServer
  readonly password: string
  /** Each is good for one sign-in. */
  readonly recoveryCodes: string[]
  close(): Promise<void>
}

async function startMailedOffice(): Promise<MailedOffice> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tillgate-dispute-mail-'))
  const smtp = await startSmtpServer()
  const env = { TILLGATE_SMTP_SERVER: smtp.url, TILLGATE_MAIL_FROM: 'pay@shop.example' }
  const server = await startServerProcess({ dataDir, env })
  const { url } = server
  const password = /Password\s+(\S+)/.exec(server.output())?.[1] ?? ''
  return {
    url,
    smtp,
    password,
    recoveryCodes: await beginSecondFactor(url, password),
    async close() {
      await server.interrupt()
      await smtp.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function beginSecondFactor(url: string, password: string): Promise<string[]> {
  let cookie = ''
  const post = async (path: string, form: Readonly<Record<string, string>>) => {
    const answer = await fetch(`${url}/admin/v1${path}`, {
      method: 'POST',
      headers: { origin: url, 'x-tillgate-request': '1', cookie },
      body: new URLSearchParams(form),
    })
    expect(answer.status, path).toBe(200)
    cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
    return (await answer.json()) as { readonly secret?: string; readonly recoveryCodes?: string[] }
  }
  await post('/session', { email: EMAIL, password })
  const { secret = '' } = await post('/profile/totp', { password })
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  const { recoveryCodes = [] } = await post('/profile/totp/confirmation', { code })
  return recoveryCodes
}

/** The text of a mail, as its reader sees it, and its link into the back office. */
function readMail({ data }: TakenMail): { readonly text: string; readonly link: string } {
  const part = data.split(/^Content-Type: text\/plain.*$/m)[1]?.split(/^--/m)[0] ?? ''
  const body = part.slice(part.indexOf('\n\n') + 2)
  const text = /base64/.test(part)
    ? Buffer.from(body, 'base64').toString()
    : Buffer.from(
        body
          .replaceAll(/=\n/g, '')
          .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
        'latin1',
      ).toString()
  return { text, link: /https?:\/\/\S+\/backoffice\/disputes\/\S+/.exec(text)?.[0] ?? '' }
}

test.describe('a dispute is answered from its mail, by who is signed out', () => {
  let office: MailedOffice
  test.beforeAll(async () => {
    office = await startMailedOffice()
  })
  test.afterAll(() => office.close())

  for (const [language, width] of [
    ['en', 1280],
    ['en', 390],
    ['de', 1280],
    ['de', 390],
  ] as const) {
    test(`in ${language} at ${width} px`, async ({ page }) => {
      const texts = textsOf(language)
      const { url, smtp, password, recoveryCodes } = office
      const order = `ORDER-${language}-${width}`
      const paid = await payByCard(gatewayClient({ url } as ServerProcess), {
        merchantTransactionId: order,
      })
      const opened = await fetch(`${url}/test/disputes`, {
        method: 'POST',
        headers: { authorization: `Bearer ${processDemo.accessToken}` },
        body: new URLSearchParams({
          entityId: processDemo.entityId,
          paymentId: paid.id,
          stage: 'firstChargeback',
          disputeReason: '13.1',
          disputeCode: '000.100.203',
          respondByDays: '2',
        }),
      })
      expect(opened.status).toBe(200)
      const { id } = (await opened.json()) as { readonly id: string }
      const mailsOfIt = () => smtp.mails.map(readMail).filter(({ link }) => link.endsWith(id))
      await expect.poll(() => mailsOfIt().length).toBe(1)
      const mail = mailsOfIt()[0]
      expect(mail?.text).toContain('92.00')
      expect(mail?.text).toContain('An answer has to be there by')

      await page.setViewportSize({ width, height: 844 })
      await page.addInitScript((code) => localStorage.setItem('tillgate.language', code), language)
      await page.goto(mail?.link ?? '')
      await page.getByLabel(texts['session.email']).fill(EMAIL)
      await page.getByLabel(texts['session.password']).fill(password)
      await page.getByRole('button', { name: texts['session.begin'] }).click()
      await page.getByLabel(texts['session.code']).fill(recoveryCodes.shift() ?? '')
      await page.getByRole('button', { name: texts['session.begin'] }).click()

      // The dispute of the mail, and not the first page of the menu.
      await expect(page.getByText(order)).toBeVisible()
      await expectNoViolations(page)
      const contest = page.getByRole('button', { name: texts['dispute.submission'] })
      await expect(contest).toBeDisabled()
      const buffer = Buffer.from('Signed by Jane Jones')
      await page
        .getByLabel(texts['evidence.add'])
        .setInputFiles({ name: 'delivery.txt', mimeType: 'text/plain', buffer })
      await expect(page.getByText('delivery.txt').first()).toBeVisible()
      await contest.click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(texts['dispute.note']).fill('Delivered on 21 November')
      await dialog.getByRole('button', { name: texts['dispute.submission'] }).click()
      await expect(dialog).toBeHidden()
      await expect(page.getByText(texts['disputeEvent.submitted']).first()).toBeVisible()
      await expect(contest).toHaveCount(0)

      // The list of mails has the mail, and finds it by what it tells and by whom it goes to.
      await page.goto(`${url}/backoffice/mails`)
      await page.getByLabel(texts['mails.allKinds']).selectOption('disputeOpened')
      await page.getByLabel(texts['mails.recipient']).fill(EMAIL.toUpperCase())
      await page.getByLabel(texts['mails.recipient']).press('Enter')
      const row = page.getByRole('row', { name: new RegExp(EMAIL) }).first()
      await expect(row).toContainText(texts['mailState.sent'])
      const others = page.getByRole('row').filter({ hasText: texts['mailKind.newBrowser'] })
      await expect(others).toHaveCount(0)
      await expectNoViolations(page)
    })
  }
})
