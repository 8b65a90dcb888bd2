import { messageHead } from './common-fields.ts'
import { type FieldTable, optional, required } from './field.ts'
import { choice, group, uuid, webAddress, yesOrNo } from './formats.ts'

/**
 * Challenge request of a browser: the gateway's page to the issuer. That of an app goes encrypted from
 * its SDK to the issuer and never comes by here.
 */
export const creq = {
  ...messageHead('CReq'),
  threeDSServerTransID: required(uuid),
  acsTransID: required(uuid),
  challengeWindowSize: required(choice(['01', '02', '03', '04', '05'])),
  threeDSRequestorAppURL: optional(webAddress(256), { since: '2.2.0' }),
} as const satisfies FieldTable

/** The last challenge response, which the shopper's browser brings. It decides nothing. */
export const cres = {
  ...messageHead('CRes'),
  threeDSServerTransID: required(uuid),
  acsTransID: required(uuid),
  challengeCompletionInd: optional(yesOrNo),
  transStatus: required(choice(['Y', 'N'], { '2.2.0': ['U', 'A', 'R', 'I'], '2.3.1': ['D'] })),
} as const satisfies FieldTable

/** What goes into the hidden frame of the issuer, and comes back from it: no message with a type. */
export const methodData = group({
  threeDSServerTransID: required(uuid),
  threeDSMethodNotificationURL: optional(webAddress(256)),
})
