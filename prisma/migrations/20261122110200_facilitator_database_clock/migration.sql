DROP FUNCTION facilitator_reserve(jsonb, timestamptz);

-- Reserves or claims many authorizations at once, in order. A payer's authorizations in flight may not exceed what
-- the chain said the payer can spend; what had landed below the height of that reading no longer counts, and what had
-- at that height only when the reading shows it: a node may name a block before its balances are to be read.
-- It is a function because the sum must be read after the payer's lock is held, in one round trip.
-- Rows are locked in the order of their keys, as by all other statements, before the items are gone through in theirs.
-- What is claimed again starts anew: nothing of an earlier attempt stays on its row.
-- A reservation that has a holder is taken for everybody else until it lapses.
-- All times are the database's: the clocks of instances differ. A reservation ends with the payment's own time.
-- Verdicts: reserved, claimed, insufficient, taken.
-- The commit does not wait for the disk: a claim that a crash of the server loses can store no transaction any more.
CREATE FUNCTION facilitator_reserve(items jsonb)
RETURNS TABLE (item_key text, verdict text) LANGUAGE plpgsql AS $$
DECLARE
  at CONSTANT timestamptz := now();
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
      settle_amount numeric, valid_after timestamptz, valid_before timestamptz, lasts_ms double precision,
      claim_token uuid, holder uuid, payload_digest text, height bigint, spendable numeric, landed text[])
  LOOP
    SELECT coalesce(sum(open.amount), 0) INTO in_flight
    FROM (
      SELECT s.key, coalesce(s.settle_amount_atomic, s.amount_atomic) AS amount FROM settlements AS s
      WHERE s.network = item.network AND s.asset = item.asset AND s.payer = item.payer
        AND s.state IN ('claimed', 'settling', 'unknown')
      UNION ALL
      SELECT s.key, s.amount_atomic FROM settlements AS s
      WHERE s.network = item.network AND s.asset = item.asset AND s.payer = item.payer
        AND s.state = 'reserved' AND s.reserved_until > at
      UNION ALL
      SELECT s.key, coalesce(s.settle_amount_atomic, s.amount_atomic) FROM settlements AS s
      WHERE s.network = item.network AND s.asset = item.asset AND s.payer = item.payer
        AND s.state = 'settled' AND s.height >= item.height
    ) AS open
    WHERE open.key <> item.key AND NOT (open.key = ANY (item.landed));

    IF in_flight + item.amount > item.spendable THEN
      item_key := item.key;
      verdict := 'insufficient';
      RETURN NEXT;
      CONTINUE;
    END IF;

    outcome := CASE WHEN item.claim_token IS NULL THEN 'reserved' ELSE 'claimed' END;
    INSERT INTO settlements (key, network, scheme, asset, payer, pay_to, nonce, amount_atomic, settle_amount_atomic,
                             state, valid_after, valid_before, reserved_until, claim_token, claimed_at, holder, payload_digest)
    VALUES (item.key, item.network, item.scheme, item.asset, item.payer, item.pay_to, item.nonce, item.amount,
            CASE WHEN item.claim_token IS NULL THEN NULL ELSE item.settle_amount END, outcome,
            item.valid_after, item.valid_before,
            least(at + make_interval(secs => item.lasts_ms / 1000), item.valid_before), item.claim_token,
            CASE WHEN item.claim_token IS NULL THEN NULL ELSE at END, item.holder, item.payload_digest)
    ON CONFLICT (key) DO UPDATE
      SET state = excluded.state, scheme = excluded.scheme, pay_to = excluded.pay_to,
          amount_atomic = excluded.amount_atomic, settle_amount_atomic = excluded.settle_amount_atomic, reason = NULL,
          valid_after = excluded.valid_after, valid_before = excluded.valid_before,
          reserved_until = excluded.reserved_until, claim_token = excluded.claim_token,
          claimed_at = excluded.claimed_at, transaction_id = NULL, transaction = NULL, height = NULL, decided_at = NULL,
          pending_answered_at = NULL, success_answered_at = NULL,
          holder = excluded.holder, payload_digest = excluded.payload_digest
      WHERE settlements.state IN ('abandoned', 'refused')
        OR (settlements.state = 'reserved' AND (settlements.holder IS NULL OR settlements.reserved_until <= at
                                                OR settlements.holder = excluded.holder));

    item_key := item.key;
    verdict := CASE WHEN FOUND THEN outcome ELSE 'taken' END;
    RETURN NEXT;
  END LOOP;
END $$;
