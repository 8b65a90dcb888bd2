-- In which way a dispute is contested, and what each document shows, in the words of the acquirer.
ALTER TABLE dispute ADD COLUMN defence TEXT;

ALTER TABLE dispute_document ADD COLUMN type TEXT;
