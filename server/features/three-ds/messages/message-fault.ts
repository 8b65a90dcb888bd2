import { isJsonObject } from '../../../../common/json-object.ts'
import { ERROR_DESCRIPTIONS, type ErrorCode } from './erro.ts'
import { MESSAGE_VERSIONS, type MessageVersion } from './field.ts'
import { uuid } from './formats.ts'
import { MESSAGES, type MessageOf } from './messages.ts'

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
export interface Complaint {
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

export function isVersion(value: unknown): value is MessageVersion {
  return MESSAGE_VERSIONS.some((version) => version === value)
}

function isUuid(value: unknown): value is string {
  return typeof value === 'string' && uuid.matches?.(value) === true
}

function messageName(type: unknown): string {
  return typeof type === 'string' && Object.hasOwn(MESSAGES, type) ? type : ''
}
