import { expect, it } from 'vitest'
import type { InquiryOutcome } from '../../server/payments/connectors/connector.ts'
import { remote } from '../../server/payments/payments.fixture.ts'
import { inquiry } from '../gateway/receiver.fixture.ts'
import { mapOutcomes } from './mapped-outcomes.ts'

/** What an inquiry answers whose connector has every outcome declined. */
async function inquired(outcome: InquiryOutcome): Promise<InquiryOutcome> {
  const connector = remote({ inquire: async () => outcome })
  const declining = mapOutcomes(connector, () => ({ kind: 'declined', code: '800.100.152' }))
  return declining.inquire(inquiry())
}

it('an inquiry changes an outcome, and nothing where the payment was never sent', async () => {
  expect(await inquired({ kind: 'approved' })).toMatchObject({ kind: 'declined' })
  expect(await inquired({ kind: 'notFound' })).toEqual({ kind: 'notFound' })
})
