import { areq } from '../messages/areq.ts'
import type { Field, FieldTable } from '../messages/field.ts'
import type { MessageOf } from '../messages/messages.ts'
import { fieldFits } from '../messages/value-checks.ts'
import { AREQ_SOURCES, type FieldSource } from './areq-sources.ts'
import { type Asked, askedOf } from './asked.ts'
import type { AuthenticationInput, CardRange } from './contract.ts'
import type { MessageExtension } from './directory.ts'

/** Who this 3DS server is in the card networks. */
export interface ServerIdentity {
  /** Assigned by EMVCo with the approval of a 3DS server. */
  readonly referenceNumber: string
  /** Assigned by the directory server. */
  readonly operatorId?: string
}

interface MadeField {
  readonly name: string
  readonly field: Field
  readonly source: FieldSource
  readonly fits: (value: unknown) => boolean
}

const fields: Readonly<Record<CardRange['version'], readonly MadeField[]>> = {
  '2.1.0': fieldsOf('2.1.0'),
  '2.2.0': fieldsOf('2.2.0'),
}

function fieldsOf(version: CardRange['version']): readonly MadeField[] {
  return Object.entries<FieldSource>(AREQ_SOURCES).flatMap(([name, source]) => {
    const field = (areq as FieldTable)[name]
    return field === undefined ? [] : [{ name, field, source, fits: fieldFits(field, version) }]
  })
}

/** Makes the authentication request out of a payment. What it makes is always valid by the table. */
export function makeAreq(
  input: AuthenticationInput,
  { referenceNumber, operatorId }: ServerIdentity,
  extension?: MessageExtension,
): MessageOf<'AReq'> {
  const asked = askedOf(input)
  const message: Record<string, unknown> = {
    messageType: 'AReq',
    messageVersion: input.version,
    threeDSServerRefNumber: referenceNumber,
    ...(operatorId === undefined ? {} : { threeDSServerOperatorID: operatorId }),
  }
  for (const { name, field, source, fits } of fields[input.version]) {
    if (!isOf(field, asked)) continue
    const value = source.value(asked)
    if (value !== undefined && fits(value)) message[name] = value
  }
  if (extension !== undefined) {
    const { messageExtension = [] } = message as MessageOf<'AReq'>
    message.messageExtension = [...messageExtension, extension]
  }
  return message as MessageOf<'AReq'>
}

function isOf({ channels, categories }: Field, { deviceChannel, messageCategory }: Asked): boolean {
  return (
    (channels === undefined || channels.includes(deviceChannel)) &&
    (categories === undefined || categories.includes(messageCategory))
  )
}
