-- Contract: instances no longer leave settlements to one sender; what waits there is taken up from its claim.
DROP TABLE settlement_handovers;
ALTER TABLE gas_wallets DROP COLUMN sent_by, DROP COLUMN sent_until;
ALTER TABLE gas_uses DROP COLUMN is_new;
