/** What an entity may say about its checkouts. */
export interface CheckoutSettings {
  /**
   * How long after its 30 minutes the status of a checkout in which something was tried may still be
   * read, in hours (decisions §6). Absent: not at all.
   */
  readonly statusHoursAfterExpiry?: number
}
