UPDATE webhook_deliveries AS delivery
SET attempted_at = last.attempted_at, response_status = last.response_status, fault = last.fault
FROM (
  SELECT DISTINCT ON (delivery_id) delivery_id, attempted_at, response_status, fault
  FROM webhook_attempts ORDER BY delivery_id, attempted_at DESC, id DESC
) AS last
WHERE last.delivery_id = delivery.id;
