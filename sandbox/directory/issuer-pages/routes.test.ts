import { createHash } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  decodeFromBrowser,
  encodeForBrowser,
} from '../../../server/features/three-ds/messages/browser-text.ts'
import type { MessageOf } from '../../../server/features/three-ds/messages/messages.ts'
import { readMessage } from '../../../server/features/three-ds/messages/read-message.ts'
import { samples } from '../../../server/features/three-ds/messages/samples.fixture.ts'
import { registerBodyParsers } from '../../../server/http/bodies.ts'
import { registerOpenRoutes } from '../../../server/http/register-routes.ts'
import { OWN_RANGES, ownCard, type Scenario } from '../../enrolled-cards.ts'
import { ONE_TIME_CODE, RETURN_CODES } from '../challenge.ts'
import { DIRECTORY_PATH, METHOD_PATHS } from '../directory.ts'
import {
  areqOf,
  createIssuerFixture,
  type IssuerFixture,
  transactionId,
} from '../issuer.fixture.ts'
import { formOf } from './browser.fixture.ts'
import { issuerRoutes } from './routes.ts'

let app: FastifyInstance
let url = ''
let fixture: IssuerFixture

beforeAll(async () => {
  fixture = createIssuerFixture()
  app = Fastify()
  registerBodyParsers(app)
  registerOpenRoutes(app, issuerRoutes, { issuer: fixture.issuer, clock: { now: () => 0 } })
  await app.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
})
afterAll(() => app.close())

interface Page {
  readonly status: number
  readonly html: string
  readonly csp: string
}

/** Posts a form to a path, or to an address of the issuer's origin. */
async function post(
  address: string,
  form: Readonly<Record<string, string>>,
  headers = {},
): Promise<Page> {
  const { pathname, search } = new URL(address, url)
  const answer = await fetch(url + pathname + search, {
    method: 'POST',
    body: new URLSearchParams(form),
    headers,
  })
  return {
    status: answer.status,
    html: await answer.text(),
    csp: answer.headers.get('content-security-policy') ?? '',
  }
}

const directory = async (body: string, type = 'application/json; charset=utf-8') => {
  const answer = await fetch(url + DIRECTORY_PATH, {
    method: 'POST',
    body,
    headers: { 'content-type': type },
  })
  return { status: answer.status, message: (await answer.json()) as Record<string, unknown> }
}

let count = 0

/** A challenge whose page was opened. */
async function challenge(
  scenario: Scenario = 'challenge',
  more: Partial<MessageOf<'AReq'>> = {},
  sent = {},
) {
  const [own] = OWN_RANGES
  if (own === undefined) throw new Error('no range')
  const areq = areqOf(transactionId(++count), { acctNumber: ownCard(own, scenario), ...more })
  const { message } = await directory(JSON.stringify(areq))
  const creq = encodeForBrowser({
    messageType: 'CReq',
    messageVersion: '2.2.0',
    threeDSServerTransID: areq.threeDSServerTransID,
    acsTransID: message.acsTransID,
    challengeWindowSize: '02',
  })
  const acsUrl = String(message.acsURL)
  const page = await post(acsUrl, { creq, threeDSSessionData: 'c2Vzc2lvbg', ...sent })
  return { areq, acsUrl, creq, page }
}

/** Sends the form of a page with what somebody enters. */
const answer = (page: Page, entered: Readonly<Record<string, string>>) => {
  const { action, fields } = formOf(page.html)
  return post(action, { ...fields, ...entered })
}

const resultsOf = (id: string) =>
  fixture.results.map(({ body }) => body).filter((body) => body.threeDSServerTransID === id)

describe('the directory over HTTP', () => {
  it('answers an AReq with an ARes, and a PReq with ranges', async () => {
    const id = transactionId(++count)
    const { status, message } = await directory(
      JSON.stringify(areqOf(id)),
      'application/JSON;charset=UTF-8',
    )
    expect([status, message.messageType, message.transStatus]).toEqual([200, 'ARes', 'Y'])
    const prepared = await directory(JSON.stringify({ ...samples.PReq, serialNum: '0' }))
    expect(prepared.message.messageType).toBe('PRes')
  })

  it.each([
    ['nothing', ''],
    ['no JSON', '{'],
    ['a list', '[]'],
    ['a deep list', '['.repeat(10_000)],
    ['another message', JSON.stringify(samples.RReq)],
    ['half an AReq', JSON.stringify({ messageType: 'AReq', messageVersion: '2.2.0' })],
  ])('answers %s with an error message', async (_what, body) => {
    const { status, message } = await directory(body)
    expect(status).toBe(200)
    expect(readMessage('Erro', message)).toMatchObject({ messageType: 'Erro', errorComponent: 'D' })
  })

  it('takes an AReq of any merchant, and writes nothing down', async () => {
    const stranger = {
      acquirerMerchantID: 'nobody',
      threeDSRequestorID: 'nobody',
      merchantName: '<b>',
    }
    const { message } = await directory(JSON.stringify(areqOf(transactionId(++count), stranger)))
    expect(message.transStatus).toBe('Y')
  })
})

describe('the method page', () => {
  const data = {
    threeDSServerTransID: transactionId(1),
    threeDSMethodNotificationURL: 'https://pay.example/method-notification',
  }

  it('posts the id of the transaction to the notification URL, by script or by a button', async () => {
    const page = await post(METHOD_PATHS.answers, { threeDSMethodData: encodeForBrowser(data) })
    const { action, fields } = formOf(page.html)
    expect(action).toBe(data.threeDSMethodNotificationURL)
    expect(decodeFromBrowser(fields.threeDSMethodData ?? '')).toEqual({
      threeDSServerTransID: data.threeDSServerTransID,
    })
    expect(page.csp).toContain('form-action https://pay.example;')
    expect(page.html).toMatch(/<button class="primary">/)
  })

  it('of a silent issuer posts nothing', async () => {
    const page = await post(METHOD_PATHS.silent, { threeDSMethodData: encodeForBrowser(data) })
    expect(page.status).toBe(200)
    expect(page.html).not.toMatch(/<form|<script/)
  })

  it.each([
    ['nothing', ''],
    ['padded base64', `${Buffer.from(JSON.stringify({ ...data, x: 1 })).toString('base64')}=`],
    ['no transaction', encodeForBrowser({ ...data, threeDSServerTransID: 'x' })],
    [
      'a script as address',
      encodeForBrowser({ ...data, threeDSMethodNotificationURL: 'javascript:alert(1)' }),
    ],
    ['no address', encodeForBrowser({ threeDSServerTransID: data.threeDSServerTransID })],
    ['64 KB', 'a'.repeat(70_000)],
  ])('refuses %s', async (_what, threeDSMethodData) => {
    const page = await post(METHOD_PATHS.answers, { threeDSMethodData })
    expect(page.status).toBe(400)
    expect(page.html).not.toContain('<form')
  })
})

describe('the challenge page', () => {
  it('shows merchant, amount, card and the code of the test', async () => {
    const { page } = await challenge('challenge', { merchantName: 'Lark & Line' })
    expect(page.status).toBe(200)
    for (const shown of ['Lark &amp; Line', '92,00', '€', '•••• 0024', ONE_TIME_CODE]) {
      expect(page.html).toContain(shown)
    }
    expect(page.html).not.toContain('4200000010')
    expect(page.html).not.toContain('token-of')
  })

  it('speaks the language of the AReq, else that of the browser', async () => {
    const german = await challenge('challenge', { browserLanguage: 'de-AT' })
    expect(german.page.html).toContain('<html lang="de" dir="ltr">')
    expect(german.page.html).toContain('Zahlung bestätigen')
    const arabic = await challenge('challenge', { browserLanguage: 'ar' })
    expect(arabic.page.html).toContain('<html lang="ar" dir="rtl">')
    const page = await post('/simulator/three-ds/challenge', {}, { 'accept-language': 'fr-FR,en' })
    expect(page.html).toContain('<html lang="fr" dir="ltr">')
  })

  it('runs no script, loads nothing, and may be shown in any frame', async () => {
    const { page } = await challenge()
    const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(page.html) ?? []
    const hash = createHash('sha256').update(style).digest('base64')
    expect(page.csp).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; form-action 'self'; base-uri 'none'`,
    )
    expect(page.html).not.toMatch(/<script| style="| on[a-z]+="/)
    // Browsers block it in the frame of another origin, and write that into the shop's console.
    expect(page.html).not.toContain('autofocus')
  })

  it('carries the session data back, with the final response', async () => {
    const { page, areq } = await challenge()
    const ended = formOf((await answer(page, { code: ONE_TIME_CODE })).html)
    expect(ended.action).toBe(areq.notificationURL)
    expect(ended.fields.threeDSSessionData).toBe('c2Vzc2lvbg')
    expect(readMessage('CRes', decodeFromBrowser(ended.fields.cres ?? ''))).toMatchObject({
      threeDSServerTransID: areq.threeDSServerTransID,
      transStatus: 'Y',
    })
    expect(resultsOf(areq.threeDSServerTransID)).toHaveLength(1)
  })

  it('sends no session data that it did not get', async () => {
    const { page } = await challenge('challenge', {}, { threeDSSessionData: '' })
    const ended = formOf((await answer(page, { code: ONE_TIME_CODE })).html)
    expect(Object.keys(ended.fields)).toEqual(['cres'])
  })

  it.each(Object.entries(RETURN_CODES))(
    'ends by the list with %s: %s',
    async (returnCode, decision) => {
      const { page, areq } = await challenge()
      expect(formOf(page.html).lists.returnCode).toContain(returnCode)
      const ended = formOf((await answer(page, { returnCode })).html)
      const cres = decodeFromBrowser(ended.fields.cres ?? '') as MessageOf<'CRes'>
      expect(cres.transStatus).toBe(decision === 'approve' ? 'Y' : 'N')
      expect(resultsOf(areq.threeDSServerTransID)).toHaveLength(1)
    },
  )

  it('says what is wrong with a code, three times at most', async () => {
    let { page, areq } = await challenge()
    for (const left of [2, 1]) {
      page = await answer(page, { code: '000000' })
      expect(page.html).toContain(`Verbleibende Versuche: ${left}`)
      expect(page.html).toContain('aria-invalid="true"')
    }
    await answer(page, { code: '000000' })
    expect(resultsOf(areq.threeDSServerTransID).map(({ transStatus }) => transStatus)).toEqual([
      'N',
    ])
  })

  it('asks in the app, and ends when the shopper says so', async () => {
    const { page, areq } = await challenge('challenge')
    const inApp = await answer(page, { returnCode: 'app' })
    expect(inApp.html).not.toContain('id="code"')
    await answer(inApp, {})
    expect(resultsOf(areq.threeDSServerTransID)).toMatchObject([
      { transStatus: 'Y', authenticationType: '03', interactionCounter: '02' },
    ])
  })

  it('ends by itself where the time runs out', async () => {
    const { page, areq } = await challenge('challengeTimeout')
    expect(page.csp).toMatch(/script-src 'sha256-/)
    await answer(page, {})
    expect(resultsOf(areq.threeDSServerTransID)).toMatchObject([{ challengeCancel: '04' }])
  })

  it('answers a repeated form like the first one', async () => {
    const { page, areq } = await challenge()
    const first = formOf((await answer(page, { cancel: 'true' })).html)
    const again = formOf((await answer(page, { code: ONE_TIME_CODE })).html)
    expect(again).toEqual(first)
    expect(resultsOf(areq.threeDSServerTransID)).toHaveLength(1)
  })
})

describe('a challenge that is not of this issuer', () => {
  const refused = (page: Page) => {
    expect(page.status).toBe(400)
    expect(page.html).not.toContain('<form')
  }

  it('is refused, and nothing of it is sent on', async () => {
    const before = fixture.results.length
    const one = await challenge()
    const other = await challenge()
    refused(await post(one.acsUrl, { creq: other.creq }))
    refused(await post(one.acsUrl, { creq: `${one.creq}=` }))
    refused(await post(one.acsUrl, { creq: 'a'.repeat(70_000) }))
    refused(await post(one.acsUrl, {}))
    refused(
      await post(
        one.acsUrl.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
        { creq: one.creq },
      ),
    )
    refused(await post('/simulator/three-ds/challenge', { creq: one.creq }))
    refused(await post(one.acsUrl, { creq: one.creq, threeDSSessionData: 'a'.repeat(1_025) }))
    expect(fixture.results.length).toBe(before)
  })

  it('is refused with a form that was altered, or is the address of a challenge', async () => {
    const { page, acsUrl } = await challenge()
    const { action, fields } = formOf(page.html)
    const approve = { returnCode: '000.000.000' }
    const sealed = new URL(acsUrl).searchParams.get('transaction') ?? ''
    const before = fixture.results.length
    for (const form of ['', sealed, `${fields.form}A`, (fields.form ?? '').slice(1), '{}']) {
      refused(await post(action, { ...approve, form }))
    }
    expect(fixture.results.length).toBe(before)
  })
})
