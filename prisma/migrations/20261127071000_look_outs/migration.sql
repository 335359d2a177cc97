-- What a buyer should know of an entry, each with its evidence and times, in place of the bare words in
-- "suspicions", which releases before this one still write while they are replaced.
ALTER TABLE "catalog_entries" ADD COLUMN "look_outs" JSONB NOT NULL DEFAULT '[]',
    ADD COLUMN "checks" JSONB NOT NULL DEFAULT '{}',
    ADD COLUMN "looked_at" TIMESTAMPTZ(3);
ALTER TABLE "catalog_documents" ADD COLUMN "trust" REAL NOT NULL DEFAULT 1;
