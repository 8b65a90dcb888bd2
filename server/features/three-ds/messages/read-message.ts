import { isJsonObject, type JsonObject } from '../../../../common/json-object.ts'
import { methodData } from './challenge.ts'
import { MAX_EXTENSION_CHARACTERS } from './common-fields.ts'
import { ERROR_DESCRIPTIONS, type ErrorCode } from './erro.ts'
import { type FieldValues, MESSAGE_VERSIONS, type MessageVersion } from './field.ts'
import { uuid } from './formats.ts'
import { MESSAGES, type MessageOf, type MessageType } from './messages.ts'
import { type Exchange, type FieldFaults, type FieldsCheck, fieldsCheck } from './value-checks.ts'

/** The reader of a message: S 3DS server, D directory server, A issuer (ACS), C SDK. */
export type Component = 'S' | 'D' | 'A' | 'C'

const MAX_DETAIL = 2_048
const IDS = ['threeDSServerTransID', 'acsTransID', 'dsTransID', 'sdkTransID'] as const

/** Why a message cannot be used. A class, so that it differs from every JSON value that was read. */
export class MessageFault {
  /** The error message to be sent as the answer. */
  readonly erro: MessageOf<'Erro'>

  constructor(erro: MessageOf<'Erro'>) {
    this.erro = erro
  }
}

export function isMessageFault(value: unknown): value is MessageFault {
  return value instanceof MessageFault
}

/** A fault and the message that has it. */
interface Complaint {
  readonly code: ErrorCode
  readonly component: Component
  /** For most codes the names of the fields, with commas between them. */
  readonly detail: string
  /** The faulty message: its ids, type and version are read from it where they are valid. */
  readonly message: unknown
}

/** The error message that answers a faulty message. */
export function erroOf({ code, component, detail, message }: Complaint): MessageOf<'Erro'> {
  const members = isJsonObject(message) ? message : {}
  const { messageType } = members
  const ids = IDS.filter((name) => isUuid(members[name])).map((name) => [name, members[name]])
  return {
    messageType: 'Erro',
    messageVersion: isVersion(members.messageVersion) ? members.messageVersion : '2.2.0',
    ...(Object.fromEntries(ids) as Partial<Record<(typeof IDS)[number], string>>),
    errorCode: code,
    errorComponent: component,
    errorDescription: ERROR_DESCRIPTIONS[code],
    errorDetail: detail.slice(0, MAX_DETAIL) || messageName(messageType) || 'message',
    ...(messageName(messageType) && { errorMessageType: messageName(messageType) }),
  }
}

function isVersion(value: unknown): value is MessageVersion {
  return MESSAGE_VERSIONS.some((version) => version === value)
}

function isUuid(value: unknown): value is string {
  return typeof value === 'string' && uuid.matches?.(value) === true
}

function messageName(type: unknown): string {
  return typeof type === 'string' && Object.hasOwn(MESSAGES, type) ? type : ''
}

/** The reader of a message, and what it knows besides the message. */
export interface Reading extends Exchange {
  /** Absent: the 3DS server. */
  readonly component?: Component
  /** Ids of the message extensions that the reader understands. */
  readonly extensions?: readonly string[]
}

const checks = Object.fromEntries(
  MESSAGE_VERSIONS.map((version) => [
    version,
    Object.fromEntries(
      Object.entries(MESSAGES).map(([type, table]) => [type, fieldsCheck(table, version)]),
    ),
  ]),
) as Readonly<Record<MessageVersion, Readonly<Record<MessageType, FieldsCheck>>>>

const methodDataCheck = fieldsCheck(methodData.fields, '2.2.0')

/**
 * Reads a message of an expected type by the field table of its version. Members that are not in the
 * table are removed. Never throws.
 */
export function readMessage<const Type extends MessageType>(
  type: Type,
  json: unknown,
  reading: Reading = {},
): MessageOf<Type> | MessageFault {
  const fault = (code: ErrorCode, ...fields: string[]) =>
    faultOf({ code, fields, reading, message: json })
  if (!isJsonObject(json) || json.messageType !== type) return fault('101', 'messageType')
  const { messageVersion } = json
  if (messageVersion === undefined) return fault('201', 'messageVersion')
  if (!isVersion(messageVersion)) return fault('102', 'messageVersion')
  const faults: FieldFaults = { missing: [], malformed: [], unassigned: [] }
  const kept = checks[messageVersion][type](json, '', faults, reading)
  const { missing, malformed, unassigned } = faults
  if (missing.length > 0) return fault('201', ...missing)
  const critical = criticalExtensions(kept, reading)
  if (critical.length > 0) return fault('202', ...critical)
  if (isExtendedTooMuch(kept)) malformed.push('messageExtension')
  if (malformed.length > 0) return fault('203', ...malformed)
  if (unassigned.length > 0) return fault('304', ...unassigned)
  return kept as MessageOf<Type>
}

/** Reads the data of a hidden frame, which is not a message with a type. */
export function readMethodData(
  json: unknown,
  reading: Reading = {},
): FieldValues<typeof methodData.fields> | MessageFault {
  const fault = (code: ErrorCode, ...fields: string[]) =>
    faultOf({ code, fields, reading, message: json })
  if (!isJsonObject(json)) return fault('101', 'threeDSMethodData')
  const faults: FieldFaults = { missing: [], malformed: [], unassigned: [] }
  const kept = methodDataCheck(json, '', faults, reading)
  if (faults.missing.length > 0) return fault('201', ...faults.missing)
  if (faults.malformed.length > 0) return fault('203', ...faults.malformed)
  return kept as FieldValues<typeof methodData.fields>
}

interface FoundFault {
  readonly code: ErrorCode
  readonly fields: readonly string[]
  readonly reading: Reading
  readonly message: unknown
}

function faultOf({ code, fields, reading: { component = 'S' }, message }: FoundFault) {
  // A list has one path for all of its items.
  const detail = [...new Set(fields)].join(',')
  return new MessageFault(erroOf({ code, component, detail, message }))
}

/** The ids of critical extensions that the reader does not understand. */
function criticalExtensions(
  { messageExtension }: JsonObject,
  { extensions = [] }: Reading,
): readonly string[] {
  if (!Array.isArray(messageExtension)) return []
  return messageExtension.flatMap((each: unknown) => {
    if (!isJsonObject(each) || each.criticalityIndicator !== true) return []
    const { id } = each
    return typeof id === 'string' && !extensions.includes(id) ? [id] : []
  })
}

function isExtendedTooMuch({ messageExtension }: JsonObject): boolean {
  if (messageExtension === undefined) return false
  try {
    return JSON.stringify(messageExtension).length > MAX_EXTENSION_CHARACTERS
  } catch {
    return true
  }
}
