-- An e-mail is written from its event now: those that wait are left out, except questions, which need nothing more.
INSERT INTO outbox
SELECT delivery.id, endpoint.seller_id, endpoint_id::text, event_id, event_type, body, state, attempt_count,
  next_attempt_at, delivery.created_at, attempted_at, response_status, fault
FROM webhook_deliveries AS delivery JOIN webhook_endpoints AS endpoint ON endpoint.id = endpoint_id
ON CONFLICT DO NOTHING;
INSERT INTO outbox
SELECT id, seller_id, address, CASE kind WHEN 'payment.settled' THEN event_id || ' settled' ELSE event_id END, kind, '{}',
  state, attempt_count, next_attempt_at, created_at, NULL, NULL, fault
FROM mail_messages WHERE state <> 'waiting' OR kind = 'confirm'
ON CONFLICT DO NOTHING;
