-- Names of tools have 44 characters at most, so that clients of models have room for a prefix of theirs. A longer one is
-- cut and marked as nameTool does it.
UPDATE stored_routes
SET tool_name = left(tool_name, 35) || '_' || left(encode(sha256(convert_to(method || ' ' || path, 'UTF8')), 'hex'), 8)
WHERE length(tool_name) > 44;
