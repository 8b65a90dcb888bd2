-- Who has sent a settlement file, or matched a line by hand; null where no person has.
ALTER TABLE settlement_file ADD COLUMN imported_by TEXT;
ALTER TABLE settlement_file ADD COLUMN imported_by_id TEXT;
ALTER TABLE settlement_match ADD COLUMN matched_by_id TEXT;
