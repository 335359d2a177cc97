-- Refunds belong to the payments ledger; the shop that made one is a plain id there. Shops are never deleted.
ALTER TABLE "refunds" DROP CONSTRAINT IF EXISTS "refunds_seller_id_fkey";
