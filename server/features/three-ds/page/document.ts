import { LANGUAGE_FIELD, RESUMED_KEY } from '../../../../common/authentication-wire.ts'
import { html, Markup } from '../../../http/pages/markup.ts'
import {
  frameAncestors,
  hashSource,
  type PageDocument,
  pageHead,
  shopperPageStyle,
} from '../../../http/pages/page-parts.ts'
import { shownAmount } from '../../../http/pages/shown-amount.ts'
import type { AuthenticationPage } from '../authentication/browser-authentication.ts'
import ownStyle from './page.css?raw'
import type { PageLanguage, PageTexts } from './texts.ts'

const style = shopperPageStyle(ownStyle)

/** What the page of one payment is made of. */
export interface PageContent {
  readonly payment: AuthenticationPage
  readonly credentials: { readonly id: string; readonly token: string }
  /** The Accept header of its request. */
  readonly accept: string
  readonly embedded: boolean
}

export interface PageMaker {
  /** The page that takes a browser through the authentication of a payment. */
  page(content: PageContent, language: PageLanguage): PageDocument
  /** Opens the page of the tab's payment again, after a reload; its sentence is for a tab without one. */
  resume(language: PageLanguage): PageDocument
  /** A page without a payment, whose one sentence says why. */
  refusal(status: number, sentence: keyof PageTexts, language: PageLanguage): PageDocument
}

/** Addresses that run code in place of leading somewhere. */
const NO_ADDRESS = /^\s*(?:javascript|data|vbscript|blob):/i

export function createPageMaker(parts: {
  /** The built `widget/authentication-page/page-entry.ts`. */
  readonly script: string
  readonly environment: 'test' | 'live'
}): PageMaker {
  const script = parts.script.replace(/<(?=!--|\/?script)/gi, '\\x3c')
  const issuers = parts.environment === 'test' ? 'https: http:' : 'https:'
  const scripted = policy(
    `script-src ${hashSource(script)}`,
    "connect-src 'self'",
    // Issuers are anywhere. A frame may be redirected on, and browsers check both for every redirect.
    `frame-src ${issuers}`,
    `form-action ${issuers}`,
  )
  const resumed = policy(`script-src ${hashSource(RESUME)}`, "form-action 'self'")
  const still = policy("form-action 'none'")
  return {
    page: (content, language) => ({
      status: 200,
      html: documentOf(pageBody(content, language, script), language, content.embedded),
      csp: [scripted, ...frameAncestors(content.payment.pageOrigins)].join('; '),
    }),
    resume: (language) => ({
      status: 200,
      html: documentOf(sentenceBody('noPayment', language, RESUME), language, false),
      csp: resumed,
    }),
    refusal: (status, sentence, language) => ({
      status,
      html: documentOf(sentenceBody(sentence, language), language, false),
      csp: still,
    }),
  }
}

/** Nothing but the style, the icon, and what is named. */
function policy(...allowed: readonly string[]): string {
  return [
    "default-src 'none'",
    ...allowed,
    `style-src ${hashSource(style)}`,
    'img-src data:',
    "object-src 'none'",
    "base-uri 'none'",
  ].join('; ')
}

/** Posts what the page has kept (`widget/authentication-page/keep-for-reload.ts`). */
const RESUME = `{let kept
try{kept=history.state??JSON.parse(sessionStorage.getItem('${RESUMED_KEY}'))}catch{}
if(kept){const form=document.createElement('form')
form.method='post'
form.action=location.pathname
for(const name of ['id','token','${LANGUAGE_FIELD}']){const input=document.createElement('input')
input.type='hidden'
input.name=name
input.value=kept[name]
form.append(input)}
document.body.append(form)
form.submit()}else document.querySelector('main').hidden=false}`

function documentOf(body: Markup, { texts, tag, direction }: PageLanguage, embedded: boolean) {
  const page = html`<html lang="${tag}" dir="${direction}"${embedded ? new Markup(' class="embedded"') : undefined}>
${pageHead(texts.title, style)}
${body}
</html>`
  return `<!doctype html>\n${page.text}\n`
}

function pageBody(
  { payment, credentials, accept, embedded }: PageContent,
  { texts, tag }: PageLanguage,
  script: string,
): Markup {
  const { merchantName, amount, returnUrl } = payment
  const data = { ...credentials, accept, embedded, texts: textsOfScript(texts) }
  return html`<body data-look="busy">
<main aria-labelledby="title">
<header class="slip">${mark}<div class="what"><p class="payee"><bdi>${merchantName}</bdi></p></div>${amount === undefined ? undefined : html`<p class="amount"><bdi>${shownAmount(amount, tag)}</bdi></p>`}</header>
<div class="state"><h1 id="title" tabindex="-1">${texts.title}</h1>
<p class="status" id="status" role="status"></p>
<p class="issuer" id="issuer" role="alert" dir="auto"></p>
<noscript><p class="status">${texts.noScript}</p></noscript></div>
<div class="challenge" id="challenge" hidden><span class="loading">${mark}</span></div>
<div class="actions"><button class="action" id="cancel" type="button" hidden>${texts.cancel}</button><a class="action" id="back" target="${embedded ? '_top' : '_self'}"${isAddress(returnUrl) ? html` href="${returnUrl}"` : undefined} hidden>${texts.back}</a></div>
</main>
<script type="application/json" id="page">${new Markup(JSON.stringify(data).replaceAll('<', '\\u003c'))}</script>
<script>${new Markup(script)}</script>
</body>`
}

function sentenceBody(sentence: keyof PageTexts, { texts }: PageLanguage, script = ''): Markup {
  const main = html`<div class="state"><h1>${texts.title}</h1>
<p class="status">${texts[sentence]}</p></div>`
  if (script === '') return html`<body data-look="stopped"><main>${main}</main></body>`
  return html`<body data-look="stopped"><main hidden>${main}</main>
<noscript><main>${main}</main></noscript>
<script>${new Markup(script)}</script></body>`
}

/** Only what the script shows by itself. */
function textsOfScript(texts: PageTexts): Partial<PageTexts> {
  const { title, cancel, back, noScript, tooMany, finished, ...shown } = texts
  return shown
}

function isAddress(returnUrl: string | undefined): returnUrl is string {
  return returnUrl !== undefined && !NO_ADDRESS.test(returnUrl)
}

const mark = html`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><path class="bar" d="M8 12h14"/><path class="bar lower" d="M8 20h10"/><path class="tick" d="m9 17 5 5 10-12"/></svg>`
