import { expect } from 'vitest'
import type { MerchantAt } from '../../acquirers/conformance/merchant.fixture.ts'
import { run } from '../../server/app/cli/command.fixture.ts'
import type { PaymentRow } from '../../server/store/port.ts'
import { openSqliteStore } from '../../server/store/sqlite/open-sqlite-store.ts'
import { acquirerAccount } from '../../server/store/testing/sample-rows.ts'
import { fileAt } from '../settlement/file-records.ts'
import type { SettlementFormat } from '../settlement/formats/format.ts'
import { importFile } from '../settlement/import.ts'
import { fileWith, keyedHash } from '../settlement/settlement.fixture.ts'

/** What a merchant sees of the disputes of a payment, and what is booked of them. */
export function casesOf({ gateway, channel, authorization }: MerchantAt) {
  const { store } = gateway
  return {
    disputes: ({ id }: PaymentRow) => store.read.disputesOfPayment(id),
    /** Types and amounts of what was booked beside a payment. */
    async booked({ familyId }: PaymentRow): Promise<readonly string[]> {
      const family = await store.read.paymentsOfFamily(familyId)
      return family
        .filter(({ paymentType }) => paymentType === 'CB' || paymentType === 'CR')
        .map(({ paymentType, amountMinor }) => `${paymentType} ${amountMinor}`)
    },
    /** What the bank has of the money, in minor units. */
    async chargedBack({ familyId }: PaymentRow): Promise<number> {
      const family = await store.read.paymentsOfFamily(familyId)
      return family.reduce((sum, { chargedBackMinor }) => sum + chargedBackMinor, 0)
    },
    shown: async (disputeId: string) =>
      (await gateway.get(`/v1/disputes/${disputeId}?entityId=${channel}`, authorization)).body,
    defences: async (disputeId: string) =>
      (await gateway.get(`/v1/disputes/${disputeId}/defences?entityId=${channel}`, authorization))
        .body,
    answer: async (disputeId: string, how: string, form: Readonly<Record<string, string>> = {}) =>
      (
        await gateway.post(
          `/v1/disputes/${disputeId}/${how}`,
          { entityId: channel, ...form },
          authorization,
        )
      ).body,
  }
}

/** Imports a settlement file of the account, and waits until disputes have heard of it. */
export async function settledBy(
  text: string,
  format: SettlementFormat,
  { gateway, channel, accountId, acquirer }: MerchantAt,
): Promise<void> {
  const { store, clock } = gateway
  const [, merchant] = await store.read.entityPath(channel)
  const account = acquirerAccount(merchant?.id ?? '', {
    merchantId: acquirer.account.merchantId,
    connector: accountId,
    currencies: '',
  })
  if ((await store.read.acquirerAccount(account.id)) === undefined) {
    await store.commit([{ kind: 'insertAcquirerAccount', row: account }])
  }
  const request = { file: fileAt(await fileWith(text)), format, account, acceptsUnbalanced: false }
  const outcome = await importFile(request, { store, clock, keyedHash })
  if (outcome.kind !== 'imported') throw new Error(JSON.stringify(outcome))
  const { id } = outcome.file
  await expect.poll(() => store.read.timer('filedChargebacks', id)).toBeUndefined()
}

/** A database in a file, which `tillgate check` finds without fault. */
export async function checkedStore(file: string) {
  const store = await openSqliteStore({ file, committer: { kind: 'inline' } })
  return {
    store,
    async faults(nowMs: number): Promise<readonly string[]> {
      const { lines } = await run(['check', '--database', `sqlite:${file}`], { nowMs })
      return lines.filter((line) => !line.startsWith('note: '))
    },
  }
}
