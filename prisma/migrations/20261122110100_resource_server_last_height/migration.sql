-- The last block in which a payment can land, where only the chain's height tells; noted when it was verified.
ALTER TABLE "payments" ADD COLUMN "last_height" BIGINT;
