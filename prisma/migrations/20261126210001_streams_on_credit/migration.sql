-- Streams by upto that were to be charged again, and those whose process has died: nothing charges them any more. What was sent for
-- them was sent, so they open nothing; whether their money came, the chain says, as of every payment in doubt.
UPDATE "payments" SET "status" = 'unknown', "was_unknown" = true, "reason" = 'request_ended',
  "delivered_at" = coalesce("delivered_at", now()), "verified_at" = coalesce("verified_at", now()),
  "settling_at" = coalesce("settling_at", now()), "next_look_at" = now(), "lease_token" = NULL, "lease_until" = NULL
WHERE "status" = 'streaming' AND "scheme" = 'upto'
  AND ("lease_token" IS NULL OR "lease_until" IS NULL OR "lease_until" < now());

-- Metered routes whose answer is passed on as it comes were charged at its end. They are sold out of channels now, and their
-- sellers are told so until they save them.
UPDATE "stored_routes" SET "settings" = "settings" || '{"wasOnCredit": true}'
WHERE "kind" = 'metered_api' AND "settings" ->> 'isStreaming' = 'true';
