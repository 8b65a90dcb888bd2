import { formatAmount, type Money } from '../../../../common/money.ts'
import type { AuthenticationPage } from '../../authentication/browser-authentication.ts'
import { html, Markup } from '../docs/markup.ts'
import { hashSource, icon } from '../page-parts.ts'
import style from './page.css?raw'
import type { PageLanguage, PageTexts } from './texts.ts'

/** A document with the policy that it is served under. */
export interface PageDocument {
  readonly status: number
  readonly html: string
  readonly csp: string
}

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
  const scripted = policy(hashSource(script), parts.environment)
  const still = policy(undefined, parts.environment)
  return {
    page: (content, language) => ({
      status: 200,
      html: documentOf(pageBody(content, language, script), language, content.embedded),
      csp: withAncestors(scripted, content.payment.pageOrigins),
    }),
    refusal: (status, sentence, language) => ({
      status,
      html: documentOf(refusalBody(sentence, language), language, false),
      csp: still,
    }),
  }
}

/**
 * Issuers are anywhere, so their frames and forms are limited by scheme only: https, in test also http.
 * A frame may be redirected on, and browsers check both rules for every redirect.
 */
function policy(script: string | undefined, environment: 'test' | 'live'): string {
  const issuers = environment === 'test' ? 'https: http:' : 'https:'
  return [
    "default-src 'none'",
    ...(script === undefined
      ? ["form-action 'none'"]
      : [
          `script-src ${script}`,
          "connect-src 'self'",
          `frame-src ${issuers}`,
          `form-action ${issuers}`,
        ]),
    `style-src ${hashSource(style)}`,
    'img-src data:',
    "object-src 'none'",
    "base-uri 'none'",
  ].join('; ')
}

/** Where the merchant says which pages may embed the payment's fields, it counts here as well. */
function withAncestors(csp: string, origins: readonly string[] | undefined): string {
  if (origins === undefined) return csp
  return `${csp}; frame-ancestors ${origins.length === 0 ? "'none'" : origins.join(' ')}`
}

function documentOf(body: Markup, { texts, tag, direction }: PageLanguage, embedded: boolean) {
  const page = html`<html lang="${tag}" dir="${direction}"${embedded ? new Markup(' class="embedded"') : undefined}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${texts.title}</title>
<link rel="icon" href="${icon}">
<style>${new Markup(style)}</style>
</head>
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
<header class="slip">${mark}<p class="payee"><bdi>${merchantName}</bdi></p>${amount === undefined ? undefined : html`<p class="amount"><bdi>${shownAmount(amount, tag)}</bdi></p>`}</header>
<div class="state"><h1 id="title" tabindex="-1">${texts.title}</h1>
<p class="status" id="status" role="status">${texts.checking}</p>
<noscript><p>${texts.noScript}</p></noscript></div>
<div class="challenge" id="challenge" hidden><span class="loading">${mark}</span></div>
<div class="actions"><button class="action" id="cancel" type="button" hidden>${texts.cancel}</button><a class="action" id="back" target="${embedded ? '_top' : '_self'}"${isAddress(returnUrl) ? html` href="${returnUrl}"` : undefined} hidden>${texts.back}</a></div>
</main>
<script type="application/json" id="page">${new Markup(JSON.stringify(data).replaceAll('<', '\\u003c'))}</script>
<script>${new Markup(script)}</script>
</body>`
}

function refusalBody(sentence: keyof PageTexts, { texts }: PageLanguage): Markup {
  return html`<body data-look="stopped">
<main>
<div class="state"><h1>${texts.title}</h1>
<p class="status">${texts[sentence]}</p></div>
</main>
</body>`
}

/** Only what the script shows by itself. */
function textsOfScript(texts: PageTexts): Partial<PageTexts> {
  const { title, cancel, back, noScript, tooMany, finished, ...shown } = texts
  return shown
}

function isAddress(returnUrl: string | undefined): returnUrl is string {
  return returnUrl !== undefined && !NO_ADDRESS.test(returnUrl)
}

/** As the shopper's language writes it; the digits are those of the wire. */
function shownAmount(amount: Money, tag: string): string {
  const text = formatAmount(amount)
  const format = new Intl.NumberFormat(tag, {
    style: 'currency',
    currency: amount.currency,
    maximumFractionDigits: 20,
  })
  return format.format(text as unknown as number)
}

const mark = html`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><path class="bar" d="M8 12h14"/><path class="bar lower" d="M8 20h10"/><path class="tick" d="m9 17 5 5 10-12"/></svg>`
