-- Which trace the call to a server of the merchant belongs to.
ALTER TABLE notice ADD COLUMN trace TEXT;

ALTER TABLE delivery ADD COLUMN trace TEXT;
