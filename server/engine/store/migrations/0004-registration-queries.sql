-- What merchants look for among the payment details that they store.
ALTER TABLE registration ADD COLUMN merchant_transaction_id TEXT;

-- Of stand-alone ones it stands in what their answers show, unless they were wiped.
UPDATE registration
SET merchant_transaction_id = json_extract(details, '$.request.merchantTransactionId')
WHERE json_valid(details);

CREATE INDEX registration_by_time ON registration (entity_id, created_at_ms, id);
-- The last step of a deleted one is its deletion.
CREATE INDEX registration_by_deletion ON registration (entity_id, updated_at_ms, id)
  WHERE state = 'deleted';
CREATE INDEX registration_by_merchant_reference ON registration (merchant_transaction_id)
  WHERE merchant_transaction_id IS NOT NULL;
