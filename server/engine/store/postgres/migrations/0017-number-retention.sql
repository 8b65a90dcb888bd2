-- Nothing needs the number of a declined payment (PCI DSS 3.2.1). Its fingerprint stays.
UPDATE vault_record SET sealed = ''
WHERE id IN (
  SELECT vault_record_id FROM payment
  WHERE state = 'failed' AND referenced_id IS NULL AND vault_record_id IS NOT NULL)
AND id NOT IN (SELECT vault_record_id FROM registration WHERE vault_record_id IS NOT NULL);

-- One timer for the payments of each channel and hour: it deletes their numbers when their time is over.
INSERT INTO timer (kind, subject_id, entity_id, due_at_ms, attempts, created_at_ms, version)
SELECT 'numberRetention', entity_id || '.' || hour, entity_id,
  (hour + 1) * 3600000, 0, hour * 3600000, 1
FROM (
  SELECT DISTINCT entity_id, created_at_ms / 3600000 AS hour FROM payment
  WHERE state = 'succeeded' AND (vault_record_id IS NOT NULL OR referenced_id IS NOT NULL)) hours;
