-- Each new listing looks for those with a text like its own at once. A list of entries that wait to be indexed would be
-- read whole by each of these searches.
ALTER INDEX catalog_entries_sketch_idx SET (fastupdate = off);
