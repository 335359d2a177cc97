-- The version of x402 that a listing declares. One that declares none is not said to speak version 2.
ALTER TABLE "catalog_entries" ALTER COLUMN "x402_version" DROP NOT NULL;
ALTER TABLE "catalog_documents" ADD COLUMN "x402_version" INTEGER;

-- Whether a host asks for payment at an address that nobody made, tried once a day.
ALTER TABLE "catalog_hosts" ADD COLUMN "is_any_path_paid" BOOLEAN NOT NULL DEFAULT false, ADD COLUMN "any_path_at" TIMESTAMPTZ(3);
