UPDATE stored_routes AS pass SET removals = gone.removals
FROM (SELECT pass_id, jsonb_object_agg(route_id, removed_at) AS removals FROM pass_removals GROUP BY pass_id) AS gone
WHERE gone.pass_id = pass.id;
