-- The request that brought a payment, and what the seller's own server answered.
ALTER TABLE "payments" ADD COLUMN "request_id" TEXT, ADD COLUMN "upstream_status" INTEGER;
