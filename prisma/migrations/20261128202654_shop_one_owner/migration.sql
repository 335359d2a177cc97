-- Contract: a shop has one owner, and nobody is invited.

-- A key that someone else made may do no more than its maker, who has left.
UPDATE seller_keys AS key SET revoked_at = now()
FROM sellers AS shop
WHERE shop.id = key.seller_id AND key.revoked_at IS NULL AND key.account_id <> shop.account_id;

UPDATE seller_keys SET scopes = array_remove(array_remove(scopes, 'members:read'), 'members:write')
WHERE scopes && '{members:read,members:write}';
UPDATE webhook_endpoints SET events = array_remove(events, 'payee.proposed') WHERE 'payee.proposed' = ANY(events);

ALTER TABLE seller_keys DROP COLUMN account_id;
ALTER TABLE sellers DROP COLUMN is_two_person;
DROP TABLE shop_members;
DROP TABLE member_invitations;
DROP TABLE owner_proposals;
DROP TABLE seller_invitations;
DROP TYPE shop_role;
