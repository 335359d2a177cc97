-- Tools that name their server are asked for from now on; those that were listed before are due at once.
UPDATE "catalog_entries" SET "next_probe_at" = now()
WHERE "type" = 'mcp' AND "host" <> '' AND "source" <> 'own' AND "next_probe_at" IS NULL;
