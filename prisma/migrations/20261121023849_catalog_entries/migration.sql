-- Misspelt words are found by their trigrams.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- CreateTable
CREATE TABLE "catalog_entries" (
    "id" BIGSERIAL NOT NULL,
    "key" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "resource" TEXT NOT NULL,
    "method" TEXT,
    "tool_name" TEXT,
    "host" TEXT NOT NULL,
    "host_group" TEXT NOT NULL,
    "x402_version" INTEGER NOT NULL,
    "name" TEXT,
    "description" TEXT,
    "mime_type" TEXT,
    "service_name" TEXT,
    "tags" TEXT[],
    "icon_url" TEXT,
    "input" JSONB,
    "output" JSONB,
    "extensions" JSONB,
    "metadata" JSONB NOT NULL,
    "problems" TEXT[],
    "source" TEXT NOT NULL,
    "source_label" TEXT NOT NULL,
    "verification" TEXT NOT NULL DEFAULT 'unverified',
    "status" TEXT NOT NULL,
    "rejected_reason" TEXT,
    "suspicions" TEXT[],
    "sketch" INTEGER[],
    "prose_hash" BIGINT,
    "settled_count" INTEGER NOT NULL DEFAULT 0,
    "organic_count" INTEGER NOT NULL DEFAULT 0,
    "organic_payers" INTEGER NOT NULL DEFAULT 0,
    "uptime_24h" DOUBLE PRECISION,
    "uptime_30d" DOUBLE PRECISION,
    "latency_ms" INTEGER,
    "failed_in_a_row" INTEGER NOT NULL DEFAULT 0,
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "last_updated_at" TIMESTAMPTZ(3) NOT NULL,
    "last_probed_at" TIMESTAMPTZ(3),
    "next_probe_at" TIMESTAMPTZ(3),
    "probe_url" TEXT,

    CONSTRAINT "catalog_entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "catalog_payment_options" (
    "id" BIGSERIAL NOT NULL,
    "entry_id" BIGINT NOT NULL,
    "position" INTEGER NOT NULL,
    "scheme" TEXT NOT NULL,
    "network" TEXT NOT NULL,
    "asset" TEXT,
    "amount_atomic" DECIMAL(78,0),
    "micro_dollars" BIGINT,
    "pay_to" TEXT,
    "max_timeout_seconds" INTEGER,
    "extra" JSONB,

    CONSTRAINT "catalog_payment_options_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "catalog_documents" (
    "entry_id" BIGINT NOT NULL,
    "key" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "method" TEXT,
    "host_group" TEXT NOT NULL,
    "networks" TEXT[],
    "schemes" TEXT[],
    "pay_tos" TEXT[],
    "tags" TEXT[],
    "extension_keys" TEXT[],
    "micro_dollars" BIGINT[],
    "price_networks" TEXT[],
    "min_micro_dollars" BIGINT,
    "prose_hash" BIGINT,
    "is_suspect" BOOLEAN NOT NULL,
    "quality" REAL NOT NULL,
    "is_newcomer" BOOLEAN NOT NULL,
    "words" tsvector NOT NULL,
    "prose_length" INTEGER NOT NULL,
    "last_updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "catalog_documents_pkey" PRIMARY KEY ("entry_id")
);

-- CreateTable
CREATE TABLE "catalog_words" (
    "word" TEXT NOT NULL,
    "stem" TEXT NOT NULL,
    "frequency" INTEGER NOT NULL DEFAULT 1,
    "initial" TEXT NOT NULL,
    "length" INTEGER NOT NULL,

    CONSTRAINT "catalog_words_pkey" PRIMARY KEY ("word")
);

-- CreateTable
CREATE TABLE "catalog_price_changes" (
    "id" BIGSERIAL NOT NULL,
    "entry_id" BIGINT NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,
    "kind" TEXT NOT NULL,
    "options" JSONB NOT NULL,

    CONSTRAINT "catalog_price_changes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "catalog_probes" (
    "id" BIGSERIAL NOT NULL,
    "entry_id" BIGINT NOT NULL,
    "probed_at" TIMESTAMPTZ(3) NOT NULL,
    "is_up" BOOLEAN NOT NULL,
    "status" INTEGER,
    "latency_ms" INTEGER,
    "problem" TEXT,

    CONSTRAINT "catalog_probes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "catalog_settlements" (
    "authorization_key" TEXT NOT NULL,
    "entry_id" BIGINT NOT NULL,
    "network" TEXT NOT NULL,
    "payer" TEXT NOT NULL,
    "pay_to" TEXT NOT NULL,
    "amount_atomic" DECIMAL(78,0) NOT NULL,
    "is_organic" BOOLEAN NOT NULL,
    "settled_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "catalog_settlements_pkey" PRIMARY KEY ("authorization_key")
);

-- CreateTable
CREATE TABLE "catalog_refusals" (
    "id" BIGSERIAL NOT NULL,
    "source_label" TEXT NOT NULL,
    "resource" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "refused_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "catalog_refusals_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "catalog_imports" (
    "source_url" TEXT NOT NULL,
    "next_offset" INTEGER NOT NULL DEFAULT 0,
    "listed" INTEGER NOT NULL DEFAULT 0,
    "refused" INTEGER NOT NULL DEFAULT 0,
    "state" TEXT NOT NULL,
    "problem" TEXT,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "catalog_imports_pkey" PRIMARY KEY ("source_url")
);

-- CreateTable
CREATE TABLE "catalog_hosts" (
    "host" TEXT NOT NULL,
    "next_allowed_at" TIMESTAMPTZ(3) NOT NULL,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "robots_read_at" TIMESTAMPTZ(3),
    "disallowed" TEXT[],

    CONSTRAINT "catalog_hosts_pkey" PRIMARY KEY ("host")
);

-- CreateTable
CREATE TABLE "catalog_events" (
    "id" BIGSERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "resource" TEXT NOT NULL,
    "happened_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "catalog_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "catalog_owner_proofs" (
    "digest" TEXT NOT NULL,
    "used_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "catalog_owner_proofs_pkey" PRIMARY KEY ("digest")
);

-- CreateIndex
CREATE UNIQUE INDEX "catalog_entries_key_key" ON "catalog_entries"("key");

-- CreateIndex
CREATE INDEX "catalog_entries_next_probe_at_idx" ON "catalog_entries"("next_probe_at");

-- CreateIndex
CREATE INDEX "catalog_entries_host_group_idx" ON "catalog_entries"("host_group");

-- CreateIndex
CREATE INDEX "catalog_entries_prose_hash_idx" ON "catalog_entries"("prose_hash");

-- CreateIndex
CREATE INDEX "catalog_entries_sketch_idx" ON "catalog_entries" USING GIN ("sketch");

-- CreateIndex
CREATE UNIQUE INDEX "catalog_payment_options_entry_id_position_key" ON "catalog_payment_options"("entry_id", "position");

-- CreateIndex
CREATE INDEX "catalog_documents_last_updated_at_key_idx" ON "catalog_documents"("last_updated_at" DESC, "key");

-- CreateIndex
CREATE INDEX "catalog_documents_quality_entry_id_idx" ON "catalog_documents"("quality" DESC, "entry_id");

-- CreateIndex
CREATE INDEX "catalog_documents_filters" ON "catalog_documents" USING GIN ("networks", "schemes", "pay_tos", "tags", "extension_keys");

-- CreateIndex
CREATE INDEX "catalog_documents_words_idx" ON "catalog_documents" USING GIN ("words");

-- CreateIndex
CREATE INDEX "catalog_words_stem_idx" ON "catalog_words"("stem");

-- CreateIndex
CREATE INDEX "catalog_words_initial_length_idx" ON "catalog_words"("initial", "length");

-- CreateIndex
CREATE INDEX "catalog_words_trigrams" ON "catalog_words" USING GIN ("word" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "catalog_price_changes_entry_id_seen_at_idx" ON "catalog_price_changes"("entry_id", "seen_at");

-- CreateIndex
CREATE INDEX "catalog_probes_entry_id_probed_at_idx" ON "catalog_probes"("entry_id", "probed_at");

-- CreateIndex
CREATE INDEX "catalog_probes_probed_at_idx" ON "catalog_probes"("probed_at");

-- CreateIndex
CREATE INDEX "catalog_settlements_entry_id_is_organic_payer_idx" ON "catalog_settlements"("entry_id", "is_organic", "payer");

-- CreateIndex
CREATE INDEX "catalog_settlements_pay_to_idx" ON "catalog_settlements"("pay_to");

-- CreateIndex
CREATE INDEX "catalog_settlements_payer_idx" ON "catalog_settlements"("payer");

-- CreateIndex
CREATE UNIQUE INDEX "catalog_refusals_source_label_resource_reason_key" ON "catalog_refusals"("source_label", "resource", "reason");

-- CreateIndex
CREATE INDEX "catalog_events_happened_at_idx" ON "catalog_events"("happened_at");

-- CreateIndex
CREATE INDEX "catalog_owner_proofs_used_at_idx" ON "catalog_owner_proofs"("used_at");

-- AddForeignKey
ALTER TABLE "catalog_payment_options" ADD CONSTRAINT "catalog_payment_options_entry_id_fkey" FOREIGN KEY ("entry_id") REFERENCES "catalog_entries"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "catalog_documents" ADD CONSTRAINT "catalog_documents_entry_id_fkey" FOREIGN KEY ("entry_id") REFERENCES "catalog_entries"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "catalog_price_changes" ADD CONSTRAINT "catalog_price_changes_entry_id_fkey" FOREIGN KEY ("entry_id") REFERENCES "catalog_entries"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "catalog_probes" ADD CONSTRAINT "catalog_probes_entry_id_fkey" FOREIGN KEY ("entry_id") REFERENCES "catalog_entries"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "catalog_settlements" ADD CONSTRAINT "catalog_settlements_entry_id_fkey" FOREIGN KEY ("entry_id") REFERENCES "catalog_entries"("id") ON DELETE CASCADE ON UPDATE CASCADE;
