-- Contract: the site buys nothing from sellers any more.
DROP TABLE "catalog_auditions";
DROP TYPE "audition_state";
ALTER TABLE "catalog_entries" DROP COLUMN "next_audition_at", DROP COLUMN "audition_asked_at", DROP COLUMN "audition_problem", DROP COLUMN "offer_digest";
