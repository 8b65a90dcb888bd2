-- The call to a shop whose checkout nobody has read after its submit.
ALTER TABLE checkout ADD COLUMN result_call_id TEXT COLLATE "C";
