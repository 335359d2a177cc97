-- Contract: callers are counted by kind in the metrics only; payments keep no guess of who asked.
ALTER TABLE payments DROP COLUMN audience;
DROP TABLE challenge_counts;

-- Pages and filters of a shop's payments, answered from the index only.
CREATE INDEX payments_shop_page_idx ON payments USING btree (split_part(route_key, '/'::text, 3), claimed_at DESC, id DESC)
  INCLUDE (route_key, status, network)
  WHERE (split_part(route_key, '/'::text, 2) = 'x'::text);
