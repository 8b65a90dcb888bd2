/** What an address or code says to the simulated issuer. */
export interface CheckRule {
  readonly value: string
  readonly meaning: string
  readonly when: string
}

/** `result.avsResponse` (interface document, Payment response). Sent only with a part of an address. */
export const avsRules: readonly CheckRule[] = [
  { value: 'F', meaning: 'both match', when: 'street and postcode are sent, none of the below' },
  {
    value: 'A',
    meaning: 'the address matches, the postcode does not',
    when: '`billing.postcode` is all nines, such as 99999, or is not sent',
  },
  {
    value: 'Z',
    meaning: 'the postcode matches, the address does not',
    when: '`billing.street1` holds the house number 999, or is not sent',
  },
  { value: 'N', meaning: 'neither matches', when: 'both of these' },
  {
    value: 'U',
    meaning: 'no check is possible',
    when: '`billing.postcode` is all zeros, such as 00000',
  },
]

/** `result.cvvResponse`: by the code, or the last three digits of a code of four. Sent only with a code. */
export const cvvRules: readonly CheckRule[] = [
  { value: 'M', meaning: 'match', when: 'any other code' },
  { value: 'N', meaning: 'no match', when: '901' },
  { value: 'P', meaning: 'not processed', when: '902' },
  { value: 'S', meaning: 'should be on the card, but was not sent on', when: '903' },
  { value: 'U', meaning: 'the issuer cannot check it', when: '904' },
]

const cvvAnswers = new Map(cvvRules.map(({ when, value }) => [when, value]))

/** The issuer's word on the billing address; `undefined` where none was sent. */
export function avsResponse(request: Readonly<Record<string, string>>): string | undefined {
  const street = request['billing.street1']
  const postcode = request['billing.postcode']
  if (street === undefined && postcode === undefined) return undefined
  if (postcode !== undefined && /^[0 -]+$/.test(postcode)) return 'U'
  const streetFits = street !== undefined && !/\b999\b/.test(street)
  const postcodeFits = postcode !== undefined && !/^[9 -]+$/.test(postcode)
  if (streetFits) return postcodeFits ? 'F' : 'A'
  return postcodeFits ? 'Z' : 'N'
}

/** The issuer's word on the security code; `undefined` where none was sent. */
export function cvvResponse(cvv: string | undefined): string | undefined {
  return cvv === undefined ? undefined : (cvvAnswers.get(cvv.slice(-3)) ?? 'M')
}
