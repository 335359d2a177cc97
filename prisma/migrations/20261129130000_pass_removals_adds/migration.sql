-- Expand: what a pass covers no more stands in the pass.
ALTER TABLE stored_routes ADD COLUMN removals JSONB NOT NULL DEFAULT '{}';
