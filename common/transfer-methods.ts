/**
 * The data that a transfer method asks for before it redirects to a bank. Absent members are not
 * asked for.
 */
export interface TransferMethod {
  /** Where the shopper's bank may be: ISO 3166-1 alpha-2. */
  readonly countries?: readonly string[]
  /** Banks that the shopper chooses from: values of `bankAccount.bankName`. */
  readonly banks?: readonly string[]
  /** The shopper types the BIC of the bank, and the IBAN if wanted. */
  readonly asksForBic?: true
}

/**
 * Transfer methods that ask the shopper for data, by brand (reference behaviour §3.7). The others
 * redirect to a bank at once.
 */
export const transferMethods: Readonly<Record<string, TransferMethod>> = {
  ENTERCASH: { countries: ['AT', 'DE', 'FI', 'SE'] },
  EPS: {
    banks: [
      'BAWAG',
      'Bank Austria',
      'Erste Bank und Sparkassen',
      'Hypo Tirol',
      'Oberbank',
      'Raiffeisen',
      'Volksbank',
    ],
  },
  GIROPAY: { asksForBic: true },
  IDEAL: {
    banks: [
      'ABN AMRO',
      'ASN Bank',
      'bunq',
      'ING',
      'Knab',
      'Rabobank',
      'RegioBank',
      'Revolut',
      'SNS',
      'Triodos Bank',
      'Van Lanschot',
    ],
  },
  SOFORTUEBERWEISUNG: { countries: ['AT', 'BE', 'CH', 'DE', 'ES', 'IT', 'NL', 'PL'] },
}

/** The bank of the simulator, which lists of banks offer in the test environment (reference behaviour §6.3). */
export const SIMULATOR_BANK = 'SIMULATOR'
