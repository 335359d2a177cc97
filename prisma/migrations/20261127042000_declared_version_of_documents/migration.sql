-- After the column was added, so that searches go on while the rows are written.
UPDATE "catalog_documents" document SET "x402_version" = entry."x402_version"
FROM "catalog_entries" entry WHERE entry."id" = document."entry_id";
