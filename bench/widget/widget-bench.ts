import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { CHROMIUM_ARGS, chromiumPath } from '../../scripts/prepare/chromium.mjs'
import { describeMachine } from '../measure/machine.ts'
import { type ServerUnderTest, startGateway } from '../servers.ts'
import { buildAdyen } from './adyen-bundle.ts'
import { openCheckout } from './checkouts.ts'
import { serveCompressed } from './compressed-server.ts'
import { Browser } from './devtools.ts'
import { type WidgetVisits, widgetFigures } from './figures.ts'
import { adyenService, merchantSite } from './pages.ts'
import { printWidgetReport, type WidgetReport } from './report.ts'
import { type Throttling, type Visit, visit } from './visit.ts'
import { brotliBytes } from './wire-size.ts'

/**
 * Measures the card form of the widget beside adyen-web's card component with stand-in frames, in
 * turns, in the same browser, each time with cold caches. Nothing is asserted about time.
 */
const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    rounds: { type: 'string' },
  },
})
const rounds = Number(options.rounds ?? (options.quick ? 5 : 15))

/** Mobile of a middle price in a weak network: what the budgets are set for. */
const slow: Throttling = {
  cpuSlowdown: 4,
  latencyMs: 150,
  bytesPerSecond: 1_600_000 / 8,
}

const benchDirectory = fileURLToPath(new URL('../../bench/', import.meta.url))

interface Stage {
  readonly browser: Browser
  readonly gateway: ServerUnderTest
  /** Origin of the merchant's pages. */
  readonly merchant: string
}

async function visitAdyen(stage: Stage, throttling: Throttling | undefined): Promise<Visit> {
  return visit(stage.browser, { address: `${stage.merchant}/adyen.html`, marks: 1, throttling })
}

async function visitTillgate(stage: Stage, throttling: Throttling | undefined): Promise<Visit> {
  const checkoutId = await openCheckout(stage.gateway.target)
  const address = `${stage.merchant}/tillgate.html?checkoutId=${checkoutId}`
  // The form itself and its two frames.
  return visit(stage.browser, { address, marks: 3, throttling })
}

async function measure(stage: Stage, throttling: Throttling | undefined): Promise<WidgetVisits> {
  const visits = { adyen: [] as Visit[], tillgate: [] as Visit[] }
  // The first round fills the caches of servers and operating system and is not counted.
  for (let round = 0; round <= rounds; round++) {
    const adyen = await visitAdyen(stage, throttling)
    const tillgate = await visitTillgate(stage, throttling)
    if (round === 0) continue
    visits.adyen.push(adyen)
    visits.tillgate.push(tillgate)
  }
  return visits
}

async function sizes(requests: readonly string[]) {
  return Promise.all(
    requests.map(async (address) => ({
      path: new URL(address).pathname,
      bytes: await brotliBytes(address),
    })),
  )
}

async function measureAll(stage: Stage, adyenVersion: string): Promise<WidgetReport> {
  const { product } = await stage.browser.send<{ product: string }>('Browser.getVersion')
  const local = await measure(stage, undefined)
  const throttled = await measure(stage, slow)
  return {
    machine: describeMachine(),
    browser: product,
    adyenVersion,
    rounds,
    files: {
      adyen: await sizes(local.adyen[0]?.requests ?? []),
      tillgate: await sizes(local.tillgate[0]?.requests ?? []),
    },
    localhost: widgetFigures(local),
    throttled: widgetFigures(throttled),
  }
}

const directory = await mkdtemp(join(tmpdir(), 'tillgate-bench-'))
/** What is to be ended, the last started first. */
const endings = [() => rm(directory, { recursive: true, force: true })]
try {
  const adyen = await buildAdyen(benchDirectory, join(directory, 'adyen'))
  const gateway = await startGateway({ dataDir: directory })
  endings.unshift(() => gateway.stop())
  const service = await serveCompressed('localhost', adyenService(adyen))
  endings.unshift(service.close)
  const merchant = await serveCompressed(
    '127.0.0.1',
    merchantSite(
      adyen,
      `${service.origin}/checkoutshopper/`,
      `http://localhost:${gateway.target.port}`,
    ),
  )
  endings.unshift(merchant.close)
  const browser = await Browser.launch(chromiumPath() ?? chromium.executablePath(), CHROMIUM_ARGS)
  endings.unshift(() => browser.close())
  const report = await measureAll({ browser, gateway, merchant: merchant.origin }, adyen.version)
  printWidgetReport(report, options.json)
} finally {
  for (const end of endings) await end()
}
