import { messageHead } from './common-fields.ts'
import { type FieldTable, optional, required } from './field.ts'
import {
  cardNumber,
  choice,
  code,
  codesFrom,
  group,
  list,
  shaped,
  text,
  uuid,
  webAddress,
} from './formats.ts'

const version = shaped(/^[0-9]{1,2}\.[0-9]{1,2}\.[0-9]{1,2}$/, 5, 8, 'a version such as 2.2.0')
const until22 = { until: '2.2.0' } as const
const since23 = { since: '2.3.1' } as const

/** Abilities of a range's issuer: `01` authentication, `02` attempts, `03` decoupled, `04` white list. */
const issuerAbilities = list(code(codesFrom(1, 4), { '2.3.1': codesFrom(5, 11) }), 99)

const versionOfRange = group({
  version: required(version),
  acsInfoInd: optional(issuerAbilities),
  threeDSMethodURL: optional(webAddress(256)),
})

const cardRange = group({
  startRange: required(cardNumber),
  endRange: required(cardNumber),
  /** A: add, M: change, D: delete; absent: add. */
  actionInd: optional(choice(['A', 'D', 'M'])),
  acsStartProtocolVersion: required(version, until22),
  acsEndProtocolVersion: required(version, until22),
  dsStartProtocolVersion: optional(version, until22),
  dsEndProtocolVersion: optional(version, until22),
  acsInfoInd: optional(issuerAbilities, { since: '2.2.0', until: '2.2.0' }),
  threeDSMethodURL: optional(webAddress(256), until22),
  acsProtocolVersions: required(list(versionOfRange, 99), since23),
})

/** Preparation request: asks a directory server for its card ranges. */
export const preq = {
  ...messageHead('PReq'),
  threeDSServerTransID: required(uuid),
  threeDSServerRefNumber: required(text(32)),
  threeDSServerOperatorID: optional(text(32)),
  /** Serial number of the last known answer: only changes since then are requested. */
  serialNum: optional(text(20)),
} as const satisfies FieldTable

export const pres = {
  ...messageHead('PRes'),
  threeDSServerTransID: required(uuid),
  dsTransID: required(uuid),
  dsStartProtocolVersion: required(version, until22),
  dsEndProtocolVersion: required(version, until22),
  dsProtocolVersions: required(list(version, 99), since23),
  serialNum: optional(text(20)),
  /** Absent: nothing has changed. */
  cardRangeData: optional(list(cardRange, 1_000_000)),
} as const satisfies FieldTable
