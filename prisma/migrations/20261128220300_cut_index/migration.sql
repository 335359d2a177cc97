-- Pages and filters of a shop's payments, answered from the index only. It went with a column that it held.
CREATE INDEX payments_shop_page_idx ON payments USING btree (split_part(route_key, '/'::text, 3), claimed_at DESC, id DESC)
  INCLUDE (route_key, status, network)
  WHERE (split_part(route_key, '/'::text, 2) = 'x'::text);
