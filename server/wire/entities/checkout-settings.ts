/** What an entity may say about its checkouts. */
export interface CheckoutSettings {
  /**
   * How long after its 30 minutes the status of a checkout in which something was tried may still be
   * read, in hours (decisions §6). Absent: not at all.
   */
  readonly statusHoursAfterExpiry?: number
  /**
   * Origins, such as `https://shop.example`, that a shopper's submit may name to come back to where
   * the merchant's server has named no address. Absent: any web page.
   */
  readonly returnOrigins?: readonly string[]
  /** Origins of the pages that may show the secured fields of a checkout. Absent: any web page. */
  readonly pageOrigins?: readonly string[]
}
