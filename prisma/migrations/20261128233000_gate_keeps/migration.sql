-- Streams are no longer sold on credit, nor priced by a trailer.
UPDATE stored_routes SET settings = settings #- '{metering,trailer}'
WHERE settings #> '{metering,trailer}' IS NOT NULL;
-- A stream on credit that was cut off: nothing was settled, or the chain decides.
UPDATE payments SET status = 'abandoned', reason = 'request_ended', lease_token = NULL, lease_until = NULL, ended_at = now()
WHERE status = 'streaming' AND scheme = 'upto' AND settled_atomic IS NULL;
UPDATE payments SET status = 'unknown', was_unknown = true, reason = 'request_ended', lease_token = NULL, lease_until = NULL,
  delivered_at = coalesce(delivered_at, now()), verified_at = coalesce(verified_at, now()),
  settling_at = coalesce(settling_at, now()), next_look_at = now()
WHERE status = 'streaming' AND scheme = 'upto' AND settled_atomic IS NOT NULL;
