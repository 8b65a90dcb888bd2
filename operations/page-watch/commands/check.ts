import {
  type Command,
  type CommandContext,
  CommandFault,
  textOption,
  type Words,
} from '../../../server/cli/command.ts'
import { wireTimestamp } from '../../../server/kernel/timers/clock.ts'
import { acceptedOf, type Baseline, readBaseline, writeBaseline } from '../baseline.ts'
import { adviceOn, compare } from '../compare.ts'
import { INTEGRITY_PATH, markGatewayScripts, publishedHash } from '../gateway-scripts.ts'
import type { Inventory } from '../inventory.ts'
import { PAGE_LIMITS } from '../limits.ts'
import { createMask } from '../masks.ts'
import { findingLines, summaryLine } from '../report.ts'
import { takeInventory } from '../take-inventory.ts'
import { startBrowser } from '../visit/browser.ts'
import { findChromium } from '../visit/find-chromium.ts'
import { readText, visitPage } from '../visit/visit-page.ts'

interface Asked {
  readonly url: string
  readonly file: string
  readonly accepts: boolean
  readonly gateway: string | undefined
  readonly waitSeconds: number
  readonly chromium: string
  readonly isSandboxed: boolean
}

interface Look {
  readonly inventory: Inventory
  readonly isQuiet: boolean
}

export const checkPageCommand: Command = {
  name: 'page check',
  summary: 'compares a payment page, as a browser gets it, with what was accepted',
  usage:
    'URL --baseline FILE [--accept] [--gateway ORIGIN] [--wait SECONDS] [--no-sandbox] [--json]',
  help: [
    'Shows the page in an installed Chromium and lists each script that ran, in the page, its frames and',
    'workers, also those that other scripts have added, with the hash of what ran; the headers that protect',
    'the page; frames, form targets, and origins that it sent requests to. Says what is new, changed or gone.',
    'A merchant runs it each day, or at least each week (PCI DSS 11.6.1): docs/security/payment-pages.md.',
    '',
    '  --baseline FILE   what was accepted, as JSON, with the purpose of each script',
    '  --accept          writes the page as it is now into FILE, and keeps purposes and masks',
    '  --gateway ORIGIN  such as https://pay.example.com: its widget is compared with what it publishes;',
    '                    kept in FILE',
    `  --wait SECONDS    how long scripts that come late are waited for, at most ${PAGE_LIMITS.maxWaitSeconds}; ${PAGE_LIMITS.waitSeconds} when absent`,
    '  --no-sandbox      lets Chromium run without its sandbox, which root and many containers cannot have',
    '  --json            one JSON object with findings and inventory',
    '',
    'Chromium is the one that CHROMIUM_PATH names, else the first of its usual names in PATH.',
    'Exit codes: 0 nothing differs, 1 something differs or the page was not loaded, 2 wrong usage.',
  ],
  options: {
    baseline: { type: 'string' },
    accept: { type: 'boolean' },
    gateway: { type: 'string' },
    wait: { type: 'string' },
    'no-sandbox': { type: 'boolean' },
    json: { type: 'boolean' },
  },
  operands: ['URL'],

  async run(words, context) {
    const asked = askedBy(words, context)
    const earlier = await readBaseline(asked.file)
    if (earlier === undefined && !asked.accepts) {
      throw new CommandFault(2, `there is no ${asked.file}: make it with --accept`)
    }
    const gateway = asked.gateway ?? earlier?.gateway
    const look = await lookAt({ ...asked, gateway }, earlier)
    if (asked.accepts) return accept(asked.file, look, { earlier, gateway, context })
    return report(look, earlier as Baseline, words.options.json === true, context)
  },
}

function askedBy(words: Words, { env }: CommandContext): Asked {
  const [url = ''] = words.operands
  if (!URL.canParse(url) || !/^https?:/.test(url)) {
    throw new CommandFault(2, 'URL must be an address such as https://shop.example/checkout')
  }
  const file = textOption(words, 'baseline')
  if (file === undefined || file === '') {
    throw new CommandFault(2, '--baseline is missing: the file with what was accepted')
  }
  const wait = textOption(words, 'wait') ?? String(PAGE_LIMITS.waitSeconds)
  if (!/^\d{1,3}$/.test(wait) || Number(wait) > PAGE_LIMITS.maxWaitSeconds) {
    throw new CommandFault(2, `--wait must be 0 to ${PAGE_LIMITS.maxWaitSeconds} seconds`)
  }
  const gateway = textOption(words, 'gateway')
  if (gateway !== undefined && !isOrigin(gateway)) {
    throw new CommandFault(2, '--gateway must be an origin such as https://pay.example.com')
  }
  const found = findChromium(env)
  if ('fault' in found) throw new CommandFault(2, found.fault)
  return {
    url,
    file,
    accepts: words.options.accept === true,
    gateway,
    waitSeconds: Number(wait),
    chromium: found.path,
    isSandboxed: words.options['no-sandbox'] !== true,
  }
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && /^https?:/.test(text) && new URL(text).origin === text
}

async function lookAt(asked: Asked, earlier: Baseline | undefined): Promise<Look> {
  const { url, gateway, waitSeconds, chromium, isSandboxed } = asked
  const browser = await startBrowser(chromium, isSandboxed)
  try {
    const raw = await Promise.race([browser.ended, visitPage(browser, url, waitSeconds)])
    const inventory = takeInventory(raw, createMask(earlier?.masks ?? []))
    const { isQuiet } = raw
    if (gateway === undefined) return { inventory, isQuiet }
    const answer = await readText(browser, gateway + INTEGRITY_PATH)
    const published = publishedHash(answer)
    return { inventory: markGatewayScripts(inventory, raw, gateway, published), isQuiet }
  } finally {
    await browser.close()
  }
}

const LATE = `Requests were still under way after ${PAGE_LIMITS.loadMs / 1000} s: what comes later was not seen`

async function accept(
  file: string,
  { inventory, isQuiet }: Look,
  given: {
    readonly earlier: Baseline | undefined
    readonly gateway: string | undefined
    readonly context: CommandContext
  },
): Promise<0> {
  const { earlier, gateway, context } = given
  const acceptedAt = wireTimestamp(context.clock.now())
  const baseline = acceptedOf(inventory, earlier, { acceptedAt, gateway })
  await writeBaseline(file, baseline)
  context.print(summaryLine(inventory))
  const notes = [...(isQuiet ? [] : [LATE]), ...adviceOn(inventory, gateway)]
  for (const note of notes) context.print(`advice: ${note}`)
  const without = baseline.scripts.filter(({ purpose }) => purpose === '').length
  context.print(
    without === 0
      ? `${file} is written`
      : `${file} is written: ${without} scripts have no purpose yet, write into it what each is for`,
  )
  return 0
}

function report(
  { inventory, isQuiet }: Look,
  accepted: Baseline,
  isJson: boolean,
  context: CommandContext,
): 0 | 1 {
  const findings = compare(inventory, accepted)
  const notes = [...(isQuiet ? [] : [LATE]), ...adviceOn(inventory, accepted.gateway)]
  if (isJson) {
    const lookedAt = wireTimestamp(context.clock.now())
    const { acceptedAt } = accepted
    context.print(
      JSON.stringify({ lookedAt, acceptedAt, findings, notes, inventory }, undefined, 2),
    )
  } else {
    for (const line of findingLines(findings)) context.print(line)
    for (const note of notes) context.print(`advice: ${note}`)
    context.print(`${summaryLine(inventory)}; ${findings.length} findings`)
  }
  return findings.length === 0 ? 0 : 1
}
