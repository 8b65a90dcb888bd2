import { type FieldTable, MESSAGE_VERSIONS, optional, required, requiredWhen } from './field.ts'
import { choice, code, codesFrom, flag, group, list, object, text, uuid } from './formats.ts'

/** Maximum length of a message's extensions as JSON text, in characters. */
export const MAX_EXTENSION_CHARACTERS = 81_920

const messageExtension = group({
  name: required(text(64)),
  id: required(text(64)),
  /** A receiver that does not know a critical extension must refuse the message (202). */
  criticalityIndicator: required(flag),
  data: required(object(8_059)),
})

/** The fields that every message begins with. */
export function messageHead<const Type extends string>(type: Type) {
  return {
    messageType: required(choice([type])),
    messageVersion: required(choice([...MESSAGE_VERSIONS])),
    messageExtension: optional(list(messageExtension, 10), {
      changed: { since: '2.3.1', format: list(messageExtension, 15) },
    }),
  } as const satisfies FieldTable
}

export const allTransactionIds = {
  threeDSServerTransID: required(uuid),
  acsTransID: required(uuid),
  dsTransID: required(uuid),
} as const satisfies FieldTable

const listStatus = choice(['Y', 'N', 'E', 'P', 'R', 'U'])

/** Whether the cardholder trusts the merchant: a "white list", called trust list from 2.3.1 on. */
export const trustedList = {
  whiteListStatus: optional(listStatus, { since: '2.2.0', until: '2.2.0' }),
  whiteListStatusSource: requiredWhen(code(['01', '02', '03']), [{ whiteListStatus: 'present' }], {
    since: '2.2.0',
    until: '2.2.0',
  }),
  trustListStatus: optional(listStatus, { since: '2.3.1' }),
  trustListStatusSource: requiredWhen(code(['01', '02', '03']), [{ trustListStatus: 'present' }], {
    since: '2.3.1',
  }),
} as const satisfies FieldTable

export const deviceBinding = {
  deviceBindingStatus: optional(code(codesFrom(1, 16)), { since: '2.3.1' }),
  deviceBindingStatusSource: requiredWhen(
    code(['01', '02', '03']),
    [{ deviceBindingStatus: 'present' }],
    { since: '2.3.1' },
  ),
} as const satisfies FieldTable

/** Reasons of `transStatus`; the later versions add theirs. */
export const statusReason = code(codesFrom(1, 21), {
  '2.2.0': codesFrom(22, 26),
  '2.3.1': codesFrom(27, 31),
})

export const authenticationType = code(['01', '02', '03'], { '2.2.0': ['04'] })

export const acsRenderingType = group({
  acsInterface: required(choice(['01', '02'])),
  acsUiTemplate: required(choice(codesFrom(1, 5), { '2.3.1': codesFrom(6, 7) })),
})
