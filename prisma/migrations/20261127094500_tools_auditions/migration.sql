-- Tools are bought too, since their servers can be asked whether a call changes something.
UPDATE "catalog_entries" SET "next_audition_at" = now(), "audition_problem" = NULL
WHERE "type" = 'mcp' AND "audition_problem" = 'method_has_effects';
