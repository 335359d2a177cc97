-- CreateTable
CREATE TABLE "settlements" (
    "key" TEXT NOT NULL,
    "network" TEXT NOT NULL,
    "scheme" TEXT NOT NULL,
    "asset" TEXT NOT NULL,
    "payer" TEXT NOT NULL,
    "pay_to" TEXT NOT NULL,
    "nonce" TEXT NOT NULL,
    "amount_atomic" DECIMAL(78,0) NOT NULL,
    "settle_amount_atomic" DECIMAL(78,0),
    "state" TEXT NOT NULL,
    "reason" TEXT,
    "valid_after" TIMESTAMPTZ(3),
    "valid_before" TIMESTAMPTZ(3),
    "reserved_until" TIMESTAMPTZ(3),
    "claim_token" UUID,
    "claimed_at" TIMESTAMPTZ(3),
    "transaction_id" UUID,
    "transaction" TEXT,
    "height" BIGINT,
    "pending_answered_at" TIMESTAMPTZ(3),
    "success_answered_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "settlements_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "settlement_transactions" (
    "id" UUID NOT NULL,
    "network" TEXT NOT NULL,
    "wallet" TEXT NOT NULL,
    "nonce" BIGINT,
    "hash" TEXT NOT NULL,
    "older_hashes" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "raw" TEXT NOT NULL,
    "last_valid_height" BIGINT,
    "state" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "settlement_transactions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "gas_wallets" (
    "network" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "next_nonce" BIGINT NOT NULL,

    CONSTRAINT "gas_wallets_pkey" PRIMARY KEY ("network","address")
);

-- CreateIndex
CREATE INDEX "settlements_network_asset_payer_state_idx" ON "settlements"("network", "asset", "payer", "state");

-- CreateIndex
CREATE INDEX "settlements_network_asset_payer_height_idx" ON "settlements"("network", "asset", "payer", "height");

-- CreateIndex
CREATE INDEX "settlements_transaction_id_idx" ON "settlements"("transaction_id");

-- CreateIndex
CREATE INDEX "settlements_state_claimed_at_idx" ON "settlements"("state", "claimed_at");

-- CreateIndex
CREATE INDEX "settlements_decided_at_idx" ON "settlements"("decided_at");

-- CreateIndex
CREATE INDEX "settlement_transactions_state_created_at_idx" ON "settlement_transactions"("state", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "settlement_transactions_network_wallet_nonce_key" ON "settlement_transactions"("network", "wallet", "nonce");

-- AddForeignKey
ALTER TABLE "settlements" ADD CONSTRAINT "settlements_transaction_id_fkey" FOREIGN KEY ("transaction_id") REFERENCES "settlement_transactions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Reserves or claims many authorizations at once, in order. A payer's authorizations in flight may not exceed what
-- the chain said the payer can spend; what had landed below the height of that reading no longer counts, and what had
-- at that height only when the reading shows it: a node may name a block before its balances are to be read.
-- It is a function because the sum must be read after the payer's lock is held, in one round trip.
-- Rows are locked in the order of their keys, as by all other statements, before the items are gone through in theirs.
-- What is claimed again starts anew: nothing of an earlier attempt stays on its row.
-- Verdicts: reserved, claimed, insufficient, taken.
-- The commit does not wait for the disk: a claim that a crash of the server loses can store no transaction any more.
CREATE FUNCTION facilitator_reserve(items jsonb, at timestamptz)
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
