-- CHECKs that list the words of a column go where the list grows with new features. The types of the
-- program keep these lists.
ALTER TABLE timer DROP CONSTRAINT valid_kind;
ALTER TABLE checkout DROP CONSTRAINT valid_state;
ALTER TABLE registration DROP CONSTRAINT valid_state;
ALTER TABLE vault_key DROP CONSTRAINT valid_purpose;
ALTER TABLE posting DROP CONSTRAINT valid_account;
