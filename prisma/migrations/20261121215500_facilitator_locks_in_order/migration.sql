-- Locks the rows in the order of their keys, as all other statements do, before it goes through the items in theirs: two
-- that met in opposite orders would wait for each other. The rest is as it was.
CREATE OR REPLACE FUNCTION facilitator_reserve(items jsonb, at timestamptz)
RETURNS TABLE (item_key text, verdict text) LANGUAGE plpgsql AS $$
DECLARE
  item record;
  in_flight numeric;
  outcome text;
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  PERFORM pg_advisory_xact_lock(hashtextextended(payers.account, 402))
  FROM (
    SELECT DISTINCT (i->>'network') || '|' || (i->>'asset') || '|' || (i->>'payer') AS account
    FROM jsonb_array_elements(items) AS i ORDER BY account
  ) AS payers;
  PERFORM 1 FROM settlements WHERE key IN (SELECT i->>'key' FROM jsonb_array_elements(items) AS i) ORDER BY key FOR UPDATE;

  FOR item IN
    SELECT * FROM jsonb_to_recordset(items) AS i(
      key text, network text, scheme text, asset text, payer text, pay_to text, nonce text, amount numeric,
      settle_amount numeric, valid_after timestamptz, valid_before timestamptz, reserved_until timestamptz,
      claim_token uuid, height bigint, spendable numeric, landed text[])
  LOOP
    SELECT coalesce(sum(coalesce(s.settle_amount_atomic, s.amount_atomic)), 0) INTO in_flight
    FROM settlements AS s
    WHERE s.network = item.network AND s.asset = item.asset AND s.payer = item.payer AND s.key <> item.key
      AND NOT (s.key = ANY (item.landed))
      AND (
        s.state IN ('claimed', 'settling', 'unknown')
        OR (s.state = 'reserved' AND s.reserved_until > at)
        OR (s.state = 'settled' AND s.height >= item.height)
      );

    IF in_flight + item.amount > item.spendable THEN
      item_key := item.key;
      verdict := 'insufficient';
      RETURN NEXT;
      CONTINUE;
    END IF;

    outcome := CASE WHEN item.claim_token IS NULL THEN 'reserved' ELSE 'claimed' END;
    INSERT INTO settlements (key, network, scheme, asset, payer, pay_to, nonce, amount_atomic, settle_amount_atomic,
                             state, valid_after, valid_before, reserved_until, claim_token, claimed_at)
    VALUES (item.key, item.network, item.scheme, item.asset, item.payer, item.pay_to, item.nonce, item.amount,
            CASE WHEN item.claim_token IS NULL THEN NULL ELSE item.settle_amount END, outcome,
            item.valid_after, item.valid_before, item.reserved_until, item.claim_token,
            CASE WHEN item.claim_token IS NULL THEN NULL ELSE at END)
    ON CONFLICT (key) DO UPDATE
      SET state = excluded.state, scheme = excluded.scheme, pay_to = excluded.pay_to,
          amount_atomic = excluded.amount_atomic, settle_amount_atomic = excluded.settle_amount_atomic, reason = NULL,
          valid_after = excluded.valid_after, valid_before = excluded.valid_before,
          reserved_until = excluded.reserved_until, claim_token = excluded.claim_token,
          claimed_at = excluded.claimed_at, transaction_id = NULL, transaction = NULL, height = NULL, decided_at = NULL,
          pending_answered_at = NULL, success_answered_at = NULL
      WHERE settlements.state IN ('reserved', 'abandoned', 'refused');

    item_key := item.key;
    verdict := CASE WHEN FOUND THEN outcome ELSE 'taken' END;
    RETURN NEXT;
  END LOOP;
END $$;
