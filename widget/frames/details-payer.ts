import type { FromFrame } from '../../common/widget-wire.ts'
import { askDetail } from './details-handover.ts'
import { createPayer } from './payer.ts'

const EXPIRY = ['card.expiryMonth', 'card.expiryYear']

/**
 * Makes what pays where expiry and holder are secured fields, too: their frames give what was typed,
 * whatever the page sends, and the page does not read it in the answer. The page's own holder counts
 * where it sends one: the form then asks for the name in other fields.
 */
export const createDetailsPayer: typeof createPayer = (place, send, bodyOf, decided) => {
  const expiry = askDetail('card.expiry', place.instance)
  const holder = askDetail('card.holder', place.instance)
  return createPayer(
    place,
    (message) => send(withoutDetails(message)),
    async (submit) => {
      const body = await bodyOf({ ...submit, fields: withoutExpiry(submit.fields) })
      if (typeof body === 'string') return body
      const date = await expiry.ask()
      const name = body.get('card.holder') || (await holder.ask())
      if (date === undefined || name === undefined) return 'code frame silent'
      body.set('card.expiryMonth', date.slice(0, 2))
      body.set('card.expiryYear', date.slice(2))
      body.set('card.holder', name)
      return body
    },
    (isPaid) => {
      decided(isPaid)
      if (!isPaid) return
      expiry.spend()
      holder.spend()
    },
  )
}

function withoutExpiry(fields: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).filter(([name]) => !/^\s*card\.expiry/i.test(name)),
  )
}

/** The gateway's answer without values of these fields. */
export function withoutDetails(message: FromFrame): FromFrame {
  if (message.kind !== 'answer') return message
  const { body } = message
  const errors = body.result.parameterErrors?.map((error) =>
    [...EXPIRY, 'card.holder'].includes(error.name)
      ? { name: error.name, message: error.message }
      : error,
  )
  const { card, ...kept } = body.kept ?? {}
  return {
    ...message,
    body: {
      ...body,
      ...(body.kept && {
        kept: {
          ...(kept as typeof body.kept),
          ...(card && { card: { bin: card.bin, last4Digits: card.last4Digits } }),
        },
      }),
      result: { ...body.result, ...(errors && { parameterErrors: errors }) },
    },
  }
}
