import { areq } from '../messages/areq.ts'
import type { FieldTable } from '../messages/field.ts'
import type { MessageOf } from '../messages/messages.ts'
import { fieldFits, isInExchange } from '../messages/value-checks.ts'
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

/** Sets the fields of a message, each with a value that its field takes. */
type SetFields = (message: Record<string, unknown>, asked: Asked) => void

/** Made once for each version, as text: it makes and checks in one pass (docs/performance.md). */
const setFields: Readonly<Record<CardRange['version'], SetFields>> = {
  '2.1.0': setFieldsOf('2.1.0'),
  '2.2.0': setFieldsOf('2.2.0'),
}

function setFieldsOf(version: CardRange['version']): SetFields {
  const made = Object.entries<FieldSource>(AREQ_SOURCES).flatMap(([name, { value }]) => {
    const field = (areq as FieldTable)[name]
    if (field === undefined) return []
    return [{ name, value, condition: isInExchange(field), fits: fieldFits(field, version) }]
  })
  const lines = made.map(
    ({ name, condition }, at) =>
      `if (true${condition}) {
        value = values[${at}](asked)
        if (value !== undefined && fits[${at}](value)) message.${name} = value
      }`,
  )
  const text = `return (message, asked) => {
    let value
    const channel = asked.deviceChannel
    const category = asked.messageCategory
    ${lines.join('\n')}
  }`
  const values = made.map(({ value }) => value)
  const fits = made.map((each) => each.fits)
  return new Function('values', 'fits', text)(values, fits) as SetFields
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
  setFields[input.version](message, asked)
  if (extension !== undefined) {
    const { messageExtension = [] } = message as MessageOf<'AReq'>
    message.messageExtension = [...messageExtension, extension]
  }
  return message as MessageOf<'AReq'>
}
