-- Contract: icons of listed services are kept in memory.
DROP TABLE catalog_icons;
DROP INDEX catalog_entries_icon_url_idx;
