import { paymentBrand } from '../../../common/payment-brands.ts'
import { SIMULATOR_BANK, transferMethods } from '../../../common/transfer-methods.ts'
import { html, type Markup } from '../../../server/http/pages/markup.ts'
import { shopperAccounts } from '../shopper-account.ts'
import type { DescribedPayment } from './described-payment.ts'

type Operation = DescribedPayment['operation']

/** Longest `virtualAccount.accountId` (interface document, Virtual account). */
export const MAX_ACCOUNT_ID = 100

/** Banks of methods that have no list of their own. */
const OTHER_BANKS = ['First Test Bank', 'Second Test Bank']

/** The banks that the page of a transfer offers. */
export function banksOf({ paymentBrand: brand }: Operation): readonly string[] {
  return [SIMULATOR_BANK, ...(transferMethods[brand]?.banks ?? OTHER_BANKS)]
}

/** The fields for where the money comes from: a bank, or a login name. */
export function payerFields(operation: Operation): Markup | undefined {
  switch (paymentBrand(operation.paymentBrand)?.kind) {
    case 'bankAccount':
      return bankField(operation)
    case 'virtualAccount':
      return accountField(operation)
    default:
      return undefined
  }
}

function bankField(operation: Operation): Markup {
  const chosen = operation.request['bankAccount.bankName']
  return html`<div class="payer"><label for="bank">Your bank</label>
<select id="bank" name="bank">${banksOf(operation).map((bank) => (bank === chosen ? html`<option selected>${bank}</option>` : html`<option>${bank}</option>`))}</select>
</div>`
}

function accountField({ request }: Operation): Markup {
  const name = 'virtualAccount.accountId'
  const account = request[name] ?? shopperAccounts.virtualAccount[name]
  return html`<div class="payer"><label for="accountId">Log in as</label>
<input id="accountId" name="accountId" value="${account}" maxlength="${String(MAX_ACCOUNT_ID)}" autocomplete="off" spellcheck="false">
</div>`
}
