-- The payout of a line may be told by a later file than its own.
ALTER TABLE settlement_line ADD COLUMN paid_with TEXT;
