import { expect, test } from './support/test.ts'

/** Answers every GET that it has seen once out of its cache, whatever stands behind the question mark. */
const CACHING_WORKER = `
  addEventListener('install', () => skipWaiting())
  addEventListener('activate', (event) => event.waitUntil(clients.claim()))
  addEventListener('fetch', (event) => {
    if (event.request.method !== 'GET' || event.request.mode === 'navigate') return
    event.respondWith(caches.open('all').then(async (cache) => {
      const known = await cache.match(event.request, { ignoreSearch: true, ignoreVary: true })
      if (known) return known
      const answer = await fetch(event.request)
      await cache.put(event.request, answer.clone())
      return answer
    }))
  })`

test('a service worker that answers out of its cache keeps no old state of the checkout in the form', async ({
  merchantPage,
}) => {
  const { page, form, gateway, server } = merchantPage
  const javascript = { 'Content-Type': 'text/javascript' }
  const worker = new URL(server.serve(CACHING_WORKER, javascript)).pathname
  const checkout = await merchantPage.open({
    head: `<script>
      window.ready = navigator.serviceWorker.register('${worker}').then(() => navigator.serviceWorker.ready)
    </script>`,
  })
  await page.evaluate('ready.then(() => true)')
  await page.reload()
  await form.ready()
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  for (const amount of ['93.00', '920.00']) {
    await gateway.pay(`/v1/checkouts/${checkout.id}`, { amount })
    await page.evaluate(() => window.wpwl?.update())
    await expect(form.payButton).toHaveAttribute('data-amount', `€${amount}`)
    expect(await page.evaluate(() => window.wpwl?.checkout.amount)).toBe(amount)
  }
  await form.fill()
  await merchantPage.expectPaid(checkout)
  expect(await gateway.status(checkout.id)).toMatchObject({ amount: '920.00' })
  await page.evaluate(async () => {
    for (const each of await navigator.serviceWorker.getRegistrations()) await each.unregister()
    await caches.delete('all')
  })
})

test('an update resolves with the newest state, however late an older answer is', async ({
  merchantPage,
}) => {
  const { page, form, gateway } = merchantPage
  const checkout = await merchantPage.open()
  let free = () => {}
  const held = new Promise<void>((resolve) => {
    free = resolve
  })
  let asked = 0
  await page.route('**/session?*', async (route) => {
    const isFirst = asked++ === 0
    const response = await route.fetch()
    if (isFirst) await held
    await route.fulfill({ response })
  })
  const first = page.evaluate(() => window.wpwl?.update().then(() => window.wpwl?.checkout.amount))
  await expect(() => expect(asked).toBe(1)).toPass()
  await gateway.pay(`/v1/checkouts/${checkout.id}`, { amount: '920.00' })
  await page.evaluate(() => window.wpwl?.update())
  expect(await page.evaluate(() => window.wpwl?.checkout.amount)).toBe('920.00')
  free()
  expect(await first).toBe('920.00')
  await expect(form.payButton).toHaveAttribute('data-amount', '€920.00')
})

test('an update rejects where the gateway is not reached', async ({ merchantPage }) => {
  const { page } = merchantPage
  await merchantPage.open()
  await page.route('**/session?*', (route) => route.abort('connectionrefused'))
  const outcome = page.evaluate(() =>
    window.wpwl?.update().then(
      () => 'resolved',
      (error: unknown) => String(error),
    ),
  )
  expect(await outcome).toContain('could not be read')
})
