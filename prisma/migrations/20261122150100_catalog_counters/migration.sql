-- Counts of use that grow by what is new.
ALTER TABLE "catalog_entries"
  ADD COLUMN "recent_total" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "recent_organic" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "recent_payers" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "counted_at" TIMESTAMPTZ(3),
  ADD COLUMN "recent_counted_at" TIMESTAMPTZ(3);

CREATE TABLE "catalog_use_hours" (
    "entry_id" BIGINT NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "total" INTEGER NOT NULL,
    "organic" INTEGER NOT NULL,

    CONSTRAINT "catalog_use_hours_pkey" PRIMARY KEY ("entry_id", "hour")
);
ALTER TABLE "catalog_use_hours" ADD CONSTRAINT "catalog_use_hours_entry_id_fkey"
  FOREIGN KEY ("entry_id") REFERENCES "catalog_entries"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "catalog_payers" (
    "entry_id" BIGINT NOT NULL,
    "payer" TEXT NOT NULL,
    "organic_count" INTEGER NOT NULL,
    "last_paid_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "catalog_payers_pkey" PRIMARY KEY ("entry_id", "payer")
);
ALTER TABLE "catalog_payers" ADD CONSTRAINT "catalog_payers_entry_id_fkey"
  FOREIGN KEY ("entry_id") REFERENCES "catalog_entries"("id") ON DELETE CASCADE ON UPDATE CASCADE;

INSERT INTO "catalog_use_hours" ("entry_id", "hour", "total", "organic")
SELECT entry_id, date_trunc('hour', settled_at, 'UTC'), count(*), count(*) FILTER (WHERE is_organic)
FROM "catalog_settlements" GROUP BY 1, 2;

INSERT INTO "catalog_payers" ("entry_id", "payer", "organic_count", "last_paid_at")
SELECT entry_id, payer, count(*), max(settled_at) FROM "catalog_settlements" WHERE is_organic GROUP BY 1, 2;

-- Due at once: the job counts the last thirty days of each.
UPDATE "catalog_entries" SET "recent_total" = 1, "recent_counted_at" = to_timestamp(0) WHERE "settled_count" > 0;

CREATE INDEX "catalog_payers_recent_idx" ON "catalog_payers" ("entry_id", "last_paid_at");
CREATE INDEX "catalog_entries_recount_idx" ON "catalog_entries" ("recent_counted_at") WHERE "recent_total" > 0;
CREATE INDEX "catalog_entries_resource_idx" ON "catalog_entries" ("resource");
CREATE INDEX "catalog_payment_options_payee_idx" ON "catalog_payment_options" (lower("pay_to"));
DROP INDEX "catalog_settlements_payer_idx";
CREATE INDEX "catalog_settlements_payer_pay_to_idx" ON "catalog_settlements" ("payer", "pay_to");

-- Sales of what is not listed yet, until its probe has decided.
CREATE TABLE "catalog_waiting_sales" (
    "key" TEXT NOT NULL,
    "listing_key" TEXT NOT NULL,
    "network" TEXT NOT NULL,
    "payer" TEXT NOT NULL,
    "pay_to" TEXT NOT NULL,
    "amount_atomic" DECIMAL(78,0) NOT NULL,
    "settled_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "catalog_waiting_sales_pkey" PRIMARY KEY ("key")
);
CREATE INDEX "catalog_waiting_sales_listing_key_idx" ON "catalog_waiting_sales" ("listing_key");
ALTER TABLE "catalog_waiting_sales" ADD CONSTRAINT "catalog_waiting_sales_listing_key_fkey"
  FOREIGN KEY ("listing_key") REFERENCES "catalog_pending_listings"("key") ON DELETE CASCADE ON UPDATE CASCADE;

INSERT INTO "catalog_waiting_sales" ("key", "listing_key", "network", "payer", "pay_to", "amount_atomic", "settled_at")
SELECT 'pending ' || key, key, settlement->'paymentRequirements'->>'network', coalesce(settlement->'response'->>'payer', ''),
  settlement->'paymentRequirements'->>'payTo',
  coalesce(settlement->'response'->>'amount', settlement->'paymentRequirements'->>'amount')::numeric, queued_at
FROM "catalog_pending_listings" WHERE state = 'waiting';

ALTER TABLE "catalog_pending_listings" DROP COLUMN "settlement";
