import { areq } from '../messages/areq.ts'
import type { FieldTable } from '../messages/field.ts'
import type { MessageOf } from '../messages/messages.ts'
import { fieldFits, isInExchange } from '../messages/value-checks.ts'
import { AREQ_SOURCES, type FieldSource } from './areq-sources.ts'
import { type Asked, askedOf } from './asked.ts'
import type { AuthenticationInput, CardRange } from './contract.ts'
import type { MessageExtension } from './directory.ts'

/** The ids of this 3DS server in the card networks. */
export interface ServerIdentity {
  /** Assigned by EMVCo with the approval of a 3DS server. */
  readonly referenceNumber: string
  /** Assigned by the directory server. */
  readonly operatorId?: string
}

/** Makes a message whose fields all have accepted values. */
type NewAreq = new (
  asked: Asked,
  identity: ServerIdentity,
) => MessageOf<'AReq'> & { messageExtension?: readonly MessageExtension[] }

/**
 * Generated as source text once for each version, so that one pass makes and checks all fields. A
 * constructor, because the engine then allocates all members at once (docs/performance.md).
 */
const areqs: Readonly<Record<CardRange['version'], NewAreq>> = {
  '2.1.0': areqOf('2.1.0'),
  '2.2.0': areqOf('2.2.0'),
}

function areqOf(version: CardRange['version']): NewAreq {
  const made = Object.entries<FieldSource>(AREQ_SOURCES).flatMap(([name, { value }]) => {
    const field = (areq as FieldTable)[name]
    if (field === undefined) return []
    return [{ name, value, condition: isInExchange(field), fits: fieldFits(field, version) }]
  })
  const lines = made.map(
    ({ name, condition }, at) =>
      `if (true${condition}) {
        value = values[${at}](asked)
        if (value !== undefined && fits[${at}](value)) this.${name} = value
      }`,
  )
  const text = `return function AReq(asked, { referenceNumber, operatorId }) {
    this.messageType = 'AReq'
    this.messageVersion = '${version}'
    this.threeDSServerRefNumber = referenceNumber
    if (operatorId !== undefined) this.threeDSServerOperatorID = operatorId
    let value
    const channel = asked.deviceChannel
    const category = asked.messageCategory
    ${lines.join('\n')}
  }`
  const values = made.map(({ value }) => value)
  const fits = made.map((each) => each.fits)
  return new Function('values', 'fits', text)(values, fits) as NewAreq
}

/** Makes the authentication request of a payment. The result is always valid by the field table. */
export function makeAreq(
  input: AuthenticationInput,
  identity: ServerIdentity,
  extension?: MessageExtension,
): MessageOf<'AReq'> {
  const areq = new areqs[input.version](askedOf(input), identity)
  if (extension !== undefined) {
    areq.messageExtension = [...(areq.messageExtension ?? []), extension]
  }
  return areq
}
