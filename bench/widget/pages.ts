import type { AdyenBundle } from './adyen-bundle.ts'
import { type ServedFile, servedFile } from './compressed-server.ts'
import { STAND_IN_FRAME } from './stand-in-frame.ts'

const HTML = 'text/html; charset=utf-8'
const JAVASCRIPT = 'text/javascript; charset=utf-8'

const FRAME = servedFile(HTML, STAND_IN_FRAME)
const LOGO = servedFile(
  'image/svg+xml',
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="26"><rect width="40" height="26" rx="4" fill="#ddd"/></svg>',
)
const NOTHING = servedFile('application/json', '{}')

/** What adyen-web asks its own servers for, answered as far as a card form needs it. */
export function adyenService({ translations }: AdyenBundle): (url: URL) => ServedFile | undefined {
  const language = servedFile('application/json', translations)
  return ({ pathname }) => {
    if (pathname.endsWith('/securedFields.html')) return FRAME
    if (pathname.endsWith('/translations/de-DE.json')) return language
    if (pathname.endsWith('.svg')) return LOGO
    return NOTHING
  }
}

/** The merchant's own site: a page for each widget, and the built files of adyen-web. */
export function merchantSite(
  { files }: AdyenBundle,
  service: string,
  gateway: string,
): (url: URL) => ServedFile | undefined {
  const built = new Map(
    [...files].map(([name, text]) => [
      `/adyen/${name}`,
      servedFile(name.endsWith('.css') ? 'text/css' : JAVASCRIPT, text),
    ]),
  )
  const adyen = servedFile(HTML, adyenPage(service))
  return ({ pathname, searchParams }) => {
    if (pathname === '/adyen.html') return adyen
    if (pathname === '/tillgate.html') {
      return servedFile(HTML, tillgatePage(gateway, searchParams.get('checkoutId') ?? ''))
    }
    return built.get(pathname)
  }
}

function adyenPage(service: string): string {
  return `<!doctype html>
<html lang="de" data-service="${service}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Kasse</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/adyen/card.css">
<script type="module" src="/adyen/card.js"></script>
<h1>Kasse</h1>
<div id="card"></div>
</html>
`
}

function tillgatePage(gateway: string, checkoutId: string): string {
  return `<!doctype html>
<html lang="de">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Kasse</title>
<link rel="icon" href="data:,">
<script>
var wpwlOptions = {
  locale: 'de',
  onReady: function () { benchmark.mark('ready') },
  onReadyIframeCommunication: function () { benchmark.mark('frame') }
}
</script>
<script async src="${gateway}/v1/paymentWidgets.js?checkoutId=${checkoutId}"></script>
<h1>Kasse</h1>
<form action="/result" class="paymentWidgets" data-brands="VISA MASTER AMEX"></form>
</html>
`
}
