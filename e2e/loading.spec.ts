import type { Markup, PageParts } from './support/merchant-page.ts'
import { expect, test } from './support/test.ts'

/** An inline script. */
const inline = (code: string) => `<script>${code}</script>`

const addForm = ({ form }: Markup) =>
  `document.querySelector('main').insertAdjacentHTML('beforeend', ${JSON.stringify(form)})`

const addScript = ({ checkout }: Markup) => `{
  const script = document.createElement('script')
  script.src = ${JSON.stringify(checkout.script)}
  document.head.append(script)
}`

/** The script's text in a tag of its own: it has no address that it could ask for. */
const addText = ({ checkout }: Markup) => `fetch(${JSON.stringify(checkout.script)})
  .then((answer) => answer.text())
  .then((text) => {
    const script = document.createElement('script')
    script.textContent = text
    document.head.append(script)
  })`

const afterLoad = (code: string) => `addEventListener('load', () => setTimeout(() => { ${code} }))`

const german = `wpwlOptions = { locale: 'de' }`

/** How merchants put the widget into their pages; each page wants German. */
const pages: Readonly<Record<string, NonNullable<PageParts['body']>>> = {
  'script before the form': ({ form, script }) => inline(`var ${german}`) + script + form,
  'script after the form': ({ form, script }) => inline(`var ${german}`) + form + script,
  'async script in front of everything': ({ form, script }) =>
    script.replace('<script', '<script async') + inline(`var ${german}`) + form,
  'form added by the page after load': (markup) =>
    inline(`var ${german}`) + markup.script + inline(afterLoad(addForm(markup))),
  'script added by another script': (markup) =>
    inline(`var ${german}`) + markup.form + inline(addScript(markup)),
  'script added after load': (markup) =>
    inline(`var ${german}`) + markup.form + inline(afterLoad(addScript(markup))),
  'script and form added after load, script first': (markup) =>
    inline(`var ${german}`) + inline(afterLoad(`${addScript(markup)} ${addForm(markup)}`)),
  'text of the script inserted, without an address': (markup) =>
    inline(`var ${german}`) + markup.form + inline(addText(markup)),
  'options after the script': ({ form, script }) => form + script + inline(`var ${german}`),
  'options on window': ({ form, script }) => inline(`window.${german}`) + form + script,
  'options in a const': ({ form, script }) => inline(`const ${german}`) + form + script,
  'options in a const after the script': ({ form, script }) =>
    script + form + inline(`const ${german}`),
  'options at DOMContentLoaded': ({ form, script }) =>
    inline(`document.addEventListener('DOMContentLoaded', () => { ${german} })`) + form + script,
  'options when jQuery says ready': ({ form, script }) =>
    inline(jQueryReady(german)) + form + script,
  'options at load': ({ form, script }) =>
    inline(`addEventListener('load', () => { ${german} })`) + form + script,
  'options in the load handler of a script that is added after load': (markup) =>
    markup.form +
    inline(afterLoad(`${addScript(markup)} document.head.lastChild.onload = () => { ${german} }`)),
  'options in steps: an empty object first': ({ form, script }) =>
    inline('var wpwlOptions = {}') +
    form +
    script +
    inline(`document.addEventListener('DOMContentLoaded', () => { wpwlOptions.locale = 'de' })`),
}

/** jQuery 3 calls what waits for its `ready` in a task after DOMContentLoaded. */
const jQueryReady = (code: string) =>
  `document.addEventListener('DOMContentLoaded', () => setTimeout(() => { ${code} }))`
test('the form has its options, however a page adds the widget', async ({ merchantPage }) => {
  const { form, page } = merchantPage
  for (const [how, body] of Object.entries(pages)) {
    await test.step(how, async () => {
      await merchantPage.open({ body })
      await expect(form.payButton).toHaveText('Jetzt bezahlen')
      await expect(page.locator('form.paymentWidgets')).toHaveCount(0)
    })
  }
})

test('a payment works on pages of every kind', async ({ merchantPage }) => {
  for (const how of ['script before the form', 'text of the script inserted, without an address']) {
    const body = pages[how]
    const checkout = await merchantPage.open({ ...(body && { body }) })
    await merchantPage.form.fill()
    await merchantPage.expectPaid(checkout)
  }
})

test('brands may be the text of the form, and a placeholder whose template is not filled in is left as it is', async ({
  merchantPage,
}) => {
  const { form, page } = merchantPage
  await merchantPage.open({
    body: ({ script }) => `<form action="/result" class="paymentWidgets">MASTER, VISA</form>
      <form action="/result" class="paymentWidgets" data-brands="{{ brands }}"></form>${script}`,
  })
  await expect(form.element.locator('option')).toHaveText(['Mastercard', 'Visa'])
  await expect(page.locator('form.paymentWidgets')).toHaveAttribute('data-brands', '{{ brands }}')
})
