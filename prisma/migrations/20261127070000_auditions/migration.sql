-- Purchases by this site of what it lists: to see whether a payment is answered, and whether the answer fits.
CREATE TYPE "audition_state" AS ENUM ('paying', 'delivered', 'undelivered', 'unpaid', 'unknown');

CREATE TABLE "catalog_auditions" (
    "id" BIGSERIAL NOT NULL,
    "entry_id" BIGINT,
    "host_group" TEXT NOT NULL,
    "is_new_host" BOOLEAN NOT NULL,
    "offer_digest" TEXT,
    "asked_by" TEXT NOT NULL,
    "state" "audition_state" NOT NULL,
    "problem" TEXT,
    "fit" TEXT,
    "misfit" TEXT,
    "scheme" TEXT NOT NULL,
    "network" TEXT NOT NULL,
    "asset" TEXT NOT NULL,
    "pay_to" TEXT NOT NULL,
    "payer" TEXT NOT NULL,
    "authorization" JSONB,
    "amount_atomic" DECIMAL(78,0) NOT NULL,
    "micro_dollars" BIGINT NOT NULL,
    "transaction" TEXT,
    "receipt" JSONB,
    "status" INTEGER,
    "media_type" TEXT,
    "bytes" INTEGER,
    "digest" TEXT,
    "latency_ms" INTEGER,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "catalog_auditions_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "catalog_auditions_entry_id_fkey" FOREIGN KEY ("entry_id") REFERENCES "catalog_entries"("id") ON DELETE SET NULL ON UPDATE CASCADE
);
CREATE INDEX "catalog_auditions_entry_id_started_at_idx" ON "catalog_auditions"("entry_id", "started_at");
CREATE INDEX "catalog_auditions_payer_idx" ON "catalog_auditions"("payer");
CREATE INDEX "catalog_auditions_started_at_idx" ON "catalog_auditions"("started_at");

-- What a proven entry offers, in one hash, and when it is to be bought because that is new.
ALTER TABLE "catalog_entries" ADD COLUMN "offer_digest" TEXT,
    ADD COLUMN "next_audition_at" TIMESTAMPTZ(3),
    ADD COLUMN "audition_asked_at" TIMESTAMPTZ(3),
    ADD COLUMN "audition_problem" TEXT;
