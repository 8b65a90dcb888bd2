import { messageHead } from './common-fields.ts'
import { type FieldTable, optional, required } from './field.ts'
import { choice, group, uuid, webAddress, yesOrNo } from './formats.ts'

/**
 * Challenge request of a browser: from the gateway's page to the issuer. That of an app is sent encrypted
 * from its SDK to the issuer, and not by this gateway.
 */
export const creq = {
  ...messageHead('CReq'),
  threeDSServerTransID: required(uuid),
  acsTransID: required(uuid),
  challengeWindowSize: required(choice(['01', '02', '03', '04', '05'])),
  threeDSRequestorAppURL: optional(webAddress(256), { since: '2.2.0' }),
} as const satisfies FieldTable

/** The last challenge response, sent by the shopper's browser. It decides nothing. */
export const cres = {
  ...messageHead('CRes'),
  threeDSServerTransID: required(uuid),
  acsTransID: required(uuid),
  challengeCompletionInd: optional(yesOrNo),
  transStatus: required(choice(['Y', 'N'], { '2.2.0': ['U', 'A', 'R', 'I'], '2.3.1': ['D'] })),
} as const satisfies FieldTable

/** The data sent to the issuer's hidden frame and back from it. It is not a message with a type. */
export const methodData = group({
  threeDSServerTransID: required(uuid),
  threeDSMethodNotificationURL: optional(webAddress(256)),
})
