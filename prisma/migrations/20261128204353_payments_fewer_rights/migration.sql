-- Contract: nobody gives a purchase to another; what was given stays its receiver's.
-- A link that nobody has redeemed becomes its payer's purchase, and time that was bought begins now.
UPDATE payments SET
  payer_identity = CASE WHEN network LIKE 'eip155:%' THEN lower(payer) ELSE payer END,
  pass_from = CASE WHEN pass_seconds IS NOT NULL THEN now() END,
  entitled_until = entitled_until + (now() - coalesce(settled_at, now()))
WHERE payer_identity LIKE 'gift:%';
INSERT INTO entitlements (address_identity, resource_uri, network, payment_id, granted_at, expires_at)
SELECT DISTINCT ON (payments.payer_identity, held.resource_uri, held.network)
  payments.payer_identity, held.resource_uri, held.network, held.payment_id, held.granted_at, payments.entitled_until
FROM entitlements held JOIN payments ON payments.id::text = held.payment_id
WHERE held.address_identity LIKE 'gift:%'
ORDER BY payments.payer_identity, held.resource_uri, held.network, payments.entitled_until DESC NULLS FIRST
ON CONFLICT (address_identity, resource_uri, network) DO UPDATE SET
  payment_id = EXCLUDED.payment_id,
  expires_at = CASE WHEN entitlements.expires_at IS NULL OR EXCLUDED.expires_at IS NULL THEN NULL
    ELSE greatest(entitlements.expires_at, EXCLUDED.expires_at) END;
DELETE FROM entitlements WHERE address_identity LIKE 'gift:%';
-- A pass lasts from its payment; one that began later lasts longer by the time between.
UPDATE payments SET pass_seconds = pass_seconds + extract(epoch FROM pass_from - settled_at)::int
WHERE pass_seconds IS NOT NULL AND pass_from > settled_at;
ALTER TABLE payments DROP COLUMN given_to, DROP COLUMN pass_from;
