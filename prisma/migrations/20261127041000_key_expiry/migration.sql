-- Keys may end by themselves.
ALTER TABLE "seller_keys" ADD COLUMN "expires_at" TIMESTAMPTZ(3);
ALTER TABLE "facilitator_api_keys" ADD COLUMN "expires_at" TIMESTAMPTZ(3);
