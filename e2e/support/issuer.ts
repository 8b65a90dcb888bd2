import type { FrameLocator, Page } from '@playwright/test'
import { CHALLENGE_WINDOWS, type ChallengeWindowSize } from '../../common/authentication-wire.ts'
import { encodeForBrowser } from '../../server/features/three-ds/messages/browser-text.ts'
import type { MessageOf } from '../../server/features/three-ds/messages/messages.ts'
import { sampleAreq } from '../../server/features/three-ds/messages/samples.fixture.ts'
import { type MerchantServer, RESULT_PATH } from './merchant-server.ts'

/** What a test wants of a challenge. */
export interface WantedChallenge {
  readonly transactionId: string
  readonly cardNumber?: string
  readonly language?: string
  readonly windowSize?: ChallengeWindowSize
}

/** Asks the simulated directory over HTTP, as another gateway would; the form that opens the challenge. */
export async function askDirectory(
  gatewayUrl: string,
  server: MerchantServer,
  wanted: WantedChallenge,
): Promise<{ readonly acsUrl: string; readonly creq: string }> {
  const { transactionId, cardNumber = '4200000000000042', windowSize = '05' } = wanted
  const areq: MessageOf<'AReq'> = {
    ...sampleAreq,
    threeDSServerTransID: transactionId,
    acctNumber: cardNumber,
    merchantName: 'Lark & Line',
    browserLanguage: wanted.language ?? 'en',
    notificationURL: server.origin + RESULT_PATH,
  }
  const answer = await fetch(`${gatewayUrl}/simulator/three-ds/directory`, {
    method: 'POST',
    body: JSON.stringify(areq),
    headers: { 'content-type': 'application/json' },
  })
  const ares = (await answer.json()) as MessageOf<'ARes'>
  if (ares.acsURL === undefined) throw new Error(`No challenge: ${JSON.stringify(ares)}`)
  const creq: MessageOf<'CReq'> = {
    messageType: 'CReq',
    messageVersion: ares.messageVersion,
    threeDSServerTransID: transactionId,
    acsTransID: ares.acsTransID,
    challengeWindowSize: windowSize,
  }
  return { acsUrl: ares.acsURL, creq: encodeForBrowser(creq) }
}

/** Shows a challenge in a frame of its window size on a page of another site. */
export async function openChallenge(
  page: Page,
  server: MerchantServer,
  gatewayUrl: string,
  wanted: WantedChallenge,
): Promise<FrameLocator> {
  const { acsUrl, creq } = await askDirectory(gatewayUrl, server, wanted)
  const { width, height } = CHALLENGE_WINDOWS[wanted.windowSize ?? '05']
  const size = width === 0 ? 'width:100vw;height:100vh' : `width:${width}px;height:${height}px`
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title>
    <meta name="color-scheme" content="light dark">
    <style>body{margin:0} iframe{display:block;border:0;${size}} form{position:fixed;bottom:0}</style>
    <main><h1 style="position:fixed;clip-path:inset(50%)">Shop</h1>
    <iframe name="challenge" title="Challenge"></iframe>
    <form method="post" action="${acsUrl}" target="challenge"><input type="hidden" name="creq" value="${creq}"></form></main>
    <script>document.forms[0].submit()</script></html>`
  await page.goto(server.serve(html))
  const frame = page.frameLocator('iframe')
  await frame.getByRole('heading', { level: 1 }).waitFor()
  return frame
}

/** The issuer's page, in the frame of the gateway's page, in the frame of a form of this page or frame. */
export function issuerIn(place: Page | FrameLocator): FrameLocator {
  return place.frameLocator('iframe.wpwl-target').frameLocator('#challenge iframe')
}

/** Confirms as the simulated issuer asks for it. */
export async function answerIssuer(issuer: FrameLocator, code = '123456'): Promise<void> {
  const field = issuer.locator('input[name=code]')
  await field.fill(code)
  await field.press('Enter')
}
