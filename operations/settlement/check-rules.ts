import { type RuleSource, ruleOf } from '../../server/cli/check-rule.ts'

const entryRule = ruleOf('journal_entry')
const batchRule = ruleOf('settlement_batch')
const lineRule = ruleOf('settlement_line')
const matchRule = ruleOf('settlement_match')

/** The general ledger, entry by entry. */
export const journalRules: RuleSource = {
  from: `journal_entry e LEFT JOIN (
      SELECT entry_id, max(abs(balance)) AS farthest FROM (
        SELECT entry_id, CAST(sum(amount_minor) AS BIGINT) AS balance
        FROM journal_posting GROUP BY entry_id, currency
      ) c GROUP BY entry_id
    ) x ON x.entry_id = e.id
    LEFT JOIN settlement_batch b ON b.id = e.batch_id`,
  id: 'e.id',
  rules: [
    entryRule('has legs that do not sum to zero in each currency', 'x.farthest <> 0'),
    entryRule('has no legs', 'x.entry_id IS NULL'),
    entryRule('books a batch that is not there', 'e.batch_id IS NOT NULL AND b.id IS NULL'),
  ],
}

const FEES = `(interchange_minor + scheme_minor + markup_minor + dispute_minor + monthly_minor)`

const sum = (of: string) => `CAST(coalesce(sum(${of}), 0) AS BIGINT)`

/** Sums of the lines of each batch. */
const LINES = `(SELECT batch_id, count(*) AS lines, ${sum('net_minor')} AS net_of_all,
    ${sum(`CASE WHEN type <> 'payout' THEN net_minor END`)} AS net,
    ${sum(`CASE WHEN type <> 'payout' THEN ${FEES} END`)} AS fees, ${sum(FEES)} AS fees_of_all
  FROM settlement_line GROUP BY batch_id)`

/** What the entries of each batch have booked. What came back is in the lines of the payout that takes it along. A payout that no line tells is an entry of its own. */
const BOOKED = `(SELECT e.batch_id,
    ${sum(`CASE WHEN p.account = 'balance' AND e.id NOT LIKE '%-payout' THEN p.amount_minor END`)} AS net,
    ${sum(`CASE WHEN p.account LIKE 'fees.%' THEN p.amount_minor END`)} AS fees,
    ${sum(`CASE WHEN p.account = 'bank' AND e.kind <> 'payoutReturned' THEN p.amount_minor END`)} AS bank
  FROM journal_entry e JOIN journal_posting p ON p.entry_id = e.id GROUP BY e.batch_id)`

/** Lines of a payout may be in several files. */
const PAYOUT_LINES = `(SELECT account_id, reference, currency,
    ${sum('net_minor + earlier_net_minor')} AS net, ${sum('paid_minor')} AS paid,
    count(CASE WHEN is_unbalanced THEN 1 END) AS flagged
  FROM settlement_batch WHERE reference IS NOT NULL GROUP BY account_id, reference, currency)`

/** Compares batches with their lines, with what was booked of them, and with their payouts. */
export const batchRules: RuleSource = {
  from: `settlement_batch b LEFT JOIN ${LINES} l ON l.batch_id = b.id
    LEFT JOIN ${BOOKED} x ON x.batch_id = b.id
    LEFT JOIN ${PAYOUT_LINES} p ON p.account_id = b.account_id AND p.reference = b.reference
      AND p.currency = b.currency
    LEFT JOIN settlement_file f ON f.id = b.file_id
    LEFT JOIN acquirer_account a ON a.id = b.account_id`,
  id: 'b.id',
  rules: [
    batchRule(
      'has other lines than it counts, or sums that are not theirs',
      `b.line_count <> coalesce(l.lines, 0) OR b.net_minor <> coalesce(l.net, 0)
        OR b.fee_minor <> coalesce(l.fees, 0)`,
    ),
    batchRule(
      'is booked in the ledger with other amounts than its lines have',
      `coalesce(x.net, 0) <> coalesce(l.net_of_all, 0)
        OR coalesce(x.fees, 0) <> coalesce(l.fees_of_all, 0)`,
    ),
    batchRule(
      'has paid out something else than what was booked into the bank',
      'b.paid_minor IS NOT NULL AND b.paid_minor <> coalesce(x.bank, 0)',
    ),
    batchRule(
      'has a payout that its lines do not sum to, and is not flagged',
      `b.paid_minor IS NOT NULL AND NOT b.is_unbalanced
        AND CASE WHEN b.reference IS NULL THEN b.paid_minor <> b.net_minor + b.earlier_net_minor
          ELSE p.flagged = 0 AND p.paid <> p.net END`,
    ),
    batchRule(
      'is of a file that is not imported',
      `f.id IS NULL OR f.state <> 'imported' OR f.account_id <> b.account_id`,
    ),
    batchRule('is of an account of another entity', 'a.id IS NULL OR a.entity_id <> b.entity_id'),
  ],
}

/** What matches say of each line. */
const MATCHES = `(SELECT batch_id, position,
    count(CASE WHEN NOT is_candidate THEN 1 END) AS sure,
    count(CASE WHEN is_candidate THEN 1 END) AS candidates
  FROM settlement_match GROUP BY batch_id, position)`

/**
 * A process that was killed leaves a file `importing`: its lines are in no report, and no other file may have them.
 * One that runs is named as well.
 */
export const fileRules: RuleSource = {
  from: 'settlement_file f',
  id: 'f.id',
  rules: [
    {
      table: 'settlement_file',
      what: 'is being imported, or its import was interrupted: needs review; import it again, or give it up with tillgate settlement remove',
      broken: `f.state = 'importing'`,
      severity: 'review',
    },
  ],
}

/** Compares lines with their file and their matches. */
export const settlementLineRules: RuleSource = {
  from: `settlement_line l LEFT JOIN settlement_batch b ON b.id = l.batch_id
    LEFT JOIN settlement_file f ON f.id = substr(l.batch_id, 1, 32)
    LEFT JOIN ${MATCHES} m ON m.batch_id = l.batch_id AND m.position = l.position`,
  id: `l.batch_id || ':' || l.position`,
  rules: [
    lineRule(
      'is of no file, or of an imported file and of no batch of it',
      `f.id IS NULL OR (f.state = 'imported' AND b.id IS NULL)`,
    ),
    lineRule(
      'was left by an import that was given up: run tillgate settlement remove',
      `f.state = 'removed'`,
    ),
    lineRule(
      'is of another account or currency than its batch',
      'b.account_id <> l.account_id OR b.currency <> l.currency',
    ),
    lineRule(
      'has a net amount that is not the gross amount without costs',
      `l.currency = l.gross_currency AND l.net_minor <> l.gross_minor - ${FEES}`,
    ),
    lineRule(
      'has other matches than its state says',
      `NOT CASE l.match_state
        WHEN 'MATCHED' THEN coalesce(m.sure, 0) > 0 AND coalesce(m.candidates, 0) = 0
        WHEN 'MULTIPLE_MATCHES' THEN coalesce(m.sure, 0) = 0 AND coalesce(m.candidates, 0) > 1
        ELSE m.position IS NULL END`,
    ),
  ],
}

/** Compares matches with the line and the payment that they name. */
export const matchRules: RuleSource = {
  from: `settlement_match m
    LEFT JOIN settlement_line l ON l.batch_id = m.batch_id AND l.position = m.position
    LEFT JOIN payment p ON p.id = m.payment_id
    LEFT JOIN dispute d ON d.id = m.dispute_id
    LEFT JOIN settlement_file f ON f.id = substr(m.batch_id, 1, 32)
    LEFT JOIN timer t ON t.kind = 'filedChargebacks' AND t.subject_id = substr(m.batch_id, 1, 32)`,
  id: `m.batch_id || ':' || m.position || ' ' || m.payment_id`,
  rules: [
    matchRule('is of a line that is not there', 'l.position IS NULL'),
    matchRule('names a payment that is not there', 'p.id IS NULL'),
    matchRule(
      'has another type or currency than its line',
      // A person may match a line in another currency.
      `m.type <> l.type OR (p.currency <> l.gross_currency AND m.rule <> 'manual')`,
    ),
    matchRule(
      'names a dispute that is not there, or of another payment',
      `(m.dispute_id IS NOT NULL) <> (coalesce(m.dispute_state, '') = 'reported')
        OR (m.dispute_id IS NOT NULL AND (d.id IS NULL OR d.case_payment_id
          <> CASE p.payment_type WHEN 'RF' THEN p.referenced_id ELSE p.id END))`,
    ),
    matchRule(
      'is of a chargeback that no dispute will hear of',
      `(m.dispute_state IS NULL AND NOT m.is_candidate
          AND m.type IN ('chargeback', 'chargebackReversed'))
        OR (m.dispute_state = 'due' AND f.state = 'imported' AND t.subject_id IS NULL)`,
    ),
  ],
}
