/** What an entity may say about the payment details that it stores. */
export interface RegistrationSettings {
  /** The same number again is the registration that is there: its id is answered, its expiry and holder renewed. */
  readonly deduplicate?: boolean
  /**
   * How long payment details are kept, in months: after the expiry of a card, after the last use of
   * what does not expire. 14 by default.
   */
  readonly lifeMonthsAfterExpiry?: number
}
