-- A number that a payment keeps has a timer of the hour in which it was stored. Before, the hour of a
-- later booking had it instead, and that of a chargeback had none, so such numbers were never deleted.
INSERT INTO timer (kind, subject_id, entity_id, due_at_ms, attempts, created_at_ms, version)
SELECT DISTINCT 'numberRetention', p.entity_id || '.' || (p.created_at_ms / 3600000), p.entity_id,
  p.created_at_ms / 3600000 * 3600000 + 604800000, 0, p.created_at_ms / 3600000 * 3600000, 1
FROM payment p JOIN vault_record v ON v.id = p.vault_record_id
WHERE p.referenced_id IS NULL AND v.sealed <> '' AND p.details NOT LIKE '%"registrationId"%'
ON CONFLICT (kind, subject_id) DO NOTHING;
