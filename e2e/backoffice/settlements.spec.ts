import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { TILLGATE_COLUMNS } from '../../server/features/settlement/formats/tillgate.ts'
import { runCommand } from '../../server/testing/command.fixture.ts'
import { expect, openAs, payByCard, test } from '../support/back-office.ts'
import { expectNoViolations } from '../support/inspection.ts'

const ACCOUNT = 'TEAHOUSE1@simulator'

/** A line of 91.50 that names no payment. */
const STRAY: Readonly<Record<string, string>> = {
  record_id: 'stray',
  record_type: 'SETTLED',
  merchant_id: 'TEAHOUSE1',
  payment_id: 'unknown',
  settled_on: '2026-11-21',
  gross_amount: '91.50',
  gross_currency: 'EUR',
  net_amount: '91.50',
  net_currency: 'EUR',
}

function fileOf(...lines: readonly Readonly<Record<string, string>>[]): string {
  const end = { record_id: String(lines.length), record_type: 'END' }
  const rows = [...lines, end].map((cells: Readonly<Record<string, string>>) =>
    TILLGATE_COLUMNS.map((name) => cells[name] ?? '').join(';'),
  )
  return [TILLGATE_COLUMNS.join(';'), ...rows, ''].join('\n')
}

async function run(words: readonly string[], dataDir: string): Promise<void> {
  const { code, output } = await runCommand(words, { dataDir })
  expect(code, output).toBe(0)
}

async function importFile(text: string, dataDir: string): Promise<void> {
  const path = join(dataDir, 'settlement.csv')
  await writeFile(path, text)
  await run(['settlement', 'import', path, '--format', 'tillgate', '--account', ACCOUNT], dataDir)
}

test.beforeAll(async ({ office }) => {
  const { dataDir, entityId } = office
  const create = ['acquirer', 'create', '--entity', entityId, '--connector', 'simulator']
  await run([...create, '--merchant-id', 'TEAHOUSE1', '--acquirer', 'Simulated Acquirer'], dataDir)
})

test('a line with another amount than its payment is matched when the difference is accepted', async ({
  page,
  office,
  gateway,
}) => {
  const { id } = await payByCard(gateway, { amount: '92.00', currency: 'EUR', paymentType: 'DB' })
  await importFile(fileOf(STRAY), office.dataDir)
  await openAs('finance', '/settlements?view=open', { page, office })
  await page.getByRole('button', { name: 'Match' }).click()
  const dialog = page.getByRole('dialog', { name: 'Match' })
  const confirm = dialog.getByRole('button', { name: /^Match/ })
  await dialog.getByLabel('Ids of payments').fill(id)
  await expect(confirm).toBeDisabled()
  await dialog.getByLabel('Reason').fill('The acquirer has kept 0.50')
  await confirm.click()
  await expect(dialog.getByRole('alert')).toContainText('The line has')
  await expect(confirm).toBeDisabled()
  await expectNoViolations(page)
  await dialog.getByLabel(/^The difference of .*0\.50.* is right$/).check()
  await confirm.click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('No line waits')).toBeVisible()
  await page.getByRole('link', { name: 'Missing money' }).click()
  await expect(page.getByRole('heading', { name: 'Settled with another amount' })).toBeVisible()
})

test('a payment shows what the acquirer has kept of it, and the payout that leads to the file', async ({
  page,
  office,
  gateway,
}) => {
  const { id } = await payByCard(gateway, { amount: '92.00', currency: 'EUR', paymentType: 'DB' })
  await openAs('finance', `/payments/${id}`, { page, office })
  const settlement = page.getByRole('region', { name: 'Settlements' })
  await expect(settlement).toContainText('No settlement file has a line about it yet.')
  const line = {
    ...STRAY,
    record_id: 'kept',
    payment_id: id,
    acquirer_reference: '74500006331000000000017',
    gross_amount: '92.00',
    net_amount: '90.10',
    interchange: '0.30',
    scheme_fee: '0.10',
    markup: '1.50',
    payout_reference: 'PO-17',
  }
  await importFile(fileOf(line), office.dataDir)
  await page.reload()
  await expect(settlement).toContainText(/Interchange.*0\.30.*Scheme fee.*0\.10/)
  await expect(settlement).toContainText(/Net.*90\.10/)
  await expect(settlement).toContainText('74500006331000000000017')
  await expect(settlement).toContainText('Not paid out')
  await expectNoViolations(page)
  await settlement.getByRole('link', { name: 'PO-17' }).click()
  await expect(page.getByRole('heading', { name: 'settlement.csv' })).toBeVisible()
})

test('support, who sees no settlements, sees none on a payment', async ({
  page,
  office,
  gateway,
}) => {
  const { id } = await payByCard(gateway)
  await openAs('support', `/payments/${id}`, { page, office })
  await expect(page.getByRole('region', { name: 'Postings' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Settlements' })).toHaveCount(0)
})
