UPDATE catalog_entries SET price_changed_at = changed.at
FROM (SELECT entry_id, max(seen_at) AS at FROM catalog_price_changes WHERE kind = 'price' GROUP BY 1) changed
WHERE catalog_entries.id = changed.entry_id;
-- Messages that were used stay used.
UPDATE catalog_entries SET owner_acted_at = now()
WHERE EXISTS (SELECT FROM catalog_owner_proofs WHERE used_at > now() - interval '1 hour');
-- No server is asked for its tools any more: they are known by their payments.
UPDATE catalog_entries SET verification = 'unverified', next_probe_at = NULL, looked_at = NULL
WHERE type = 'mcp' AND source <> 'own';
INSERT INTO catalog_settlements
  (authorization_key, listing_key, network, payer, pay_to, amount_atomic, is_organic, times, settled_at)
SELECT key, listing_key, network, CASE WHEN network LIKE 'eip155:%' THEN lower(payer) ELSE payer END,
  CASE WHEN network LIKE 'eip155:%' THEN lower(pay_to) ELSE pay_to END, amount_atomic, false, 1, settled_at
FROM catalog_waiting_sales
ON CONFLICT DO NOTHING;
