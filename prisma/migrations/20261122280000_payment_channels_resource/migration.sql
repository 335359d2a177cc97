-- What a channel paid for last: by it, its payer knows what the money was put aside for.
ALTER TABLE "payment_channels" ADD COLUMN "resource_uri" TEXT;
