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

test('a line with another amount than its payment is matched when the difference is accepted', async ({
  page,
  office,
  gateway,
}) => {
  const { dataDir, entityId } = office
  const { id } = await payByCard(gateway, { amount: '92.00', currency: 'EUR', paymentType: 'DB' })
  const path = join(dataDir, 'stray.csv')
  await writeFile(path, fileOf(STRAY))
  const create = ['acquirer', 'create', '--entity', entityId, '--connector', 'simulator']
  for (const words of [
    [...create, '--merchant-id', 'TEAHOUSE1', '--acquirer', 'Simulated Acquirer'],
    ['settlement', 'import', path, '--format', 'tillgate', '--account', ACCOUNT],
  ]) {
    const { code, output } = await runCommand(words, { dataDir })
    expect(code, output).toBe(0)
  }
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
