import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { processDemo } from '../../server/testing/server-process.fixture.ts'
import {
  expect,
  openAs,
  payByCard,
  readAs,
  removeLimit,
  sendAs,
  test,
} from '../support/back-office.ts'
import { expectNoViolations } from '../support/inspection.ts'

/** A merchant's server that counts what webhooks send, and answers it. */
async function receiver() {
  let received = 0
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      received += 1
      response.end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, count: () => received, close: () => server.close() }
}

/** Changes the setting of the opened entity: its dialog is filled in and saved. */
async function changeSetting(
  page: Page,
  name: string,
  fill: (dialog: ReturnType<Page['getByRole']>) => Promise<void>,
): Promise<void> {
  await page
    .getByRole('row', { name: new RegExp(name) })
    .getByRole('button', { name: 'Change' })
    .click()
  const dialog = page.getByRole('dialog', { name })
  await fill(dialog)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
}

for (const width of [390, 1280]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 844 } })

    test('what a webhook has sent is sent again', async ({ page, office, gateway }) => {
      const shop = await receiver()
      const made = await fetch(`${office.url}/v1/webhooks`, {
        method: 'POST',
        headers: { authorization: `Bearer ${processDemo.accessToken}` },
        body: new URLSearchParams({ entityId: office.entityId, url: shop.url }),
      })
      const { id: webhookId } = (await made.json()) as { readonly id: string }
      // The test message activates it; a new webhook hears of payments within a second after that.
      await expect.poll(shop.count).toBe(1)
      await expect
        .poll(async () => {
          const { id } = await payByCard(gateway)
          const path = `/webhooks/${webhookId}/deliveries`
          return (await readAs('administrator', path, office)).includes(id)
        })
        .toBe(true)
      await openAs('administrator', `/webhooks/${webhookId}`, { page, office })
      const delivery = page.getByRole('listitem').filter({ hasText: 'Delivered' }).first()
      await expect(delivery).toBeVisible()
      const before = shop.count()
      await delivery.getByRole('button', { name: 'Send again' }).click()
      await expect.poll(shop.count).toBeGreaterThan(before)
      shop.close()
    })

    test('a chargeback and its reversal, entered by one person, are approved by another', async ({
      page,
      office,
      gateway,
    }) => {
      // One for each width, which no other row has.
      const amount = `61.${width % 100}`
      const { id } = await payByCard(gateway, { amount })
      const settings = JSON.stringify({ secondPersonAbove: { EUR: '50.00' } })
      expect(await sendAs('owner', `/entities/${office.entityId}`, { settings }, office)).toBe(200)
      const reported = `/payments/${id}/disputes`
      const letter = {
        stage: 'firstChargeback',
        acquirerReference: `CB-${width}`,
        disputeReason: '13.1',
        reason: 'Letter of 20 November',
      }
      // Gateways follow a changed setting within a second.
      await expect.poll(() => readAs('finance', `/payments/${id}`, office)).toContain('50.00')
      for (const [type, more] of [
        ['CB', {}],
        ['CR', { disputeOutcome: 'won' }],
      ] as const) {
        expect(await sendAs('finance', reported, { ...letter, ...more }, office)).toBe(202)
        await openAs('administrator', '/approvals', { page, office })
        const row = page.getByRole('row', { name: new RegExp(amount.replace('.', '\\.')) })
        await row.getByRole('button', { name: 'Approve' }).click()
        const dialog = page.getByRole('dialog', { name: 'Approve as the second person' })
        await dialog.getByRole('button', { name: /Approve/ }).click()
        await expect(row).toHaveCount(0)
        await page.goto(`${office.url}/backoffice/payments/${id}`)
        await expect(page.getByRole('heading', { name: 'Time line' })).toBeVisible()
        const whole = await readAs('finance', `/payments/${id}`, office)
        expect(whole).toContain(`"paymentType":"${type}"`)
      }
      await removeLimit(office)
    })

    test('a setting is saved, inherited, set below, and inherited again', async ({
      page,
      office,
    }) => {
      const name = 'Days for which numbers are kept'
      const { entity } = JSON.parse(await readAs('owner', `/entities/${office.entityId}`, office))
      const days = (count: string) => async (dialog: ReturnType<Page['getByRole']>) =>
        dialog.getByLabel(name).fill(count)
      const inherit = async (dialog: ReturnType<Page['getByRole']>) =>
        dialog.getByLabel('Inherit it again').check()
      const row = page.getByRole('row', { name: new RegExp(name) })

      await openAs('owner', `/entities/${entity.parentId}`, { page, office })
      await changeSetting(page, name, days('41'))
      await expect(row).toContainText('41')
      await page.goto(`${office.url}/backoffice/entities/${office.entityId}`)
      await expect(row).toContainText('41')
      await changeSetting(page, name, days('42'))
      await expect(row).toContainText('42')
      await changeSetting(page, name, inherit)
      await expect(row).toContainText('41')
      await page.goto(`${office.url}/backoffice/entities/${entity.parentId}`)
      await changeSetting(page, name, inherit)
      await expect(row).toContainText('180')
    })

    test('brands are ticked, and read by their names', async ({ page, office }) => {
      await openAs('owner', `/entities/${office.entityId}`, { page, office })
      const name = 'Payment brands'
      const row = page.getByRole('row', { name: new RegExp(name) })
      await expect(row).toContainText(/All \d+/)
      await changeSetting(page, name, async (dialog) => {
        await expect(dialog.getByText(/^All \d+/)).toBeVisible()
        await dialog.getByRole('radio', { name: 'Only these' }).check()
        await dialog.getByRole('button', { name: 'Save' }).click()
        await expect(dialog.getByText('This has to be set.')).toBeVisible()
        await dialog.getByRole('checkbox', { name: 'Visa VISA', exact: true }).check()
        await dialog.getByRole('searchbox').fill('sepa')
        await dialog.getByRole('checkbox', { name: /DIRECTDEBIT_SEPA$/ }).check()
        await expect(dialog.getByText('2 ticked')).toBeVisible()
        await expect(dialog.getByText(/^Visa, .*SEPA/)).toBeVisible()
        await expect(dialog.getByText('Inherited, and left out')).toBeVisible()
        await expectNoViolations(page)
      })
      await expect(row).not.toContainText(/All \d+/)
      await expect(row).toContainText(/Visa, .*SEPA/)
      await changeSetting(page, name, async (dialog) =>
        dialog.getByRole('radio', { name: 'As inherited' }).check(),
      )
      await expect(row).toContainText(/All \d+/)
    })
  })
}

test('in German the values of settings have German names, beside the words of the API', async ({
  page,
  office,
}) => {
  await page.addInitScript(() => localStorage.setItem('tillgate.language', 'de'))
  await openAs('owner', `/entities/${office.entityId}`, { page, office })
  const row = page.getByRole('row', { name: /3-D Secure/ }).first()
  await row.getByRole('button', { name: 'Ändern' }).click()
  const dialog = page.getByRole('dialog', { name: '3-D Secure' })
  await dialog
    .getByLabel('Regel')
    .selectOption({ label: 'Jede Karte; die Zahlung schlägt fehl, wo das nicht geht' })
  await expect(dialog).toContainText('Karten, die an 3-D Secure teilnehmen')
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await expect(dialog).toBeHidden()
  await expect(row).toContainText(/Jede Karte.*always/)
  const inherited = { settings: '{"threeDSecure":null}' }
  expect(await sendAs('owner', `/entities/${office.entityId}`, inherited, office)).toBe(200)
})

test('a page that is out of date changes its own setting alone, and no newer one', async ({
  page,
  office,
}) => {
  const name = 'Days for which numbers are kept'
  const path = `/entities/${office.entityId}`
  const ofColleague = async (settings: object) =>
    expect(
      await sendAs('administrator', path, { settings: JSON.stringify(settings) }, office),
    ).toBe(200)
  await openAs('owner', path, { page, office })
  await ofColleague({ cardTesting: { triesPerCheckout: 7 } })
  await changeSetting(page, name, async (dialog) => dialog.getByLabel(name).fill('90'))
  const { settings } = JSON.parse(await readAs('owner', path, office)).entity
  expect(settings).toMatchObject({ numberRetentionDays: 90, cardTesting: { triesPerCheckout: 7 } })

  const row = page.getByRole('row', { name: new RegExp(name) })
  await expect(row).toContainText('90')
  await ofColleague({ numberRetentionDays: 60 })
  await row.getByRole('button', { name: 'Change' }).click()
  const dialog = page.getByRole('dialog', { name })
  await dialog.getByLabel(name).fill('30')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toContainText('somebody else has changed this')
  await expect(row).toContainText('60')
  await dialog.getByRole('button', { name: 'Read again' }).click()
  await expect(dialog.getByRole('status')).toContainText('60')
  await expect(dialog.getByLabel(name)).toHaveValue('30')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(row).toContainText('30')
  await ofColleague({ numberRetentionDays: null, cardTesting: null })
})

test('a limit of the second person is raised by an owner alone, and counts a day later', async ({
  page,
  office,
}) => {
  const path = `/entities/${office.entityId}`
  const settings = JSON.stringify({ secondPersonAbove: { EUR: '50.00' } })
  expect(await sendAs('owner', path, { settings }, office)).toBe(200)
  const row = page.getByRole('row', { name: /^Second person above/ })
  await openAs('administrator', path, { page, office })
  await expect(row).toContainText('50.00')
  await expect(row.getByRole('button', { name: 'Change' })).toHaveCount(0)
  await openAs('owner', path, { page, office })
  const goesOn = 'Until then 50.00 EUR goes on.'
  await changeSetting(page, 'Second person above', async (dialog) => {
    await dialog.getByLabel('Inherit it again').check()
    await expect(dialog).toContainText(goesOn)
    await dialog.getByLabel('Inherit it again').uncheck()
    await expect(dialog).not.toContainText(goesOn)
    await dialog.getByLabel('Amount').fill('900')
    await expect(dialog).toContainText(goesOn)
  })
  await expect(row).toContainText('900')
  await expect(row).toContainText('A higher limit counts a day later: 50.00 EUR until')
  await removeLimit(office)
})

for (const width of [390, 1280]) {
  test(`at ${width} px, an access token is made with limits, and shows them`, async ({
    page,
    office,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await openAs('owner', `/tokens?entity=${office.entityId}`, { page, office })
    await page.getByRole('button', { name: 'New token' }).click()
    const dialog = page.getByRole('dialog', { name: 'New token' })
    const label = `Warehouse ${width}`
    await dialog.getByLabel('Name').fill(label)
    for (const scope of ['Pay', 'Administer'])
      await dialog.getByRole('checkbox', { name: new RegExp(`^${scope}`) }).uncheck()
    await dialog.getByLabel('Ends').selectOption({ label: 'In 7 days' })
    await dialog.getByLabel('Allowed addresses').fill('nowhere')
    await dialog.getByRole('button', { name: 'New token' }).click()
    await expect(dialog).toContainText('must be up to 20 IP addresses or ranges')
    await dialog.getByLabel('Allowed addresses').fill('203.0.113.0/24\n2001:db8::/48')
    await expectNoViolations(page)
    await dialog.getByRole('button', { name: 'New token' }).click()
    const shown = page.getByRole('dialog', { name: 'Access token' })
    const token = await shown.getByText(/^[0-9a-f]{48}$/).innerText()
    await page.keyboard.press('Escape')
    const row = page.getByRole('row', { name: new RegExp(label) })
    await expect(row.getByText('Only: Read, Refund').filter({ visible: true })).toBeVisible()
    await expect(
      row.getByText('From 203.0.113.0/24, 2001:db8::/48').filter({ visible: true }),
    ).toBeVisible()
    await expect(row.getByText('Ends soon').filter({ visible: true })).toBeVisible()
    await expectNoViolations(page)
    const asked = await fetch(`${office.url}/v1/webhooks`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(asked.status).toBe(403)
    expect(JSON.stringify(await asked.json())).toContain('may not be used from the address')
  })
}

test('an access token of an administrator is shown to owners alone', async ({ page, office }) => {
  const label = 'Reports'
  const made = { label, tokenRole: 'administrator' }
  const path = `/entities/${office.entityId}/tokens`
  expect(await sendAs('owner', path, made, office)).toBe(200)
  const row = page.getByRole('row', { name: new RegExp(label) })
  await openAs('administrator', '/tokens', { page, office })
  await expect(row.getByRole('button', { name: 'Revoke' })).toBeVisible()
  await expect(row.getByRole('button', { name: 'Show' })).toHaveCount(0)
  await openAs('owner', `/tokens?entity=${office.entityId}`, { page, office })
  await expect(row.getByRole('button', { name: 'Show' })).toBeVisible()
})
