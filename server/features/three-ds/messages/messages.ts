import { ares, rreq, rres } from './answers.ts'
import { areq } from './areq.ts'
import { creq, cres } from './challenge.ts'
import { erro } from './erro.ts'
import type { FieldTable, FieldValues } from './field.ts'
import { preq, pres } from './ranges.ts'

/** The messages of EMV 3-D Secure with their fields (protocol specification, annexes A and B). */
export const MESSAGES = {
  PReq: preq,
  PRes: pres,
  AReq: areq,
  ARes: ares,
  CReq: creq,
  CRes: cres,
  RReq: rreq,
  RRes: rres,
  Erro: erro,
} as const satisfies Readonly<Record<string, FieldTable>>

export type MessageType = keyof typeof MESSAGES

/** A message with its exact field names. */
export type MessageOf<Type extends MessageType> = FieldValues<(typeof MESSAGES)[Type]>
