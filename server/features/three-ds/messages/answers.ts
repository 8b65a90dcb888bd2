import {
  acsRenderingType,
  allTransactionIds,
  authenticationType,
  deviceBinding,
  messageHead,
  statusReason,
  trustedList,
} from './common-fields.ts'
import { type Condition, type FieldTable, optional, required, requiredWhen } from './field.ts'
import {
  authenticationValue,
  choice,
  code,
  codesFrom,
  digits,
  group,
  list,
  object,
  text,
  uuid,
  webAddress,
  yesOrNo,
} from './formats.ts'

/** The category of an ARes is only known from its AReq; an RReq contains its own. */
const authenticatedPayment: readonly Condition[] = [
  { messageCategory: ['01'], transStatus: ['Y', 'A'] },
]
const refusedPayment: readonly Condition[] = [
  { messageCategory: ['01'], transStatus: ['N', 'U', 'R'] },
]
const since23 = { since: '2.3.1' } as const

const eci = digits(2, 2)
const exemption = code(['05', '08', '10', '11'])

/** Authentication response: issuer to directory server to 3DS server. */
export const ares = {
  ...messageHead('ARes'),
  ...allTransactionIds,
  acsReferenceNumber: required(text(32)),
  acsOperatorID: optional(text(32)),
  dsReferenceNumber: required(text(32)),
  sdkTransID: requiredWhen(uuid, [{ deviceChannel: ['01'] }]),
  transStatus: required(
    choice(['Y', 'N', 'U', 'A', 'C', 'R'], { '2.2.0': ['D', 'I'], '2.3.1': ['S'] }),
  ),
  transStatusReason: requiredWhen(statusReason, refusedPayment),
  authenticationValue: requiredWhen(authenticationValue, authenticatedPayment),
  eci: optional(eci),
  authenticationType: requiredWhen(authenticationType, [{ transStatus: ['C', 'D'] }], {
    until: '2.2.0',
  }),
  authenticationMethod: optional(list(code(codesFrom(1, 16)), 99), since23),
  acsURL: requiredWhen(webAddress(2_048), [{ transStatus: ['C'], deviceChannel: ['02'] }]),
  acsChallengeMandated: requiredWhen(yesOrNo, [{ transStatus: ['C'] }]),
  acsDecConInd: requiredWhen(yesOrNo, [{ transStatus: ['D'] }], { since: '2.2.0' }),
  acsSignedContent: requiredWhen(text(64_000), [{ transStatus: ['C'], deviceChannel: ['01'] }]),
  acsRenderingType: requiredWhen(acsRenderingType, [{ transStatus: ['C'], deviceChannel: ['01'] }]),
  cardholderInfo: optional(text(128), {
    changed: {
      since: '2.3.1',
      format: group({ text: required(text(128)), uri: optional(text(2_048)) }),
    },
  }),
  ...trustedList,
  ...deviceBinding,
  broadInfo: optional(object(4_096), since23),
  deviceInfoRecognisedVersion: optional(text(8), since23),
  spcTransData: optional(object(64_000), since23),
  threeDSRequestorAppURLInd: optional(yesOrNo, since23),
  transChallengeExemption: optional(exemption, since23),
  transStatusReasonInfo: optional(text(256), since23),
  webAuthnCredList: optional(list(object(4_096), 50), since23),
} as const satisfies FieldTable

/** Results request: issuer to directory server to 3DS server, after a challenge. It decides. */
export const rreq = {
  ...messageHead('RReq'),
  ...allTransactionIds,
  sdkTransID: requiredWhen(uuid, [{ deviceChannel: ['01'] }]),
  messageCategory: required(choice(['01', '02'])),
  transStatus: required(choice(['Y', 'N', 'U', 'A', 'R'], { '2.2.0': ['I'] })),
  transStatusReason: requiredWhen(statusReason, refusedPayment),
  authenticationValue: requiredWhen(authenticationValue, authenticatedPayment),
  eci: optional(eci),
  authenticationType: requiredWhen(authenticationType, [{ transStatus: ['Y', 'N'] }], {
    until: '2.2.0',
  }),
  authenticationMethod: optional(code(codesFrom(1, 10), { '2.2.0': ['11'] }), {
    changed: { since: '2.3.1', format: list(code(codesFrom(1, 16)), 99) },
  }),
  interactionCounter: optional(digits(2, 2)),
  challengeCancel: optional(code(codesFrom(1, 7), { '2.2.0': ['08'] })),
  acsRenderingType: optional(acsRenderingType),
  ...trustedList,
  ...deviceBinding,
  cardholderInfo: optional(
    group({ text: required(text(128)), uri: optional(text(2_048)) }),
    since23,
  ),
  challengeErrorReporting: optional(object(4_096), since23),
  transStatusReasonInfo: optional(text(256), since23),
} as const satisfies FieldTable

/** Results response: 3DS server to directory server. */
export const rres = {
  ...messageHead('RRes'),
  ...allTransactionIds,
  sdkTransID: optional(uuid),
  /** `01` received, `02` no CReq was sent to the issuer, `03` the challenge could not be shown. */
  resultsStatus: required(code(['01', '02', '03'], { '2.3.1': ['04'] })),
} as const satisfies FieldTable
