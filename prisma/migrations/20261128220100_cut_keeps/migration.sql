-- A key that someone else than the owner made may do no more than its maker, who has left.
UPDATE seller_keys AS key SET revoked_at = now()
FROM sellers AS shop
WHERE shop.id = key.seller_id AND key.revoked_at IS NULL AND key.account_id <> shop.account_id;
UPDATE seller_keys SET scopes = array_remove(array_remove(scopes, 'members:read'), 'members:write')
WHERE scopes && '{members:read,members:write}';
UPDATE webhook_endpoints SET events = array_remove(events, 'payee.proposed') WHERE 'payee.proposed' = ANY(events);
UPDATE mailboxes SET tells_each_sale = 'payment.settled' = ANY (events);
UPDATE catalog_entries SET suspicions = '{}', looked_at = NULL;

-- What was given stays its receiver's. A link that nobody has redeemed becomes its payer's purchase, and time that was
-- bought begins now.
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
