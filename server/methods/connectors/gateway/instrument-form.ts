import type {
  BankAccountInstrument,
  CardInstrument,
  Instrument,
  TerminalInstrument,
  TokenAccountInstrument,
} from '../../instruments/instrument.ts'

/** Names and values of a request; what is `undefined` is not sent. */
export type WireForm = Record<string, string | undefined>

/** The request of the merchant as far as an instrument depends on it. */
export interface InstrumentContext {
  readonly paymentBrand: string
  readonly request: Readonly<Record<string, string>>
}

/** How a wallet's parameters begin: by its own name, and by that of the interface document. */
const WALLETS: Readonly<Record<string, readonly [name: string, alias: string]>> = {
  APPLEPAY: ['applePay', 'walletA'],
  GOOGLEPAY: ['googlePay', 'walletB'],
  SAMSUNGPAY: ['samsungPay', 'walletC'],
}

/** An instrument as the parameters that say it on the wire, with the brand. Secrets included. */
export function instrumentForm(instrument: Instrument, context: InstrumentContext): WireForm {
  const { paymentBrand } = context
  switch (instrument.kind) {
    case 'card':
      return cardForm(instrument, context)
    case 'bankAccount':
      return { paymentBrand, ...bankAccountForm(instrument) }
    case 'virtualAccount':
      return { paymentBrand, 'virtualAccount.accountId': instrument.accountId }
    case 'tokenAccount':
      return { paymentBrand, ...tokenAccountForm(instrument) }
    case 'giftCard':
      return {
        paymentBrand,
        'giftCard.number': instrument.number,
        'giftCard.pin': instrument.pin,
      }
    case 'terminal':
      return { paymentBrand, ...terminalForm(instrument) }
    case 'brand':
      return { paymentBrand }
  }
}

function cardForm(card: CardInstrument, context: InstrumentContext): WireForm {
  const form: WireForm = {
    paymentBrand: context.paymentBrand,
    'card.number': card.number,
    'card.expiryMonth': card.expiryMonth,
    'card.expiryYear': card.expiryYear,
    'card.holder': card.holder,
    // A repeated payment carries no code (interface document, Card on file): it would be refused.
    'card.cvv': context.request['standingInstruction.mode'] === 'REPEATED' ? undefined : card.cvv,
    'card.numberType': card.numberType,
  }
  if (card.cryptogram !== undefined) form['threeDSecure.verificationId'] = card.cryptogram
  if (card.eci !== undefined) form['threeDSecure.eci'] = card.eci
  const wallet = card.wallet === undefined ? undefined : WALLETS[card.wallet]
  return wallet === undefined ? form : { ...form, ...walletForm(card, wallet, context) }
}

/**
 * The decrypted variant of a wallet (interface document, Mobile wallets), which needs cryptogram and
 * indicator. A wallet's card that has none goes as the card it is; a wallet's brand would not be
 * taken with it, so the receiver tells the brand by the number.
 */
function walletForm(
  { cryptogram, eci }: CardInstrument,
  [name, alias]: readonly [name: string, alias: string],
  { paymentBrand, request }: InstrumentContext,
): WireForm {
  if (cryptogram === undefined || eci === undefined) {
    return { paymentBrand: isWalletBrand(paymentBrand) ? undefined : paymentBrand }
  }
  return { [`${name}.source`]: request[`${name}.source`] ?? request[`${alias}.source`] ?? 'web' }
}

/** APPLEPAYTKN and GOOGLEPAYTKN name the wallet as well. */
function isWalletBrand(brand: string): boolean {
  return WALLETS[brand.replace(/TKN$/, '')] !== undefined
}

function bankAccountForm(account: BankAccountInstrument): WireForm {
  return {
    'bankAccount.holder': account.holder,
    'bankAccount.iban': account.iban,
    'bankAccount.number': account.number,
    'bankAccount.bic': account.bic,
    'bankAccount.bankCode': account.bankCode,
    'bankAccount.country': account.country,
    'bankAccount.mandate.id': account.mandateId,
  }
}

function tokenAccountForm(token: TokenAccountInstrument): WireForm {
  return {
    'tokenAccount.number': token.number,
    'tokenAccount.type': token.type,
    'tokenAccount.expiryMonth': token.expiryMonth,
    'tokenAccount.expiryYear': token.expiryYear,
    'tokenAccount.cryptogram': token.cryptogram,
    'tokenAccount.dtvc': token.dtvc,
  }
}

/** What the terminal encrypted is confidential: it goes with the operation, not the instrument. */
function terminalForm({ terminalId, entryMode }: TerminalInstrument): WireForm {
  return { 'pos.terminalId': terminalId, 'pos.entryMode': entryMode }
}
