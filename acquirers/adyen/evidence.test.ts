import { describe, expect, it } from 'vitest'
import type { Answer } from './client.ts'
import { acceptAtAdyen, defendAtAdyen } from './evidence.ts'

const general = {
  disputeServiceResult: { success: true },
  defenseReasons: [{ defenseReasonCode: 'SupplyDefenseMaterial', satisfied: false }],
}
const no = { disputeServiceResult: { success: false, errorMessage: 'No' } }

/** An Adyen that answers each operation so. */
function answering(answers: Readonly<Record<string, object>>) {
  const asked: string[] = []
  const ask = async (path: string): Promise<Answer> => {
    asked.push(path)
    const object = answers[path] ?? { disputeServiceResult: { success: true } }
    return { kind: 'object', object: object as Readonly<Record<string, unknown>> }
  }
  const account = { merchantId: 'AcmeECOM' }
  return { asked, steps: { account, disputes: { ask } } as never }
}

const submission = {
  submissionId: 'dispute-2',
  paymentId: 'p',
  acquirerReference: 'CASE',
  isRepeated: false,
  stage: 'firstChargeback',
  note: '',
  defence: null,
  documents: [
    { name: 'a.pdf', mediaType: 'application/pdf', type: null, bytes: Buffer.from('%PDF-') },
  ],
} as const

describe('a defence at Adyen', () => {
  const offered = { '/retrieveApplicableDefenseReasons': general }

  it.each([
    [false, 'refused'],
    [true, 'unknown'],
  ] as const)('that is refused (sent before: %s) is %s', async (isRepeated, kind) => {
    for (const operation of ['/supplyDefenseDocument', '/defendDispute']) {
      const { steps } = answering({ ...offered, [operation]: no })
      const { outcome } = await defendAtAdyen({ ...submission, isRepeated }, steps)
      expect(outcome.kind).toBe(kind)
    }
    const accepted = { disputeId: 'd', paymentId: 'p', acquirerReference: 'CASE', isRepeated }
    const { steps } = answering({ '/acceptDispute': no })
    expect((await acceptAtAdyen(accepted, steps)).outcome.kind).toBe(kind)
  })

  it('is not sent where it is known to be impossible', async () => {
    const { steps, asked } = answering({ '/retrieveApplicableDefenseReasons': no })
    expect((await defendAtAdyen(submission, steps)).outcome.kind).toBe('refused')
    expect((await defendAtAdyen({ ...submission, isRepeated: true }, steps)).outcome).toEqual({
      kind: 'unknown',
    })
    expect(new Set(asked)).toEqual(new Set(['/retrieveApplicableDefenseReasons']))
  })

  it('that is not offered any more is not known to have failed when it was sent before', async () => {
    const other = { ...submission, defence: 'GoodsNotReturned' }
    const sent = async (isRepeated: boolean) =>
      (await defendAtAdyen({ ...other, isRepeated }, answering(offered).steps)).outcome.kind
    expect([await sent(false), await sent(true)]).toEqual(['refused', 'unknown'])
  })

  it('of a dispute without a number is refused', async () => {
    const { steps, asked } = answering(offered)
    const { outcome } = await defendAtAdyen({ ...submission, acquirerReference: null }, steps)
    expect([outcome.kind, asked]).toEqual(['refused', []])
  })
})
