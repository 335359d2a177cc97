-- Tools are bought too, since their servers can be asked whether a call changes something. Later, since an instance
-- of the version before, which still runs, would refuse them again.
UPDATE "catalog_entries" SET "next_audition_at" = now() + interval '1 hour', "audition_problem" = NULL
WHERE "type" = 'mcp' AND "audition_problem" = 'method_has_effects';
